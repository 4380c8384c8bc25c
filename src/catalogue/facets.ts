// In charge of the facets: how many trees each value of a field would give, most first.

import { FILTERS, type Filter, NO_TREE, wordsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Locale } from '../vocabulary.ts';
import { type Bitmap, intersect, lowestBit, subtract } from './bitmap.ts';
import type { Matches } from './condition.ts';
import type { FacetCount } from './query.ts';
import { byNumber, type Space } from './space.ts';

export const MOST_VALUES = 100;

export type Facets = Partial<Record<Filter, FacetCount[]>>;

export class FacetCounter {
  readonly #snapshot: Snapshot;
  /** By value, as in the snapshot. */
  readonly #counts: Uint32Array;
  /** For each field, how many steps it takes to look at the trees of all its values. */
  readonly #steps: Map<Filter, number>;
  /** Labels that were shown before. */
  readonly #labels: Record<Locale, string[]>;
  readonly #trees: Bitmap;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot) {
    const words = wordsFor(snapshot.trees);
    this.#snapshot = snapshot;
    this.#counts = new Uint32Array(snapshot.counts.length);
    this.#steps = new Map(FILTERS.map((field) => [field, stepsByValue(snapshot, field)]));
    this.#labels = { en: [], es: [] };
    this.#trees = new Int32Array(words);
    this.#spare = new Int32Array(words);
  }

  /** Counts tree by tree or value by value, whichever is less work. */
  count(fields: Filter[], matches: Matches, space: Space, locale: Locale): Facets {
    const { trees, values } = this.#snapshot;
    const fewer = Math.min(matches.total, trees - matches.total);
    const stepsByTree = (fewer * values.numbers.length) / trees;
    const steps = fields.reduce((sum, field) => sum + (this.#steps.get(field) as number), 0);
    if (stepsByTree < steps) this.#countByTree(matches, space);
    else for (const field of fields) this.#countByValue(field, matches, space);
    return Object.fromEntries(fields.map((field) => [field, this.#mostFirst(field, locale)]));
  }

  /** The values of all fields. Of most trees, it is sooner known what the others have. */
  #countByTree({ set, total }: Matches, space: Space): void {
    const all = this.#snapshot.counts;
    const counts = this.#counts.fill(0);
    const areMost = total > this.#snapshot.trees / 2;
    this.#addValuesOf(areMost ? subtract(space.all, set, this.#spare) : set, space);
    for (let value = 0; areMost && value < counts.length; value++) counts[value] = all[value] - counts[value];
  }

  /** By their numbers, trees are met in the order in which their values lie. */
  #addValuesOf(set: Bitmap, space: Space): void {
    const { offsets, numbers } = this.#snapshot.values;
    const counts = this.#counts;
    const trees = byNumber(set, space, this.#trees);
    for (let word = 0; word < trees.length; word++) {
      for (let rest = trees[word]; rest !== 0; rest &= rest - 1) {
        const tree = word * 32 + lowestBit(rest);
        const end = offsets[tree + 1];
        for (let at = offsets[tree]; at < end; at++) counts[numbers[at]]++;
      }
    }
  }

  #countByValue(field: Filter, { set }: Matches, space: Space): void {
    const facet = this.#snapshot.facets[field];
    const { offsets, numbers } = facet.trees;
    const trees = numbers.length > 0 ? byNumber(set, space, this.#trees) : this.#trees;
    for (let value = 0; value < facet.keys.length; value++) {
      const bitmap = space.bitmapOf(facet, value);
      this.#counts[facet.firstValue + value] = bitmap
        ? intersect(set, bitmap)
        : countListed(trees, numbers, offsets[value], offsets[value + 1]);
    }
  }

  /**
   * The values that are shown in the locale. Count and place are sorted as one number: the larger count, and then the earlier
   * place, gives the larger one.
   */
  #mostFirst(field: Filter, locale: Locale): FacetCount[] {
    const { shown, firstValue } = this.#snapshot.facets[field];
    const values = shown[locale];
    const sorted = new Float64Array(values.length);
    for (let place = 0; place < values.length; place++) {
      sorted[place] = this.#counts[firstValue + values[place]] * values.length + values.length - 1 - place;
    }
    sorted.sort();
    const found: FacetCount[] = [];
    for (let at = sorted.length - 1; at >= 0 && found.length < MOST_VALUES; at--) {
      const value = values[values.length - 1 - (sorted[at] % values.length)];
      const count = this.#counts[firstValue + value];
      if (count === 0) break;
      found.push({ value: this.#labelOf(field, value, locale), count });
    }
    return found;
  }

  #labelOf(field: Filter, value: number, locale: Locale): string {
    const { firstValue, labels } = this.#snapshot.facets[field];
    this.#labels[locale][firstValue + value] ??= labels[locale].get(value);
    return this.#labels[locale][firstValue + value];
  }
}

function stepsByValue({ facets, trees }: Snapshot, field: Filter): number {
  const { dense, trees: lists } = facets[field];
  const bitmaps = dense.reduce((sum, each) => sum + Number(each !== NO_TREE), 0);
  return lists.numbers.length + bitmaps * wordsFor(trees);
}

/** Without a branch, which would be guessed wrong half of the time. */
function countListed(trees: Bitmap, numbers: Uint32Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const tree = numbers[at];
    count += (trees[tree >>> 5] >>> (tree & 31)) & 1;
  }
  return count;
}
