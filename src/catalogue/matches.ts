import type { ReadonlyBitmap } from '../snapshot/layout.ts';
import { add, addAll, type Bitmap, count, intersect } from './bitmap.ts';
import type { Ordering } from './ordering.ts';

/** Trees by their ranks in an ordering, and how many they are. */
export interface Matches {
  set: ReadonlyBitmap;
  total: number;
}

/** A bitmap of ranks, or else a list, which may repeat a tree. */
export interface Postings {
  bitmap: ReadonlyBitmap | undefined;
  size: number;
  trees: Uint32Array;
}

/** Lists hold ranks, or numbers of trees if `ranks` has their ranks. A single bitmap isn't copied. */
export function unite(all: readonly Postings[], cells: number, ranks?: Uint32Array): Matches {
  const [first] = all;
  if (all.length === 1 && first.bitmap) return { set: first.bitmap, total: first.size };
  const set = new Int32Array(cells);
  for (const { bitmap, trees } of all) {
    if (bitmap) addAll(set, bitmap);
    else for (let at = 0; at < trees.length; at++) add(set, ranks ? ranks[trees[at]] : trees[at]);
  }
  return { set, total: count(set) };
}

/** The trees that all conditions match: all trees if there is no condition. */
export function intersectAll(conditions: Iterable<Matches>, ordering: Ordering): Matches {
  const [rarest, ...others] = [...conditions].sort((a, b) => a.total - b.total);
  if (!rarest) return { set: ordering.all, total: ordering.order.length };
  let { set, total } = rarest;
  let common: Bitmap | undefined;
  for (const other of others) {
    if (total === 0) break;
    common ??= new Int32Array(set.length);
    total = intersect(set, other.set, common);
    set = common;
  }
  return { set, total };
}
