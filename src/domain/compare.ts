// In charge of what changed between two catalogues: trees added, removed, and changed, by field; families called otherwise, and regions
// of its own map drawn otherwise.

import type { RegionMap } from './region-map.ts';
import type { FamilyNames, Tree } from './tree.ts';
import { fold, LOCALES, type Locale } from './vocabulary.ts';

export interface Difference {
  added: string[];
  removed: string[];
  changed: { slug: string; fields: string[] }[];
  families: { name: string; fields: string[] }[];
  /** The regions of its own map that are drawn otherwise, or no longer. */
  map: string[];
}

/** So much of a tree as is looked at where it is the same before and after. */
export type Listed = Pick<Tree, 'slug' | 'family'> &
  ({ texts: Partial<Record<Locale, unknown>> } | { locales: Locale[] });

export interface Compared {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** Trees that are not compared: those that are the same before and after, and those of which none had the slug before. */
export interface Apart<T extends Listed = Listed> {
  same: T[];
  added: T[];
}

export const NONE_APART: Apart = { same: [], added: [] };

/** Trees, or the texts of those that stay in one language, of which some are removed. */
export interface Loss {
  of: 'trees' | Locale;
  removed: string[];
  before: number;
}

/** More than this share of the trees or of the texts in a language, and more than a few, are not removed without a word. */
const MOST_REMOVED = { share: 0.1, number: 5 };

/** Trees may be set apart. */
export function compare(before: Compared, after: Compared, apart = NONE_APART): Difference {
  const old = new Map(before.trees.map((tree) => [tree.slug, tree]));
  const [families, map] = [changedFamilies(before, after, apart), changedRegions(before.map, after.map)];
  const difference: Difference = { added: slugsOf(apart.added), removed: [], changed: [], families, map };
  for (const tree of after.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
    const earlier = old.get(tree.slug);
    old.delete(tree.slug);
    if (!earlier) difference.added.push(tree.slug);
    else if (JSON.stringify(earlier) !== JSON.stringify(tree)) {
      const fields = changedFields(earlier, tree);
      if (fields.length > 0) difference.changed.push({ slug: tree.slug, fields });
    }
  }
  difference.added.sort();
  difference.removed = [...old.keys()].sort();
  return difference;
}

function slugsOf(trees: Listed[]): string[] {
  return trees.map(({ slug }) => slug);
}

/** What is removed in such numbers that it may be a mistake. Trees that are the same in both may be set apart. */
export function greatLoss(before: Tree[], after: Tree[], same: Listed[] = []): Loss | undefined {
  const left = new Map(after.map((tree) => [tree.slug, tree]));
  const [staying, gone] = [before.filter(({ slug }) => left.has(slug)), before.filter(({ slug }) => !left.has(slug))];
  const textsLost = (locale: Locale) =>
    staying.filter((tree) => hasText(tree, locale) && !hasText(left.get(tree.slug) as Tree, locale));
  const textsBefore = (locale: Locale) => [...staying, ...same].filter((tree) => hasText(tree, locale)).length;
  const losses = [
    lossOf('trees', gone, () => before.length + same.length),
    ...LOCALES.map((locale) => lossOf(locale, textsLost(locale), () => textsBefore(locale))),
  ];
  return losses.find((loss) => loss !== undefined);
}

/** Undefined where it is not great. */
function lossOf(of: Loss['of'], lost: Tree[], countBefore: () => number): Loss | undefined {
  if (lost.length <= MOST_REMOVED.number) return undefined;
  const before = countBefore();
  if (lost.length <= MOST_REMOVED.share * before) return undefined;
  return { of, removed: lost.map(({ slug }) => slug).sort(), before };
}

function hasText(tree: Listed, locale: Locale): boolean {
  return 'locales' in tree ? tree.locales.includes(locale) : tree.texts[locale] !== undefined;
}

/** Facts by their names, texts with their language: `title.es`; authored extras by their own: `attributes.bark.en`. */
function changedFields(before: Tree, after: Tree): string[] {
  const [left, right] = [flatten(before), flatten(after)];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => left.get(name) !== right.get(name)).sort();
}

function flatten({ slug: _, texts, ...facts }: Tree): Map<string, string> {
  const values = new Map(Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]));
  for (const [locale, { attributes, ...text }] of Object.entries(texts)) {
    for (const [name, value] of Object.entries(text)) values.set(`${name}.${locale}`, JSON.stringify(value));
    for (const [name, value] of Object.entries(attributes))
      values.set(`attributes.${name}.${locale}`, JSON.stringify(value));
  }
  return values;
}

/** Only of families that have trees before and after: others are told by their trees, or shown nowhere. */
function changedFamilies(before: Compared, after: Compared, { same, added }: Apart): Difference['families'] {
  const fieldsOf = (key: string) => {
    const [left, right] = [before.families.get(key), after.families.get(key)];
    return LOCALES.filter((locale) => left?.[locale] !== right?.[locale]).map((locale) => `commonName.${locale}`);
  };
  const named = new Set([...before.families.keys(), ...after.families.keys()]);
  const changed = new Map(
    [...named].map((key) => [key, fieldsOf(key)] as const).filter(([, { length }]) => length > 0),
  );
  if (changed.size === 0) return [];
  const had = new Set(familiesOf(before, same).map(fold));
  const spellings = new Map(familiesOf(after, [...same, ...added]).map((family) => [fold(family), family]));
  return [...changed]
    .filter(([key]) => had.has(key) && spellings.has(key))
    .map(([key, fields]) => ({ name: spellings.get(key) as string, fields }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Each as it is spelt, once: many trees share one. In an order that does not follow from what is set apart. */
function familiesOf({ trees }: Compared, others: Listed[]): string[] {
  return [...new Set([...trees, ...others].map(({ family }) => family))].sort();
}

function changedRegions(before: RegionMap | undefined, after: RegionMap | undefined): string[] {
  const [left, right] = [before, after].map((map) => new Map(map?.regions.map(({ name, path }) => [name, path])));
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name)).sort();
}
