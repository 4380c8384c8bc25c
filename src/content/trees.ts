// In charge of the way from versions to trees: each version is checked whatever is wrong with it otherwise, then those of one
// slug are made one tree.

import { FIELD_NAMES, isField, REQUIRED_FACTS, REQUIRED_TEXTS } from '../domain/fields.ts';
import { nearest } from '../domain/suggest.ts';
import { isBlank, trimmed } from '../domain/text.ts';
import { type Tree, TreeDetail, toJsonPieces } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { megabytes } from './files.ts';
import { isReread, type KnownLines, type ReadUnit, type RereadUnit } from './known-trees.ts';
import { fieldIn, isGiven, type LanguageVersion, placeOf, readFields } from './language-version.ts';
import { isWhole, mergeVersions, type ReadVersion } from './merge.ts';
import { type Outline, type Sketch, sketchOf } from './outline.ts';
import { remembered } from './remembered.ts';
import { isOwnKey, OWN_KEYS } from './slug.ts';
import { Findings, placeIn, type SourceContext, type Unit } from './source-context.ts';

/** What became of files and rows of one tree. */
export interface Made<T extends Outline> {
  made: MadeTree<T> | undefined;
  /** The same, or what is known of a tree that lacks what it needs: what others share with it is told all the same. */
  told: MadeTree<Sketch> | undefined;
  /** The families that they name, also where they cannot be published: those are known all the same. */
  families: string[];
}

export class MadeTree<T extends Sketch> {
  readonly tree: T;
  /** As files and rows spell it. */
  readonly families: string[];
  /** What it was made of, if that is known and was not looked at. */
  readonly #open: (() => RereadUnit) | undefined;
  #group: ReadUnit[];
  #versions: ReadVersion[] | undefined;

  constructor(tree: T, group: ReadUnit[], families: string[], open?: () => RereadUnit) {
    this.tree = tree;
    this.families = families;
    this.#open = open;
    this.#group = group;
  }

  /** Those that were read. */
  get units(): Unit[] {
    return [...new Set(this.#group.map(({ unit }) => unit))];
  }

  /** Whether there is nothing to say of it, and all spell its family alike. */
  isSilent(findings: Findings): boolean {
    return (
      !this.units.some((unit) => findings.isAbout(unit)) && this.families.every((each) => each === this.tree.family)
    );
  }

  /** The versions that it was made of, read again. What there is to say of them was said. */
  versionsAgain(context: SourceContext): ReadVersion[] {
    if (this.#open && this.#group.length === 0) this.#group = [this.#open()];
    const silent = { ...context, findings: new Findings() };
    this.#versions ??= firstOfEachLanguage(versionsOf(this.#group, silent), silent);
    return this.#versions;
  }
}

const KNOWN_KEYS = [...FIELD_NAMES, ...OWN_KEYS];
/** UTF-8 has at most three bytes for each unit of a text; a record adds its own, and a language to each common name. */
const [BYTES_PER_CHARACTER, RECORD_BYTES, COMMON_NAME_BYTES] = [3, 10_000, 100];

/** What is kept of a tree, and what was kept of one before. */
export interface Keeping<T extends Outline> {
  keep(tree: Tree): T;
  recall(slug: string, units: Unit[]): T | undefined;
  /** Those that known lines were made to, by their numbers. */
  recallLines(numbers: Iterable<number>): T[];
}

/** The tree of files and rows, where it has what it needs. What was read of them is let go, where it can be read again. */
export function makeTree<T extends Outline>(group: ReadUnit[], context: SourceContext, keeping: Keeping<T>): Made<T> {
  const versions = versionsOf(group, context);
  const families = versions.flatMap(familyIn);
  const chosen = firstOfEachLanguage(versions, context);
  reportMissing(versions, chosen, context);
  const { slug } = versions[0];
  const sketch = slug === undefined ? undefined : mergeVersions(slug, chosen, context);
  const tree = sketch && isWhole(sketch) ? sketch : undefined;
  if (versions.some(({ unit }) => context.findings.hasErrorOf(unit))) settle(versions, 'refused');
  if (tree) {
    checkSize(tree, chosen, context);
    settle(chosen, 'tree');
  }
  for (const read of group) if (isReread(read)) read.versions = undefined;
  const made = tree && new MadeTree(keeping.keep(tree), group, families);
  return { made, told: made ?? (sketch && new MadeTree(sketchOf(sketch), group, families)), families };
}

/** The tree of files and rows that all are known, and are all that it was made of. */
export function recallTree<T extends Outline>(group: ReadUnit[], { recall }: Keeping<T>): Made<T> | undefined {
  if (!group.every((read) => isReread(read) && read.isKnown)) return undefined;
  const units = group.map(({ unit }) => unit);
  const tree = recall(group[0].group, units);
  if (!tree) return undefined;
  settle(group, 'tree');
  const families = [tree.family];
  const made = new MadeTree(tree, group, families);
  return { made, told: made, families };
}

/** What files and rows say, of what they are made and how it is understood. */
function versionsOf(group: ReadUnit[], context: SourceContext): ReadVersion[] {
  const versions = group.flatMap((read) => (isReread(read) ? (read.versions ?? read.read()) : read));
  return versions.map((version) => readVersion(version, context));
}

/** The trees of lines that are as they were. */
export function recallLines<T extends Outline>({ block, open }: KnownLines, keeping: Keeping<T>): MadeTree<T>[] {
  return keeping.recallLines(block.trees).map((tree, line) => new MadeTree(tree, [], [tree.family], () => open(line)));
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
const nearestKey = remembered((name) => nearest(name, KNOWN_KEYS));

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

function checkSize(tree: Tree, versions: ReadVersion[], { findings, mostTreeBytes }: SourceContext): void {
  let characters = 0;
  for (const { own, shared } of versions)
    for (const fields of [shared.fields, own])
      for (const authored of fields.values()) characters += authored.characters;
  const namesBytes = tree.commonNames.length * COMMON_NAME_BYTES;
  if (characters * BYTES_PER_CHARACTER + namesBytes + RECORD_BYTES <= mostTreeBytes) return;
  const bytes = Math.max(
    ...LOCALES.map((locale) => 1 + Buffer.byteLength(Object.values(toJsonPieces(tree, locale)).join(''))),
  );
  if (bytes <= mostTreeBytes) return;
  const authored = versions.flatMap(({ unit, own, shared }) =>
    [...shared.fields.values(), ...own.values()].map((each) => ({ unit, ...each })),
  );
  const { unit, key } = authored.reduce((most, each) => (each.characters > most.characters ? each : most));
  const message = `The tree would have ${megabytes(bytes)} as it is served, most of it here: at most ${megabytes(mostTreeBytes)} (--max-tree-size).`;
  findings.error('too-large', placeIn(unit, key), message);
}
