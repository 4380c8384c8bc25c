// In charge of sets of trees as bits that are as they were, but for the ranks of the trees: stretches of bits go where their trees are
// now, many at a time.

import type { Base } from './base.ts';
import { cellsFor, NO_TREE, ORDERINGS, type ReadonlyBitmap } from './layout.ts';

/** Trees that follow each other in an ordering as they did before. */
interface Stretch {
  /** The rank of the first one, and what it was. */
  first: number;
  before: number;
  length: number;
}

export class MovedBits {
  /** Whether it has fewer stretches than cells. */
  readonly isShort: boolean;
  readonly #bitmaps: ReadonlyBitmap;
  readonly #cellsBefore: number;
  readonly #cells: number;
  readonly #stretches: Stretch[][];

  /** `ranks` are of all trees in all orderings. */
  constructor(base: Base, ranks: Uint32Array) {
    this.#bitmaps = base.snapshot.bitmaps;
    this.#cellsBefore = cellsFor(base.snapshot.trees);
    this.#cells = cellsFor(base.trees);
    this.#stretches = Array.from({ length: ORDERINGS }, (_, ordering) => stretchesIn(ordering, base, ranks));
    this.isShort = this.#stretches.flat().length < ORDERINGS * this.#cells;
  }

  /** What a set that the snapshot before has as bits, by its number there, is now in all orderings. */
  copy(number: number, into: Uint32Array): void {
    for (const [ordering, stretches] of this.#stretches.entries()) {
      const start = (number * ORDERINGS + ordering) * this.#cellsBefore;
      const known = this.#bitmaps.subarray(start, start + this.#cellsBefore);
      const cells = into.subarray(ordering * this.#cells, (ordering + 1) * this.#cells);
      for (const stretch of stretches) copyBits(known, stretch, cells);
    }
  }
}

function stretchesIn(ordering: number, { snapshot, now, trees }: Base, ranks: Uint32Array): Stretch[] {
  const stretches: Stretch[] = [];
  const order = snapshot.orders.subarray(ordering * snapshot.trees, (ordering + 1) * snapshot.trees);
  const ranksNow = ranks.subarray(ordering * trees, (ordering + 1) * trees);
  for (let before = 0; before < order.length; ) {
    const tree = now[order[before]];
    const length = tree === NO_TREE ? 0 : lengthFrom(before, order, now, ranksNow);
    if (length > 0) stretches.push({ first: ranksNow[tree], before, length });
    before += Math.max(length, 1);
  }
  return stretches;
}

function lengthFrom(before: number, order: Uint32Array, now: Uint32Array, ranksNow: Uint32Array): number {
  const shift = ranksNow[now[order[before]]] - before;
  let end = before + 1;
  while (end < order.length && now[order[end]] !== NO_TREE && ranksNow[now[order[end]]] === end + shift) end++;
  return end - before;
}

/** Into bits of which none is set yet, by cells of them; whole cells at once where they were cells before. */
export function copyBits(known: ReadonlyBitmap, { first, before, length }: Stretch, into: Uint32Array): void {
  for (let done = 0; done < length; ) {
    const [place, cell] = [(first + done) & 31, (first + done) >>> 5];
    const [placeBefore, cellBefore] = [(before + done) & 31, (before + done) >>> 5];
    const whole = place === 0 && placeBefore === 0 ? (length - done) >>> 5 : 0;
    if (whole > 0) {
      into.set(known.subarray(cellBefore, cellBefore + whole), cell);
      done += whole * 32;
      continue;
    }
    const count = Math.min(32 - place, length - done);
    into[cell] |= bitsAt(known, before + done, count) << place;
    done += count;
  }
}

/** Up to 32 of them. */
function bitsAt(known: ReadonlyBitmap, start: number, count: number): number {
  const [cell, shift] = [start >>> 5, start & 31];
  let bits = known[cell] >>> shift;
  // A shift by 32 would be none.
  if (shift + count > 32) bits |= known[cell + 1] << (32 - shift);
  return count === 32 ? bits : bits & ((1 << count) - 1);
}
