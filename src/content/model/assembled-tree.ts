// Assembles one tree: each version of it is checked whatever is wrong with it otherwise, then all are merged.

import { FIELD_NAMES, isField, REQUIRED_FACTS, REQUIRED_TEXTS } from '../../domain/fields/fields.ts';
import { nearest } from '../../domain/names/suggest.ts';
import { isBlank, trimmed } from '../../domain/text.ts';
import { type Tree, TreeDetail, toJsonByView } from '../../domain/tree.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { megabytes } from '../source/files.ts';
import { Findings } from '../source/findings.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { fieldIn, isGiven, type LanguageVersion, placeOf, readFields } from './language-version.ts';
import { memoize } from './memoize.ts';
import { isWhole, mergeVersions, type ReadVersion } from './merge.ts';
import { type PartialOutline, partialOutlineOf, type UnchangedTree } from './outline.ts';
import { isOwnKey, OWN_KEYS } from './own-keys.ts';
import { isReread, type ReadUnit } from './read-unit.ts';

export type Keep<K> = (tree: Tree) => K;

export interface AssembledTree<K> {
  /** What `keep` returned; undefined if the tree lacks a required value. */
  kept: { tree: K | UnchangedTree } | undefined;
  /** Also of a tree that lacks what it needs, so that what it shares with others is told; undefined if it has no slug. */
  outline: PartialOutline | undefined;
  group: ReadUnit[];
  /** The families that its units name, as they are written there. */
  families: string[];
  /** Its versions, once they were read again. */
  versions?: ReadVersion[];
}

/** Reads again the versions that a tree was made of, to find out where something stands. */
export function versionsAgain(tree: AssembledTree<unknown>, context: SourceContext): ReadVersion[] {
  const silent = { ...context, findings: new Findings() };
  tree.versions ??= firstOfEachLanguage(versionsOf(tree.group, silent), silent);
  return tree.versions;
}

const KNOWN_KEYS = [...FIELD_NAMES, ...OWN_KEYS];
/** UTF-8 has at most three bytes for each unit of a text; a record adds its own, and a language to each common name. */
const [BYTES_PER_CHARACTER, RECORD_BYTES, COMMON_NAME_BYTES] = [3, 10_000, 100];

/** What was read of it is released, if it can be read again. */
export function assembleTree<K>(group: ReadUnit[], context: SourceContext, keep: Keep<K>): AssembledTree<K> {
  const versions = versionsOf(group, context);
  const families = versions.flatMap(familyIn);
  const chosen = firstOfEachLanguage(versions, context);
  reportMissing(versions, chosen, context);
  const { slug } = versions[0];
  const partial = slug === undefined ? undefined : mergeVersions(slug, chosen, context);
  const tree = partial && isWhole(partial) ? partial : undefined;
  if (versions.some(({ unit }) => context.findings.hasErrorOf(unit))) settle(versions, 'refused');
  if (tree) {
    checkSize(tree, chosen, context);
    settle(chosen, 'tree');
  }
  for (const read of group) if (isReread(read)) read.versions = undefined;
  return { kept: tree && { tree: keep(tree) }, outline: partial && partialOutlineOf(partial), group, families };
}

/** The previous tree, if all units are those that it was made of. */
export function recallTree<K>(group: ReadUnit[], { cache, findings }: SourceContext): AssembledTree<K> | undefined {
  const [first] = group;
  const cached = isReread(first) ? first.cached : undefined;
  if (!cached || !group.every((read) => isReread(read) && read.cached === cached)) return undefined;
  const units = group.map(({ unit }) => unit);
  const tree = cache?.unchanged(cached, units, findings);
  if (!tree) return undefined;
  settle(group, 'tree');
  const { outline } = tree;
  return { kept: { tree }, outline, group, families: cached.families ?? [outline.family] };
}

/** What files and rows say, of what they are made and how it is understood. */
function versionsOf(group: ReadUnit[], context: SourceContext): ReadVersion[] {
  const versions = group.flatMap((read) => (isReread(read) ? (read.versions ?? read.read()) : read));
  return versions.map((version) => readVersion(version, context));
}

function familyIn(version: LanguageVersion): string[] {
  const family = fieldIn(version, 'family')?.value;
  return typeof family === 'string' && !isBlank(family) ? [trimmed(family)] : [];
}

function settle(units: { unit: Unit }[], outcome: 'tree' | 'refused'): void {
  for (const { unit } of units) unit.outcome = outcome;
}

function readVersion(version: LanguageVersion, context: SourceContext): ReadVersion {
  const otherNames: string[] = [];
  for (const fields of [version.shared.fields, version.own])
    for (const name of fields.keys()) if (!isField(name)) otherNames.push(name);
  if (!version.unit.isForeign) for (const name of otherNames) reportUnknownKey(version, name, context);
  return { ...version, values: readFields(version, context), otherNames };
}

/** Fields of a record that nobody writes. */
const MADE_FIELDS = Object.keys(TreeDetail.properties as object).filter((name) => !isField(name) && !isOwnKey(name));
const nearestKey = memoize((name) => nearest(name, KNOWN_KEYS));

function reportUnknownKey(version: LanguageVersion, name: string, { findings }: SourceContext): void {
  const known = nearestKey(name);
  const place = () => placeOf(version, name);
  const isInOtherLetters = known?.toLowerCase() === name.toLowerCase() && !isToldAsAttribute(version, name);
  // What has no slug was told so, and where it may be.
  if (isInOtherLetters && !(known === 'slug' && version.isNameless))
    findings.error('unknown-key', place(), `${name} is not a known field: write ${known}.`);
  else if (known) findings.warn('unknown-key', place(), `${name} is not a known field. Did you mean ${known}?`);
  else if (MADE_FIELDS.includes(name))
    findings.warn('unknown-key', place(), `${name} is what the service itself makes; this is kept under attributes.`);
}

/** Under a key such as `attributes.en`. */
function isToldAsAttribute(version: LanguageVersion, name: string): boolean {
  return fieldIn(version, name)?.key.startsWith(name) === false;
}

/** Facts may stand in any file or row of a tree; a text in each file, and in one language of a row at least. */
function reportMissing(
  versions: ReadVersion[],
  chosen: ReadVersion[],
  { findings, defaultLocale }: SourceContext,
): void {
  const report = ({ unit }: LanguageVersion, field: string) => {
    findings.error('missing-field', { ...placeIn(unit), field }, `${field} is missing: every tree needs one.`);
  };
  const first = versions.find(({ locale }) => locale === defaultLocale) ?? versions[0];
  for (const field of REQUIRED_FACTS) {
    if (!versions.some((version) => isGiven(version, field))) report(first, field);
  }
  const lacking = versions.filter((version) => !REQUIRED_TEXTS.every((field) => isGiven(version, field)));
  const byUnit = Map.groupBy(lacking.length > 0 ? versions : [], ({ unit }) => unit);
  for (const version of lacking) {
    const beside = chosen.includes(version) ? chosen : byUnit.get(version.unit);
    const mayLack = !version.ownFile && beside?.some((each) => REQUIRED_TEXTS.every((field) => isGiven(each, field)));
    for (const field of REQUIRED_TEXTS) if (!mayLack && !isGiven(version, field)) report(version, field);
  }
}

function firstOfEachLanguage(versions: ReadVersion[], { findings }: SourceContext): ReadVersion[] {
  const first = new Map<Locale, ReadVersion>();
  for (const version of versions) {
    if (version.isNameless) continue;
    const earlier = first.get(version.locale);
    if (!earlier) first.set(version.locale, version);
    else {
      const { file, line, row } = placeIn(earlier.unit);
      const where = `${file} line ${line}${row ? `, row ${row}` : ''}`;
      const message = `The slug ${version.slug} is already taken in this language by ${where}.`;
      findings.error('duplicate-slug', placeIn(version.unit, 'slug'), message);
    }
  }
  return [...first.values()];
}

function checkSize(tree: Tree, versions: ReadVersion[], { findings, maxTreeBytes }: SourceContext): void {
  let characters = 0;
  for (const { own, shared } of versions)
    for (const fields of [shared.fields, own])
      for (const authored of fields.values()) characters += authored.characters;
  const namesBytes = tree.commonNames.length * COMMON_NAME_BYTES;
  if (characters * BYTES_PER_CHARACTER + namesBytes + RECORD_BYTES <= maxTreeBytes) return;
  const bytes = Math.max(
    ...LOCALES.map((locale) => 1 + Buffer.byteLength(Object.values(toJsonByView(tree, locale)).join(''))),
  );
  if (bytes <= maxTreeBytes) return;
  const authored = versions.flatMap(({ unit, own, shared }) =>
    [...shared.fields.values(), ...own.values()].map((each) => ({ unit, ...each })),
  );
  const { unit, key } = authored.reduce((most, each) => (each.characters > most.characters ? each : most));
  const message = `The tree would have ${megabytes(bytes)} as it is served, most of it here: at most ${megabytes(maxTreeBytes)} (--max-tree-size).`;
  findings.error('too-large', placeIn(unit, key), message);
}
