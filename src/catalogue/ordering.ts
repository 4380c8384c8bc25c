import { cellsFor, NO_BITMAP, ORDERINGS, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { type Bitmap, firstBits, renumber } from './bitmap.ts';

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
  const all = firstBits(snapshot.trees);
  return Array.from({ length: ORDERINGS }, (_, index) => new Ordering(snapshot, index, all));
}

/** The numbers, which no ordering changes, of trees that are given by their ranks. */
export function byNumber(set: ReadonlyBitmap, { order }: Ordering): Bitmap {
  return renumber(set, order);
}
