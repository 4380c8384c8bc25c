// In charge of the filters: the trees that have any of a filter's values, and that for all of the filters.

import { FILTERS, type Filter, NO_TREE, ORDERINGS, wordsFor } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { fold } from '../vocabulary.ts';
import { add, addAll, type Bitmap, keepCommon } from './bitmap.ts';
import type { ListQuery } from './query.ts';

/** Bits stand for ranks in one ordering. */
export interface Space {
  ordering: number;
  /** Rank by tree. */
  ranks: Uint32Array;
  /** Tree by rank. */
  order: Uint32Array;
}

export function spaceOf(snapshot: Snapshot, ordering: number): Space {
  const start = ordering * snapshot.trees;
  const end = start + snapshot.trees;
  return { ordering, ranks: snapshot.ranks.subarray(start, end), order: snapshot.orders.subarray(start, end) };
}

export class Filters {
  readonly #snapshot: Snapshot;
  readonly #words: number;
  readonly #union: Bitmap;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#words = wordsFor(snapshot.trees);
    this.#union = new Uint32Array(this.#words);
  }

  /** Removes from the set what the query's filters leave out; `except` is not applied. */
  narrow(set: Bitmap, filters: ListQuery['filters'], space: Space, except?: Filter): void {
    for (const filter of FILTERS) {
      const values = filters[filter];
      if (values && filter !== except) keepCommon(set, this.#anyOf(this.#snapshot.facets[filter], values, space));
    }
  }

  /** A value's bitmap in a space, or undefined where its trees are kept as a list. */
  bitmapOf(facet: Facet, value: number, space: Space): Bitmap | undefined {
    const dense = facet.dense[value];
    if (dense === NO_TREE) return undefined;
    const start = (dense * ORDERINGS + space.ordering) * this.#words;
    return this.#snapshot.bitmaps.subarray(start, start + this.#words);
  }

  #anyOf(facet: Facet, values: string[], space: Space): Bitmap {
    if (values.length === 1) {
      const only = facet.keys.find(fold(values[0]));
      const bitmap = only === -1 ? undefined : this.bitmapOf(facet, only, space);
      if (bitmap) return bitmap;
    }
    this.#union.fill(0);
    for (const text of values) {
      const value = facet.keys.find(fold(text));
      if (value !== -1) this.#addValue(facet, value, space);
    }
    return this.#union;
  }

  #addValue(facet: Facet, value: number, space: Space): void {
    const bitmap = this.bitmapOf(facet, value, space);
    if (bitmap) addAll(this.#union, bitmap);
    const { offsets, numbers } = facet.trees;
    for (let at = offsets[value]; at < offsets[value + 1]; at++) add(this.#union, space.ranks[numbers[at]]);
  }
}
