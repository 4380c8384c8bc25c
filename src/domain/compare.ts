import type { RegionMap } from './regions/region-map.ts';
import type { FamilyNames, Tree } from './tree.ts';
import { fold, LOCALES, type Locale } from './vocabulary.ts';

export interface Difference {
  added: string[];
  removed: string[];
  changed: TreeDifference[];
  families: { name: string; fields: string[] }[];
  map: string[];
}

export interface TreeDifference {
  slug: string;
  fields: string[];
  changes: FieldChange[];
}

/** A value is null if the tree doesn't have the field. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Facts by name, texts with their language (`title.es`), extra fields as `attributes.bark.en`; sorted. */
export function changedFields(before: Tree, after: Tree): FieldChange[] {
  const [left, right] = [flatten(before), flatten(after)];
  const fields = [...new Set([...left.keys(), ...right.keys()])].sort();
  const changes = fields.map((field) => ({
    field,
    before: left.get(field) ?? null,
    after: right.get(field) ?? null,
  }));
  return changes.filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function flatten({ slug: _, texts, ...facts }: Tree): Map<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(facts));
  for (const [locale, { attributes, ...text }] of Object.entries(texts)) {
    for (const [name, value] of Object.entries(text)) values.set(`${name}.${locale}`, value);
    for (const [name, value] of Object.entries(attributes)) values.set(`attributes.${name}.${locale}`, value);
  }
  return values;
}

/** Only families that have trees in both: changes of the trees cover the others. */
export function changedFamilies(
  before: { names: FamilyNames; trees: Iterable<Tree> },
  after: { names: FamilyNames; trees: Iterable<Tree> },
): Difference['families'] {
  const had = new Set(Array.from(before.trees, ({ family }) => fold(family)));
  const spellings = new Map(Array.from(after.trees, ({ family }) => [fold(family), family]));
  const fieldsOf = (key: string) => {
    const [left, right] = [before.names.get(key), after.names.get(key)];
    return LOCALES.filter((locale) => left?.[locale] !== right?.[locale]).map((locale) => `commonName.${locale}`);
  };
  return Array.from(spellings)
    .filter(([key]) => had.has(key))
    .map(([key, name]) => ({ name, fields: fieldsOf(key) }))
    .filter(({ fields }) => fields.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function changedRegions(before: RegionMap | undefined, after: RegionMap | undefined): string[] {
  const [left, right] = [before, after].map((map) => new Map(map?.regions.map(({ name, path }) => [name, path])));
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name)).sort();
}

/** Removed trees, or removed texts in one language of trees that stay. */
export interface Loss {
  of: 'trees' | Locale;
  removed: string[];
  before: number;
}

const MAX_REMOVED = { share: 0.1, number: 5 };

export function isGreatLoss({ removed, before }: Loss): boolean {
  return removed.length > MAX_REMOVED.number && removed.length > MAX_REMOVED.share * before;
}
