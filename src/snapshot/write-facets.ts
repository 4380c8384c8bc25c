// In charge of the filters' values: for each, its trees (as a list or as bitmaps), its count, and how it is written.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { CONSERVATION_STATUSES, LOCALES, type Locale, MONTHS } from '../domain/vocabulary.ts';
import { addTrees, bitmapsOf, mostListed } from './facet-bitmaps.ts';
import type { NamedSections } from './format.ts';
import { MOST_SHORT_VALUES, NO_BITMAP, type Thresholds } from './layout.ts';
import { type ConcatenatedLists, concatenate } from './lists.ts';
import { Pairs } from './pairs.ts';
import type { SectionsToWrite } from './snapshot-writer.ts';
import { writeStrings } from './strings.ts';

type Facts = Pick<Tree, Exclude<Filter, 'tag'>>;

/** The values by which a filter finds a tree; tags count in either language. */
export function filterValues(tree: Tree, filter: Filter): readonly string[] {
  return filter === 'tag' ? LOCALES.flatMap((locale) => tree.texts[locale]?.tags ?? []) : factValues(tree, filter);
}

export function factValues(facts: Facts, filter: Exclude<Filter, 'tag'>): readonly string[] {
  if (filter === 'family') return [facts.family];
  if (filter === 'conservationStatus') return facts.conservationStatus ? [facts.conservationStatus] : [];
  return facts[filter];
}

/** What a record shows. */
export function shownValues(record: Facts & { tags: string[] }, filter: Filter): readonly string[] {
  return filter === 'tag' ? record.tags : factValues(record, filter);
}

export interface CollectedFacet {
  /** What is compared of each value, sorted. */
  keys: string[];
  /** The trees of each. */
  sets: Uint32Array[];
  /** Each as its authors mostly write it, empty where no record of the locale shows it. */
  labels: Record<Locale, string[]>;
}

export type CollectedFacets = Record<Filter, CollectedFacet>;

export function eachFilter<T>(of: (filter: Filter) => T): Record<Filter, T> {
  return Object.fromEntries(FILTERS.map((filter) => [filter, of(filter)])) as Record<Filter, T>;
}

/** Tags alone are another matter in each language. */
export function eachLocale<T>(filter: Filter, of: (locale: Locale) => T): Record<Locale, T> {
  const inEvery = filter === 'tag' ? undefined : of(LOCALES[0]);
  return Object.fromEntries(LOCALES.map((locale) => [locale, inEvery ?? of(locale)])) as Record<Locale, T>;
}

export function writeFacets(
  facets: CollectedFacets,
  trees: number,
  ranks: Uint32Array,
  thresholds: Thresholds,
): SectionsToWrite {
  const most = mostListed(trees, thresholds);
  const withBitmaps: Uint32Array[] = [];
  const sections: SectionsToWrite = {};
  for (const filter of FILTERS) {
    const { keys, sets, labels } = facets[filter];
    const bitmapNumbers = new Uint32Array(keys.length).fill(NO_BITMAP);
    for (const [index, set] of sets.entries()) if (set.length > most) bitmapNumbers[index] = withBitmaps.push(set) - 1;
    const lists = concatenate(
      sets.map((set, index) => (bitmapNumbers[index] === NO_BITMAP ? set : set.subarray(0, 0))),
    );
    const counts = Uint32Array.from(sets, (set) => set.length);
    const values = valuesByTree(sets, trees);
    Object.assign(sections, facetSections(filter, { keys, labels, bitmapNumbers, counts, lists, values }));
  }
  return {
    ...sections,
    bitmaps: bitmapsOf(withBitmaps, trees, (set, into) => addTrees(set, ranks, trees, into)),
  };
}

/** What is written of a filter. */
export interface FacetToWrite extends Pick<CollectedFacet, 'keys' | 'labels'> {
  /** Of each value, among all that have bitmaps. */
  bitmapNumbers: Uint32Array;
  counts: Uint32Array;
  /** The trees of each value; none where it has a bitmap. */
  lists: ConcatenatedLists;
  /** For each tree its values: read one after the other, they take the less time the less room they take. */
  values: ConcatenatedLists;
}

export function facetSections(
  filter: Filter,
  { keys, bitmapNumbers, counts, lists, values, labels }: FacetToWrite,
): NamedSections {
  const areShort = keys.length <= MOST_SHORT_VALUES;
  return Object.assign(
    {
      ...writeStrings(`${filter}.keys`, keys),
      [`${filter}.bitmapNumbers`]: bitmapNumbers,
      [`${filter}.counts`]: counts,
      [`${filter}.trees.offsets`]: lists.offsets,
      [`${filter}.trees.items`]: lists.items,
      [`${filter}.values.offsets`]: values.offsets,
      [`${filter}.values.items`]: areShort ? Uint16Array.from(values.items) : values.items,
    },
    ...LOCALES.map((locale) => ({
      ...writeStrings(`${filter}.labels.${locale}`, labels[locale]),
      [`${filter}.shown.${locale}`]: shownInOrder(filter, labels[locale], locale),
    })),
  );
}

function valuesByTree(sets: Uint32Array[], trees: number): ConcatenatedLists {
  const pairs = new Pairs();
  for (const [value, set] of sets.entries()) for (const tree of set) pairs.add(tree, value);
  const everyTree = Uint32Array.from({ length: trees }, (_, tree) => tree);
  return pairs.lists(everyTree, trees);
}

export function setsIn({ offsets, items }: ConcatenatedLists): Uint32Array[] {
  return Array.from({ length: offsets.length - 1 }, (_, key) => items.subarray(offsets[key], offsets[key + 1]));
}

/** The values that records of a locale show, in their order. */
export function shownInOrder(filter: Filter, labels: string[], locale: Locale): Uint32Array {
  const compare = valueOrder(filter, locale);
  const shown = [...labels.keys()].filter((index) => labels[index] !== '');
  return Uint32Array.from(shown.sort((a, b) => compare(labels[a], labels[b]) || a - b));
}

/** What the records of a locale show. */
export function* shownBy(trees: Iterable<Tree>, filter: Filter, locale: Locale): Generator<string> {
  for (const tree of trees) yield* filter === 'tag' ? servedText(tree, locale).tags : factValues(tree, filter);
}

/** By what is compared of them. `uses` is how often each is used. */
export function mostUsedSpellings(filter: Filter, uses: ReadonlyMap<string, number>): Map<string, string> {
  const best = new Map<string, string>();
  for (const [value, count] of uses) {
    const key = filterKey(filter, value);
    const rival = best.get(key);
    const rivalCount = rival === undefined ? 0 : (uses.get(rival) as number);
    if (rival === undefined || count > rivalCount || (count === rivalCount && value < rival)) best.set(key, value);
  }
  return best;
}

function valueOrder(filter: Filter, locale: Locale): (a: string, b: string) => number {
  const own = vocabularyOf(filter);
  if (own) return (a, b) => own.indexOf(a) - own.indexOf(b);
  return new Intl.Collator(locale).compare;
}

/** All values of a filter whose values are not the authors' own. */
export function vocabularyOf(filter: Filter): readonly string[] | undefined {
  if (filter === 'conservationStatus') return CONSERVATION_STATUSES;
  return filter.endsWith('Season') ? MONTHS : undefined;
}
