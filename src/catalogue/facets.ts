// Counts how many trees each value of a field would give, most first.

import { FILTERS, type Filter } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { cellsFor, NO_BITMAP, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import type { Strings } from '../snapshot/sections/strings.ts';
import { intersect, lowestBit, subtract } from './bitmap.ts';
import type { Matches } from './matches.ts';
import { byNumber, type Ordering } from './ordering.ts';
import type { FacetCount } from './query.ts';

export const MAX_VALUES = 100;

export class FacetCounter {
  readonly #snapshot: Snapshot;
  readonly #counts: Uint32Array;
  /** For each field, the cost of reading the trees of all its values. */
  readonly #steps: Map<Filter, number>;
  /** Decoded labels. */
  readonly #labels: Map<Strings, string[]>;

  constructor(snapshot: Snapshot) {
    const facets = Object.values(snapshot.facets);
    this.#snapshot = snapshot;
    this.#counts = new Uint32Array(Math.max(...facets.map(({ keys }) => keys.length)));
    this.#steps = new Map(FILTERS.map((field) => [field, stepsByValue(snapshot, field)]));
    this.#labels = new Map(facets.flatMap(({ labels }) => Object.values(labels).map((each) => [each, []])));
  }

  /** Counts the other trees, if they are fewer. */
  count(field: Filter, { set, total }: Matches, ordering: Ordering, locale: Locale): FacetCount[] {
    const facet = this.#snapshot.facets[field];
    const areMost = total > this.#snapshot.trees / 2;
    const size = areMost ? this.#snapshot.trees - total : total;
    const fewer = areMost ? subtract(ordering.all, set) : set;
    if (size * stepsByTree(facet) < (this.#steps.get(field) as number))
      this.#countByTree(facet, byNumber(fewer, ordering));
    else this.#countByValue(facet, fewer, ordering);
    if (areMost) for (const [value, all] of facet.counts.entries()) this.#counts[value] = all - this.#counts[value];
    return this.#mostFirst(facet, locale);
  }

  /** Bitmaps hold ranks, lists hold numbers of trees. */
  #countByValue(facet: Facet, set: ReadonlyBitmap, ordering: Ordering): void {
    const { offsets, items } = facet.trees;
    const trees = items.length > 0 ? byNumber(set, ordering) : set;
    for (let value = 0; value < facet.keys.length; value++) {
      const bitmap = ordering.bitmapOf(facet, value);
      this.#counts[value] = bitmap
        ? intersect(set, bitmap)
        : countListed(trees, items, offsets[value], offsets[value + 1]);
    }
  }

  #countByTree({ values: { offsets, items } }: Facet, trees: ReadonlyBitmap): void {
    const counts = this.#counts.fill(0);
    for (let cell = 0; cell < trees.length; cell++) {
      for (let rest = trees[cell]; rest !== 0; rest &= rest - 1) {
        const tree = cell * 32 + lowestBit(rest);
        const end = offsets[tree + 1];
        for (let at = offsets[tree]; at < end; at++) counts[items[at]]++;
      }
    }
  }

  /** Sorts count and place as one number: the larger count, then the earlier place, gives the larger one. */
  #mostFirst({ shown, labels }: Facet, locale: Locale): FacetCount[] {
    const values = shown[locale];
    const sorted = new Float64Array(values.length);
    for (let place = 0; place < values.length; place++) {
      sorted[place] = this.#counts[values[place]] * values.length + values.length - 1 - place;
    }
    sorted.sort();
    const found: FacetCount[] = [];
    const decoded = this.#labels.get(labels[locale]) as string[];
    for (let at = sorted.length - 1; at >= 0 && found.length < MAX_VALUES; at--) {
      const value = values[values.length - 1 - (sorted[at] % values.length)];
      const count = this.#counts[value];
      if (count === 0) break;
      decoded[value] ??= labels[locale].get(value);
      found.push({ value: decoded[value], count });
    }
    return found;
  }
}

/** The cost of one tree, in reads of a list entry: four to find the tree, and two for each value. */
function stepsByTree({ values: { offsets, items } }: Facet): number {
  return 4 + (2 * items.length) / (offsets.length - 1);
}

function stepsByValue({ facets, trees }: Snapshot, field: Filter): number {
  const { bitmapNumbers, trees: lists } = facets[field];
  const bitmaps = bitmapNumbers.filter((each) => each !== NO_BITMAP).length;
  return lists.items.length + bitmaps * cellsFor(trees);
}

/** Without a branch, which the processor would mispredict half of the time. */
function countListed(trees: ReadonlyBitmap, items: Uint32Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const tree = items[at];
    count += (trees[tree >>> 5] >>> (tree & 31)) & 1;
  }
  return count;
}
