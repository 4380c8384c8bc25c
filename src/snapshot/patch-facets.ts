// In charge of the filters' values where most trees are as they were: which values these have is known.

import { type Filter, filterKey } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import { type ConcatenatedLists, NO_NUMBER } from './lists.ts';
import { listsByTree } from './lists-by-tree.ts';
import { NumberedTexts } from './numbered-texts.ts';
import type { Facet } from './open.ts';
import { Labels, spellingsOfDropped } from './patch-labels.ts';
import { eachFilter, eachLocale, filterValues } from './write-facets.ts';

/** What is known of a filter where most trees are as they were. */
export interface PatchedFacet {
  /** What is compared of each value, sorted. */
  keys: string[];
  /** What number each had before; NO_NUMBER for a new one. */
  before: Uint32Array;
  /** How many trees have each. */
  counts: Uint32Array;
  /** For each tree its values. */
  values: ConcatenatedLists;
  labels: Record<Locale, string[]>;
}

export type PatchedFacets = Record<Filter, PatchedFacet>;

export function patchFacets(fresh: FreshTrees, base: Base): PatchedFacets {
  const gone = spellingsOfDropped(base);
  return eachFilter((filter) => {
    const patched = patchValues(filter, fresh, base);
    const labelsIn = (locale: Locale) => new Labels(base, fresh, filter, locale).of(patched, gone[locale][filter]);
    return { ...patched, labels: eachLocale(filter, labelsIn) };
  });
}

function patchValues(filter: Filter, fresh: FreshTrees, base: Base): Omit<PatchedFacet, 'labels'> {
  const known = base.snapshot.facets[filter];
  const table = new NumberedTexts();
  for (let key = 0; key < known.keys.length; key++) table.numberOf(known.keys.get(key));
  const own = new Map<number, Set<number>>();
  for (const [tree, changed] of fresh)
    own.set(tree, new Set(filterValues(changed, filter).map((value) => table.numberOf(filterKey(filter, value)))));
  const uses = usesOf(table.length, own.values(), known, base);
  const { texts: keys, places } = table.sorted(Uint8Array.from(uses, (count) => Number(count > 0)));
  const before = new Uint32Array(keys.length).fill(NO_NUMBER);
  const counts = new Uint32Array(keys.length);
  for (let number = 0; number < table.length; number++) {
    if (uses[number] === 0) continue;
    counts[places[number]] = uses[number];
    if (number < known.keys.length) before[places[number]] = number;
  }
  const placesOf = (numbers: Set<number>) => Array.from(numbers, (number) => places[number]).sort((a, b) => a - b);
  const ownPlaces = new Map(Array.from(own, ([tree, numbers]) => [tree, placesOf(numbers)]));
  return { keys, before, counts, values: listsByTree(known.values, places, ownPlaces, base) };
}

/** How many trees have each value, by its number before, or a new one. */
function usesOf(values: number, own: Iterable<Set<number>>, known: Facet, base: Base): Uint32Array {
  const uses = new Uint32Array(values);
  uses.set(known.counts);
  for (const tree of base.dropped()) {
    const { offsets, items } = known.values;
    for (let at = offsets[tree]; at < offsets[tree + 1]; at++) uses[items[at]]--;
  }
  for (const numbers of own) for (const number of numbers) uses[number]++;
  return uses;
}
