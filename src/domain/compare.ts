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

/** So much of a tree as is looked at where it is the very same before and after. */
type Listed = Pick<Tree, 'slug' | 'family'> & ({ texts: Tree['texts'] } | { locales: Locale[] });

/** Trees that are the same object before and after are the same; all others are whole. */
export interface Compared {
  trees: (Tree | Listed)[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** Trees, or the texts of those that stay in one language, of which some are removed. */
export interface Loss {
  of: 'trees' | Locale;
  removed: string[];
  before: number;
}

/** More than this share of the trees or of the texts in a language, and more than a few, are not removed without a word. */
const MOST_REMOVED = { share: 0.1, number: 5 };

export function compare(before: Compared, after: Compared): Difference {
  const old = new Map(before.trees.map((tree) => [tree.slug, tree]));
  const [families, map] = [changedFamilies(before, after), changedRegions(before.map, after.map)];
  const difference: Difference = { added: [], removed: [], changed: [], families, map };
  for (const tree of after.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
    const earlier = old.get(tree.slug);
    old.delete(tree.slug);
    if (!earlier) difference.added.push(tree.slug);
    else if (!isSame(earlier, tree)) {
      const fields = changedFields(earlier as Tree, tree as Tree);
      if (fields.length > 0) difference.changed.push({ slug: tree.slug, fields });
    }
  }
  difference.removed = [...old.keys()].sort();
  return difference;
}

/** What is removed in such numbers that it may be a mistake. */
export function greatLoss(before: Listed[], after: Listed[]): Loss | undefined {
  const left = new Map(after.map((tree) => [tree.slug, tree]));
  const changed = before.filter((tree) => left.get(tree.slug) !== tree);
  const [staying, gone] = [changed.filter(({ slug }) => left.has(slug)), changed.filter(({ slug }) => !left.has(slug))];
  const textsLost = (locale: Locale) =>
    staying.filter((tree) => hasText(tree, locale) && !hasText(left.get(tree.slug) as Listed, locale));
  const textsBefore = (locale: Locale) => before.filter((tree) => left.has(tree.slug) && hasText(tree, locale)).length;
  const losses = [
    lossOf('trees', gone, () => before.length),
    ...LOCALES.map((locale) => lossOf(locale, textsLost(locale), () => textsBefore(locale))),
  ];
  return losses.find((loss) => loss !== undefined);
}

/** Undefined where it is not great. */
function lossOf(of: Loss['of'], lost: Listed[], countBefore: () => number): Loss | undefined {
  if (lost.length <= MOST_REMOVED.number) return undefined;
  const before = countBefore();
  if (lost.length <= MOST_REMOVED.share * before) return undefined;
  return { of, removed: lost.map(({ slug }) => slug).sort(), before };
}

function hasText(tree: Listed, locale: Locale): boolean {
  return 'locales' in tree ? tree.locales.includes(locale) : tree.texts[locale] !== undefined;
}

/** Most are, and then this tells it soonest. */
function isSame(before: Listed, after: Listed): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
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
function changedFamilies(before: Compared, after: Compared): Difference['families'] {
  const had = new Set(familiesOf(before).map(fold));
  const spellings = new Map(familiesOf(after).map((family) => [fold(family), family]));
  return [...spellings]
    .filter(([key]) => had.has(key))
    .map(([key, name]) => {
      const [left, right] = [before.families.get(key), after.families.get(key)];
      const changed = LOCALES.filter((locale) => left?.[locale] !== right?.[locale]);
      return { name, fields: changed.map((locale) => `commonName.${locale}`) };
    })
    .filter(({ fields }) => fields.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Each as it is spelt, once: many trees share one. */
function familiesOf({ trees }: Compared): string[] {
  return [...new Set(trees.map(({ family }) => family))];
}

function changedRegions(before: RegionMap | undefined, after: RegionMap | undefined): string[] {
  const [left, right] = [before, after].map((map) => new Map(map?.regions.map(({ name, path }) => [name, path])));
  return [...new Set([...left.keys(), ...right.keys()])].filter((name) => left.get(name) !== right.get(name)).sort();
}
