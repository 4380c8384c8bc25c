import { cellsFor, type ReadonlyBitmap } from '../snapshot/layout.ts';
import { add, addAll, type Bitmap, count, has, intersect } from './bitmap.ts';
import type { Ordering } from './ordering.ts';

/** Trees by their ranks in an ordering, and how many they are. */
export interface Matches {
  set: ReadonlyBitmap;
  total: number;
}

/** Bitmaps for one query, reused by the next one: allocating them would take longer than many queries. */
export class QueryScratch {
  readonly #cells: number;
  readonly #bitmaps: Bitmap[] = [];
  #used = 0;

  constructor(trees: number) {
    this.#cells = cellsFor(trees);
  }

  take(): Bitmap {
    this.#bitmaps[this.#used] ??= new Int32Array(this.#cells);
    return this.#bitmaps[this.#used++].fill(0);
  }

  reset(): this {
    this.#used = 0;
    return this;
  }
}

/** A bitmap of ranks, or else a list, which may repeat a tree. */
export interface Postings {
  bitmap: ReadonlyBitmap | undefined;
  size: number;
  trees: Uint32Array;
}

/** Lists hold ranks, or numbers of trees if `ranks` has their ranks. A single bitmap isn't copied. */
export function unite(all: readonly Postings[], scratch: QueryScratch, ranks?: Uint32Array): Matches {
  const [first] = all;
  if (all.length === 1 && first.bitmap) return { set: first.bitmap, total: first.size };
  const set = scratch.take();
  for (const { bitmap, trees } of all) {
    if (bitmap) addAll(set, bitmap);
    else for (let at = 0; at < trees.length; at++) add(set, ranks ? ranks[trees[at]] : trees[at]);
  }
  return { set, total: count(set) };
}

/** The matches that are in the postings too. */
export function restrict(matches: Matches, postings: readonly Postings[], scratch: QueryScratch): Matches {
  const { set } = matches;
  if (matches.total === 0) return matches;
  const common = scratch.take();
  if (postings.some(({ bitmap }) => bitmap))
    return { set: common, total: intersect(set, unite(postings, scratch).set, common) };
  let total = 0;
  for (const { trees } of postings) {
    for (let at = 0; at < trees.length; at++) {
      if (!has(set, trees[at]) || has(common, trees[at])) continue;
      add(common, trees[at]);
      total++;
    }
  }
  return { set: common, total };
}

/** The trees that all conditions match: all trees if there is no condition. */
export function intersectAll(conditions: Iterable<Matches>, ordering: Ordering, scratch: QueryScratch): Matches {
  const [rarest, ...others] = [...conditions].sort((a, b) => a.total - b.total);
  if (!rarest) return { set: ordering.all, total: ordering.order.length };
  let { set, total } = rarest;
  let common: Bitmap | undefined;
  for (const other of others) {
    if (total === 0) break;
    common ??= scratch.take();
    total = intersect(set, other.set, common);
    set = common;
  }
  return { set, total };
}
