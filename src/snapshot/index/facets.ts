// Computes the values of each filter: what is compared of them, their trees, and how they are mostly spelled.

import { FILTERS, type Filter, filterKey } from '../../domain/questions.ts';
import { CONSERVATION_STATUSES, type Locale, MONTHS } from '../../domain/vocabulary.ts';
import { type Columns, localesOf, mapped, spellingsIn } from '../columns/columns.ts';
import { GrowingLists } from '../columns/growing-lists.ts';
import { VisitedSet } from '../columns/visited-set.ts';
import { byLocale } from '../layout.ts';
import { type IdLists, inverted } from '../sections/lists.ts';
import { sortByCodePoints, textsIn } from '../sections/strings.ts';

export interface Facet {
  /** What is compared of each value, sorted. */
  keys: string[];
  /** The trees of each value. */
  trees: IdLists<Uint32Array>;
  /** The values of each tree, in ascending order. */
  values: IdLists<Uint32Array>;
  /** The spelling of each value that most records of a locale show; empty if none shows it. */
  labels: Record<Locale, string[]>;
}

export type Facets = Record<Filter, Facet>;

export function computeFacets(columns: Columns): Facets {
  return mapped(FILTERS, (filter) => computeFacet(columns, filter));
}

function computeFacet({ trees, dictionaries, lists }: Columns, filter: Filter): Facet {
  const spellings = textsIn(dictionaries[`spellings.${filter}`]);
  const keyOfSpelling = spellings.map((spelling) => filterKey(filter, spelling));
  const keys = sortByCodePoints([...new Set(keyOfSpelling)]);
  const numbers = new Map(keys.map((key, number) => [key, number]));
  const keyOf = Uint32Array.from(keyOfSpelling, (key) => numbers.get(key) as number);
  const columnsOfFilter = localesOf(filter).map((locale) => lists[spellingsIn(filter, locale)]);
  const treesOfKeys = inverted(keysByTree(columnsOfFilter, keyOf, trees), keys.length);
  const mostUsed = columnsOfFilter.map((column) => mostUsedSpellings(column, keyOf, keys.length));
  const labels = byLocale((locale) => {
    const [first] = mostUsed;
    const used = mostUsed[localesOf(filter).indexOf(locale)] ?? first;
    return Array.from(used, (spelling) => spellings[spelling] ?? '');
  });
  return { keys, trees: treesOfKeys, values: inverted(treesOfKeys, trees), labels };
}

/** Each key of a tree once: a tree is found by its tags in any language. */
function keysByTree(columns: IdLists[], keyOf: Uint32Array, trees: number): IdLists {
  const keys = new GrowingLists();
  const visited = new VisitedSet();
  for (let tree = 0; tree < trees; tree++) {
    visited.clear();
    for (const { offsets, items } of columns)
      for (let at = offsets[tree]; at < offsets[tree + 1]; at++)
        if (visited.visit(keyOf[items[at]])) keys.add(keyOf[items[at]]);
    keys.endList();
  }
  return keys.finish();
}

/** For each key the id of its spelling, or -1. The first by code points wins if two are used equally often. */
function mostUsedSpellings({ items }: IdLists, keyOf: Uint32Array, keys: number): Int32Array {
  const counts = new Uint32Array(keyOf.length);
  for (let at = 0; at < items.length; at++) counts[items[at]]++;
  const best = new Int32Array(keys).fill(-1);
  for (let spelling = 0; spelling < counts.length; spelling++) {
    const rival = best[keyOf[spelling]];
    if (counts[spelling] > (rival === -1 ? 0 : counts[rival])) best[keyOf[spelling]] = spelling;
  }
  return best;
}

/** The values that records of a locale show, in their order. */
export function shownInOrder(filter: Filter, labels: string[], locale: Locale): Uint32Array {
  const compare = valueOrder(filter, locale);
  const shown = [...labels.keys()].filter((index) => labels[index] !== '');
  return Uint32Array.from(shown.sort((a, b) => compare(labels[a], labels[b]) || a - b));
}

function valueOrder(filter: Filter, locale: Locale): (a: string, b: string) => number {
  const own = vocabularyOf(filter);
  if (own) return (a, b) => own.indexOf(a) - own.indexOf(b);
  return new Intl.Collator(locale).compare;
}

/** All values of a filter whose values authors don't choose. */
function vocabularyOf(filter: Filter): readonly string[] | undefined {
  if (filter === 'conservationStatus') return CONSERVATION_STATUSES;
  return filter.endsWith('Season') ? MONTHS : undefined;
}
