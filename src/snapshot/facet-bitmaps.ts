// In charge of the values of filters that many trees have: the trees of each as bits, in every ordering.

import { cellsFor, ORDERINGS, type Thresholds } from './layout.ts';
import type { Writing } from './snapshot-writer.ts';

/** A value that more trees have is kept as bitmaps. */
export function mostListed(trees: number, thresholds: Thresholds): number {
  return thresholds.value * cellsFor(trees);
}

/** Sets in every ordering, one after the other, each made in the same memory and written where it stays. */
export function bitmapsOf<T>(sets: T[], trees: number, make: (set: T, into: Uint32Array) => void): Writing {
  return (into) => {
    const bitmaps = new Uint32Array(ORDERINGS * cellsFor(trees));
    for (const set of sets) {
      make(set, bitmaps.fill(0));
      into.appendBytes(new Uint8Array(bitmaps.buffer));
    }
  };
}

/** In every ordering bit r stands for the tree at rank r, so that a page is a stretch of bits. */
export function addTrees(set: ArrayLike<number>, ranks: Uint32Array, trees: number, into: Uint32Array): void {
  const cells = cellsFor(trees);
  for (let ordering = 0; ordering < ORDERINGS; ordering++) {
    const [firstRank, firstCell] = [ordering * trees, ordering * cells];
    for (let at = 0; at < set.length; at++) {
      const rank = ranks[firstRank + set[at]];
      into[firstCell + (rank >>> 5)] |= 1 << (rank & 31);
    }
  }
}
