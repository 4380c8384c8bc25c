// In charge of what bits stand for: ranks of trees in one of the orderings.

import { NO_TREE, ORDERINGS, wordsFor } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { addRenumbered, type Bitmap, fillFirst } from './bitmap.ts';

export class Space {
  readonly ordering: number;
  /** Rank by tree. */
  readonly ranks: Uint32Array;
  /** Tree by rank. */
  readonly order: Uint32Array;
  /** The set of all trees. */
  readonly all: Bitmap;
  readonly #bitmaps: Bitmap;
  readonly #words: number;

  constructor(snapshot: Snapshot, ordering: number, all: Bitmap) {
    const start = ordering * snapshot.trees;
    const end = start + snapshot.trees;
    this.ordering = ordering;
    this.ranks = snapshot.ranks.subarray(start, end);
    this.order = snapshot.orders.subarray(start, end);
    this.all = all;
    this.#bitmaps = snapshot.bitmaps;
    this.#words = wordsFor(snapshot.trees);
  }

  /** The trees of a filter's value as a bitmap, or undefined where they are kept as a list. */
  bitmapOf(facet: Facet, value: number): Bitmap | undefined {
    const dense = facet.dense[value];
    if (dense === NO_TREE) return undefined;
    const start = (dense * ORDERINGS + this.ordering) * this.#words;
    return this.#bitmaps.subarray(start, start + this.#words);
  }
}

export function spacesOf(snapshot: Snapshot): Space[] {
  const all = new Int32Array(wordsFor(snapshot.trees));
  fillFirst(all, snapshot.trees);
  return Array.from({ length: ORDERINGS }, (_, ordering) => new Space(snapshot, ordering, all));
}

/** Trees by their numbers, which no ordering changes, of trees by their ranks. */
export function byNumber(set: Bitmap, { order }: Space, into: Bitmap): Bitmap {
  addRenumbered(into.fill(0), set, order);
  return into;
}
