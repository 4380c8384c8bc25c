// In charge of the way from versions to trees: each version is checked whatever is wrong with it otherwise, then those of one
// slug are made one tree; and of what can be seen only across trees.

import {
  FACT_NAMES,
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  isField,
  REQUIRED_FACTS,
  REQUIRED_TEXTS,
  TEXT_NAMES,
} from '../domain/fields.ts';
import { filterKey } from '../domain/questions.ts';
import { nearest } from '../domain/suggest.ts';
import { type Tree, TreeDetail, toJsonPieces } from '../domain/tree.ts';
import { fold, LOCALES, type Locale } from '../domain/vocabulary.ts';
import { megabytes } from './files.ts';
import { isRecalled, type ReadUnit } from './known-trees.ts';
import { isGiven, type LanguageVersion, placeOf, readFields } from './language-version.ts';
import { mergeVersions, type ReadVersion } from './merge.ts';
import { isOwnKey, OWN_KEYS } from './slug.ts';
import { placeIn, type SourceContext, type Unit } from './source-context.ts';

export interface MadeTree {
  tree: Tree;
  units: Unit[];
  isRecalled: boolean;
  /** The versions that it was made of. */
  readonly versions: ReadVersion[];
}

const KNOWN_KEYS = [...FIELD_NAMES, ...OWN_KEYS];
/** UTF-8 has at most three bytes for each unit of a text; a record adds its own, and a language to each common name. */
const [BYTES_PER_CHARACTER, RECORD_BYTES] = [3, 400_000];

/** The tree of a group of versions, where it has what it needs. */
export function makeTree(group: LanguageVersion[], context: SourceContext): MadeTree | undefined {
  const versions = group.map((version) => readVersion(version, context));
  const chosen = firstOfEachLanguage(versions, context);
  reportMissing(versions, chosen, context);
  const tree = mergeVersions(chosen, context);
  if (versions.some(({ unit }) => context.findings.hasErrorOf(unit))) settle(versions, 'refused');
  if (!tree) return undefined;
  checkSize(tree, chosen, context);
  settle(chosen, 'tree');
  const units = [...new Set(versions.map(({ unit }) => unit))];
  return { tree, units, isRecalled: false, versions: chosen };
}

/** The tree of a group of units that all are known, and are all that it was made of. They are read where one has to be named. */
export function recallTree(group: ReadUnit[], context: SourceContext): MadeTree | undefined {
  if (!group.every(isRecalled)) return undefined;
  const units = group.map(({ unit }) => unit);
  const tree = context.knownTrees?.treeOf(group[0].group, units);
  if (!tree) return undefined;
  settle(group, 'tree');
  let versions: ReadVersion[] | undefined;
  return {
    tree,
    units,
    isRecalled: true,
    get versions() {
      versions ??= group.flatMap(({ read }) => read()).map((version) => readVersion(version, context));
      return versions;
    },
  };
}

function settle(units: { unit: Unit }[], outcome: 'tree' | 'refused'): void {
  for (const { unit } of units) unit.outcome = outcome;
}

function readVersion(version: LanguageVersion, context: SourceContext): ReadVersion {
  for (const name of version.unit.isForeign ? [] : version.fields.keys())
    if (!isField(name)) reportUnknownKey(version, name, context);
  return Object.assign(version, { values: readFields(version, context) });
}

/** Fields of a record that nobody writes. */
const MADE_FIELDS = Object.keys(TreeDetail.properties as object).filter((name) => !isField(name) && !isOwnKey(name));
const nearestKey = new Map<string, string | undefined>();

function reportUnknownKey(version: LanguageVersion, name: string, { findings }: SourceContext): void {
  if (!nearestKey.has(name)) nearestKey.set(name, nearest(name, KNOWN_KEYS));
  const known = nearestKey.get(name);
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
function isToldAsAttribute({ fields }: LanguageVersion, name: string): boolean {
  return fields.get(name)?.key.startsWith(name) === false;
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
  for (const version of versions) {
    const beside = chosen.includes(version) ? chosen : versions.filter(({ unit }) => unit === version.unit);
    const mayLack = !version.ownFile && beside.some((each) => REQUIRED_TEXTS.every((field) => isGiven(each, field)));
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
  for (const { fields } of versions) for (const authored of fields.values()) characters += authored.characters;
  if (characters * BYTES_PER_CHARACTER + RECORD_BYTES <= mostTreeBytes) return;
  const bytes = Math.max(
    ...LOCALES.map((locale) => 1 + Buffer.byteLength(Object.values(toJsonPieces(tree, locale)).join(''))),
  );
  if (bytes <= mostTreeBytes) return;
  const authored = versions.flatMap(({ unit, fields }) => Array.from(fields.values(), (each) => ({ unit, ...each })));
  const { unit, key } = authored.reduce((most, each) => (each.characters > most.characters ? each : most));
  const message = `The tree would have ${megabytes(bytes)} as it is served, most of it here: at most ${megabytes(mostTreeBytes)} (--max-tree-size).`;
  findings.error('too-large', placeIn(unit, key), message);
}

export function checkAcross(made: MadeTree[], context: SourceContext): void {
  reportSharedNames(made, context);
  reportTakenSlugs(made, context);
  const isLabel = (name: FieldName) => FIELDS[name].type.isLabel;
  for (const name of FACT_NAMES.filter(isLabel)) reportSpellings(made, name, (tree) => tree[name], context);
  for (const name of TEXT_NAMES.filter(isLabel)) {
    for (const locale of LOCALES) reportSpellings(made, name, ({ texts }) => texts[locale]?.[name], context);
  }
}

function reportSharedNames(made: MadeTree[], { findings }: SourceContext): void {
  for (const group of Map.groupBy(made, ({ tree }) => fold(tree.scientificName)).values()) {
    const [first, ...others] = group;
    for (const each of others) {
      const message = `${each.tree.scientificName} is also the scientific name of ${first.tree.slug}.`;
      findings.warn('duplicate-name', placeOf(each.versions[0], 'scientificName'), message);
    }
  }
}

/** A former slug leads to one tree. */
function reportTakenSlugs(made: MadeTree[], { findings }: SourceContext): void {
  const present = new Set(made.map(({ tree }) => tree.slug));
  const owners = new Map<string, string>();
  for (const each of made) {
    const { tree } = each;
    const versionOf = (slug: string) =>
      each.versions.find(({ values }) => values.formerSlugs?.includes(slug)) ?? each.versions[0];
    for (const slug of tree.formerSlugs) {
      const owner = owners.getOrInsert(slug, tree.slug);
      const report = (why: string) =>
        findings.error('former-slug-taken', placeOf(versionOf(slug), 'formerSlugs'), `${slug} ${why}.`);
      if (slug === tree.slug) report('is the slug that this tree has now: take it out');
      else if (present.has(slug)) report('is the slug of another tree: it cannot lead to this one as well');
      else if (owner !== tree.slug) report(`is also a former slug of ${owner}: it can lead to one tree only`);
    }
  }
}

interface Use {
  spelling: string;
  count: number;
  version(): ReadVersion;
}

/** What a filter takes for the same is shown in the spelling that is used most. */
function reportSpellings(
  made: MadeTree[],
  field: FieldName,
  valueIn: (tree: Tree) => unknown,
  { findings }: SourceContext,
): void {
  const uses = new Map<string, Use>();
  for (const each of made) {
    const versionWith = firstWith(each, field);
    const value = valueIn(each.tree) ?? [];
    for (const spelling of (typeof value === 'string' ? [value] : value) as string[]) {
      const use = uses.get(spelling);
      if (use) use.count++;
      else uses.set(spelling, { spelling, count: 1, version: () => versionWith(spelling) });
    }
  }
  for (const group of Map.groupBy(uses.values(), ({ spelling }) => filterKey(field, spelling)).values()) {
    const [most, ...others] = group.sort((a, b) => b.count - a.count);
    for (const { spelling, count, version } of others) {
      const message = `${spelling} (${count}) and ${most.spelling} (${most.count}) are the same to a filter. Spell them alike.`;
      findings.warn('spelling-differs', placeOf(version(), field), message);
    }
  }
}

/** Which version has a value first. A list of many new values is not gone through for each of them. */
function firstWith(made: MadeTree, field: FieldName): (value: unknown) => ReadVersion {
  let found: Map<unknown, ReadVersion> | undefined;
  const valuesOf = (version: ReadVersion) =>
    ([version.values[field]].flat() as unknown[]).map((each) => [each, version] as const);
  return (value) => {
    found ??= new Map(made.versions.toReversed().flatMap(valuesOf));
    return found.get(value) ?? made.versions[0];
  };
}
