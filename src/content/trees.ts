// In charge of the way from entries to trees: each entry is checked whatever is wrong with it otherwise, then those of one
// slug are made one tree.

import { nearest } from '../suggest.ts';
import { type Tree, TreeDetail, toDetail } from '../tree.ts';
import { LOCALES, type Locale } from '../vocabulary.ts';
import { type Entry, isGiven, placeOf, type SourceContext } from './entry.ts';
import { FIELD_NAMES, isField, REQUIRED_FACTS, REQUIRED_TEXTS, readFields } from './fields.ts';
import { megabytes } from './files.ts';
import { placeIn } from './ledger.ts';
import { mergeEntries, type ReadEntry } from './merge.ts';
import { isOwnKey, OWN_KEYS } from './slug.ts';

export interface MadeTree {
  tree: Tree;
  /** The entries that it was made of. */
  entries: ReadEntry[];
}

const KNOWN_KEYS = [...FIELD_NAMES, ...OWN_KEYS];
/** UTF-8 has at most three bytes for each unit of a text; a record adds its own, and a language to each common name. */
const [BYTES_PER_CHARACTER, RECORD_BYTES] = [3, 400_000];

/** The tree of a group of entries, where it has what it needs. */
export function makeTree(group: Entry[], context: SourceContext): MadeTree | undefined {
  const entries = group.map((entry) => readEntry(entry, context));
  const chosen = firstOfEachLanguage(entries, context);
  reportMissing(entries, chosen, context);
  const tree = mergeEntries(chosen, context);
  if (entries.some(({ unit }) => context.findings.hasErrorOf(unit))) settle(entries, 'refused');
  if (!tree) return undefined;
  checkSize(tree, chosen, context);
  settle(chosen, 'tree');
  return { tree, entries: chosen };
}

function settle(entries: Entry[], outcome: 'tree' | 'refused'): void {
  for (const { unit } of entries) unit.outcome = outcome;
}

function readEntry(entry: Entry, context: SourceContext): ReadEntry {
  for (const name of entry.fields.keys()) if (!isField(name)) reportUnknownKey(entry, name, context);
  return Object.assign(entry, { values: readFields(entry, context) });
}

/** Fields of a record that nobody writes. */
const MADE_FIELDS = Object.keys(TreeDetail.properties as object).filter((name) => !isField(name) && !isOwnKey(name));
const nearestKey = new Map<string, string | undefined>();

function reportUnknownKey(entry: Entry, name: string, { findings }: SourceContext): void {
  if (!nearestKey.has(name)) nearestKey.set(name, nearest(name, KNOWN_KEYS));
  const known = nearestKey.get(name);
  const place = () => placeOf(entry, name);
  if (known) findings.warn('unknown-key', place(), `${name} is not a known field. Did you mean ${known}?`);
  else if (MADE_FIELDS.includes(name))
    findings.warn('unknown-key', place(), `${name} is what the service itself makes; this is kept under attributes.`);
}

/** Facts may stand in any file or row of a tree; a text in each file, and in one language of a row at least. */
function reportMissing(entries: ReadEntry[], chosen: ReadEntry[], { findings, defaultLocale }: SourceContext): void {
  const report = ({ unit }: Entry, field: string) => {
    findings.error('missing-field', { ...placeIn(unit), field }, `${field} is missing: every tree needs one.`);
  };
  const first = entries.find(({ locale }) => locale === defaultLocale) ?? entries[0];
  for (const field of REQUIRED_FACTS) {
    if (!entries.some((entry) => isGiven(entry, field))) report(first, field);
  }
  for (const entry of entries) {
    const beside = chosen.includes(entry) ? chosen : entries.filter(({ unit }) => unit === entry.unit);
    const mayLack = !entry.ownFile && beside.some((each) => REQUIRED_TEXTS.every((field) => isGiven(each, field)));
    for (const field of REQUIRED_TEXTS) if (!mayLack && !isGiven(entry, field)) report(entry, field);
  }
}

function firstOfEachLanguage(entries: ReadEntry[], { findings }: SourceContext): ReadEntry[] {
  const first = new Map<Locale, ReadEntry>();
  for (const entry of entries) {
    if (entry.isNameless) continue;
    const earlier = first.get(entry.locale);
    if (!earlier) first.set(entry.locale, entry);
    else {
      const { file, line, row } = placeIn(earlier.unit);
      const where = `${file} line ${line}${row ? `, row ${row}` : ''}`;
      const message = `The slug ${entry.slug} is already taken in this language by ${where}.`;
      findings.error('duplicate-slug', placeIn(entry.unit, 'slug'), message);
    }
  }
  return [...first.values()];
}

function checkSize(tree: Tree, entries: ReadEntry[], { findings, mostTreeBytes }: SourceContext): void {
  let characters = 0;
  for (const { fields } of entries) for (const authored of fields.values()) characters += authored.characters;
  if (characters * BYTES_PER_CHARACTER + RECORD_BYTES <= mostTreeBytes) return;
  const bytes = Math.max(...LOCALES.map((locale) => Buffer.byteLength(JSON.stringify(toDetail(tree, locale)))));
  if (bytes <= mostTreeBytes) return;
  const authored = entries.flatMap(({ unit, fields }) => Array.from(fields.values(), (each) => ({ unit, ...each })));
  const { unit, key } = authored.reduce((most, each) => (each.characters > most.characters ? each : most));
  const message = `The tree would have ${megabytes(bytes)} as it is served, most of it here: at most ${megabytes(mostTreeBytes)} (--max-tree-size).`;
  findings.error('too-large', placeIn(unit, key), message);
}
