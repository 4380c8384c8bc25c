// In charge of the filters' values: for each, its trees (as a list or as bitmaps), its count, and how it is written.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { CONSERVATION_STATUSES, LOCALES, type Locale, MONTHS } from '../domain/vocabulary.ts';
import type { NamedSections } from './format.ts';
import { cellsFor, MOST_SHORT_VALUES, NO_BITMAP, ORDERINGS, type Thresholds } from './layout.ts';
import { type ConcatenatedLists, writeLists } from './lists.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import { writeStrings } from './strings.ts';

type Facts = Pick<Tree, Exclude<Filter, 'tag'>>;

/** The values by which a filter finds a tree; tags count in either language. */
export function filterValues(tree: Tree, filter: Filter): readonly string[] {
  return filter === 'tag' ? LOCALES.flatMap((locale) => tree.texts[locale]?.tags ?? []) : factValues(tree, filter);
}

function factValues(facts: Facts, filter: Exclude<Filter, 'tag'>): readonly string[] {
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

export function collectFacets(trees: Tree[]): CollectedFacets {
  return eachFilter((filter) => {
    const { keys, sets } = collectSets(trees, filter);
    const labelsIn = (locale: Locale) => {
      const spellings = mostUsedSpellings(filter, shownBy(trees, filter, locale));
      return keys.map((key) => spellings.get(key) ?? '');
    };
    return { keys, sets, labels: eachLocale(filter, labelsIn) };
  });
}

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
): NamedSections {
  const most = thresholds.value * cellsFor(trees);
  const bitmaps: Uint32Array[] = [];
  const sections: NamedSections = {};
  for (const filter of FILTERS) {
    const { keys, sets, labels } = facets[filter];
    const bitmapNumbers = new Uint32Array(keys.length).fill(NO_BITMAP);
    for (const [index, set] of sets.entries()) {
      if (set.length > most) bitmapNumbers[index] = bitmaps.push(toBitmaps(set, ranks, trees)) - 1;
    }
    const lists = sets.map((set, index) => (bitmapNumbers[index] === NO_BITMAP ? set : set.subarray(0, 0)));
    Object.assign(
      sections,
      writeStrings(`${filter}.keys`, keys),
      { [`${filter}.bitmapNumbers`]: bitmapNumbers, [`${filter}.counts`]: Uint32Array.from(sets, (set) => set.length) },
      writeLists(`${filter}.trees`, lists),
      writeValues(`${filter}.values`, sets, trees),
      ...LOCALES.map((locale) => ({
        ...writeStrings(`${filter}.labels.${locale}`, labels[locale]),
        [`${filter}.shown.${locale}`]: shownInOrder(filter, labels[locale], locale),
      })),
    );
  }
  return { ...sections, bitmaps: concat(bitmaps) };
}

/** For each tree its values: read one after the other, they take the less time the less room they take. */
function writeValues(name: string, sets: Uint32Array[], trees: number): NamedSections {
  const valuesByTree = new Pairs();
  for (const [value, set] of sets.entries()) for (const tree of set) valuesByTree.add(tree, value);
  const everyTree = Uint32Array.from({ length: trees }, (_, tree) => tree);
  const { offsets, items } = valuesByTree.lists(everyTree, trees);
  const areShort = sets.length <= MOST_SHORT_VALUES;
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: areShort ? Uint16Array.from(items) : items };
}

function collectSets(trees: Tree[], filter: Filter): Pick<CollectedFacet, 'keys' | 'sets'> {
  const table = new NumberedTexts();
  const numbers = new Map<string, number>();
  const numberOf = (value: string) =>
    numbers.getOrInsertComputed(value, () => table.numberOf(filterKey(filter, value)));
  const treesByKey = new Pairs();
  for (const [tree, each] of trees.entries()) {
    for (const key of new Set(filterValues(each, filter).map(numberOf))) treesByKey.add(key, tree);
  }
  const { texts: keys, places } = table.sorted();
  return { keys, sets: setsIn(treesByKey.lists(places, keys.length)) };
}

export function setsIn({ offsets, items }: ConcatenatedLists): Uint32Array[] {
  return Array.from({ length: offsets.length - 1 }, (_, key) => items.subarray(offsets[key], offsets[key + 1]));
}

/** The set in every ordering: bit r stands for the tree at rank r, so that a page is a stretch of bits. */
function toBitmaps(set: Uint32Array, ranks: Uint32Array, trees: number): Uint32Array {
  const cells = cellsFor(trees);
  const bitmaps = new Uint32Array(ORDERINGS * cells);
  for (let ordering = 0; ordering < ORDERINGS; ordering++) {
    const [firstRank, firstCell] = [ordering * trees, ordering * cells];
    for (let at = 0; at < set.length; at++) {
      const rank = ranks[firstRank + set[at]];
      bitmaps[firstCell + (rank >>> 5)] |= 1 << (rank & 31);
    }
  }
  return bitmaps;
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

/** By what is compared of them. */
export function mostUsedSpellings(filter: Filter, values: Iterable<string>): Map<string, string> {
  const uses = new Map<string, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
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

function concat(parts: Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
