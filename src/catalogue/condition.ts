// In charge of the conditions of a question, each met by the trees that have any of some values; and of the trees that meet
// all of them.

import type { ReadonlyBitmap } from '../snapshot/layout.ts';
import { add, addAll, type Bitmap, count, has, intersect } from './bitmap.ts';
import type { Ordering } from './ordering.ts';

/** Trees by their ranks, and how many they are. */
export interface Matches {
  set: ReadonlyBitmap;
  total: number;
}

/** Its trees as a bitmap in the asked ordering, or else as a sorted list. */
export interface ValueTrees {
  size: number;
  bitmap: ReadonlyBitmap | undefined;
  trees: Uint32Array;
}

export class Condition {
  readonly values: readonly ValueTrees[];
  /** How many trees meet it at most. */
  readonly size: number;
  readonly isSparse: boolean;
  readonly #ordering: Ordering;
  readonly #memory: Bitmap;
  #matches: Matches | undefined;

  /** `memory` is where its values are put together. */
  constructor(values: ValueTrees[], ordering: Ordering, memory: Bitmap) {
    this.values = values;
    this.size = values.reduce((sum, value) => sum + value.size, 0);
    this.isSparse = values.every(({ bitmap }) => bitmap === undefined);
    this.#ordering = ordering;
    this.#memory = memory;
  }

  /** Worked out once, however often it is asked for. */
  get matches(): Matches {
    this.#matches ??= this.#unite();
    return this.#matches;
  }

  isMetBy(tree: number, rank: number): boolean {
    for (let at = 0; at < this.values.length; at++) {
      const { bitmap, trees } = this.values[at];
      if (bitmap ? has(bitmap, rank) : isListed(trees, tree)) return true;
    }
    return false;
  }

  #unite(): Matches {
    const [first] = this.values;
    if (this.values.length === 1 && first.bitmap) return { set: first.bitmap, total: first.size };
    const set = this.#memory.fill(0);
    addAll(
      set,
      this.values.flatMap(({ bitmap }) => bitmap ?? []),
    );
    const { ranks } = this.#ordering;
    for (const { trees } of this.values) {
      for (let at = 0; at < trees.length; at++) add(set, ranks[trees[at]]);
    }
    return { set, total: count(set) };
  }
}

/** The trees that meet all conditions; `into` is where they are worked out. */
export function meet(conditions: Iterable<Condition>, ordering: Ordering, into: Bitmap): Matches {
  const [rarest, ...others] = [...conditions].sort((a, b) => a.size - b.size);
  if (!rarest) return { set: ordering.all, total: ordering.order.length };
  if (isSoonWalked(rarest, others, into.length)) return { set: into, total: walk(rarest, others, ordering, into) };
  let { matches } = rarest;
  for (const other of others) {
    if (matches.total === 0) break;
    matches = { set: into, total: intersect(matches.set, other.matches.set, into) };
  }
  return matches;
}

/** Whether looking at each tree of the rarest condition takes fewer steps than a bitmap has cells. */
function isSoonWalked(rarest: Condition, others: Condition[], cells: number): boolean {
  const looks = others.reduce((sum, { values }) => sum + values.length, 0);
  return rarest.isSparse && rarest.size * looks <= cells;
}

/** Looks in lists only for those that the bitmaps leave. */
function walk({ values }: Condition, others: Condition[], { ranks }: Ordering, into: Bitmap): number {
  const bitmapsFirst = others.length < 2 ? others : others.toSorted((a, b) => Number(a.isSparse) - Number(b.isSparse));
  let total = 0;
  into.fill(0);
  for (const { trees } of values) {
    for (let at = 0; at < trees.length; at++) {
      const tree = trees[at];
      const rank = ranks[tree];
      if (has(into, rank) || !meetsAll(bitmapsFirst, tree, rank)) continue;
      add(into, rank);
      total++;
    }
  }
  return total;
}

function meetsAll(conditions: Condition[], tree: number, rank: number): boolean {
  for (let at = 0; at < conditions.length; at++) if (!conditions[at].isMetBy(tree, rank)) return false;
  return true;
}

function isListed(sorted: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
