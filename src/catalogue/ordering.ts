// In charge of what the bits of a set stand for: the ranks of trees in one of the orderings.

import { cellsFor, NO_BITMAP, ORDERINGS, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { addRenumbered, type Bitmap, fillFirst } from './bitmap.ts';

export class Ordering {
  readonly index: number;
  /** Rank by tree. */
  readonly ranks: Uint32Array;
  /** Tree by rank. */
  readonly order: Uint32Array;
  /** The set of all trees. */
  readonly all: ReadonlyBitmap;
  readonly #bitmaps: ReadonlyBitmap;
  readonly #cells: number;

  constructor(snapshot: Snapshot, index: number, all: ReadonlyBitmap) {
    const start = index * snapshot.trees;
    const end = start + snapshot.trees;
    this.index = index;
    this.ranks = snapshot.ranks.subarray(start, end);
    this.order = snapshot.orders.subarray(start, end);
    this.all = all;
    this.#bitmaps = snapshot.bitmaps;
    this.#cells = cellsFor(snapshot.trees);
  }

  /** The trees of a filter's value as a bitmap, or undefined where they are kept as a list. */
  bitmapOf(facet: Facet, value: number): ReadonlyBitmap | undefined {
    const number = facet.bitmapNumbers[value];
    if (number === NO_BITMAP) return undefined;
    const start = (number * ORDERINGS + this.index) * this.#cells;
    return this.#bitmaps.subarray(start, start + this.#cells);
  }
}

export function orderingsOf(snapshot: Snapshot): Ordering[] {
  const all = new Int32Array(cellsFor(snapshot.trees));
  fillFirst(all, snapshot.trees);
  return Array.from({ length: ORDERINGS }, (_, index) => new Ordering(snapshot, index, all));
}

/** Trees by their numbers, which no ordering changes, of trees by their ranks. */
export function byNumber(set: ReadonlyBitmap, { order }: Ordering, into: Bitmap): Bitmap {
  addRenumbered(into.fill(0), set, order);
  return into;
}
