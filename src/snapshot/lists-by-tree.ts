// In charge of lists that each tree has, where most trees are as they were.

import type { Base } from './base.ts';
import { NO_TREE } from './layout.ts';
import type { ConcatenatedLists } from './lists.ts';

interface KnownLists {
  offsets: Uint32Array;
  items: Uint16Array | Uint32Array;
}

/** Those of a snapshot, with the numbers that its items have now, and those of trees that are new or have changed. */
export function listsByTree(
  { offsets: starts, items: known }: KnownLists,
  numbersNow: Uint32Array,
  own: ReadonlyMap<number, ArrayLike<number>>,
  { trees, before }: Base,
): ConcatenatedLists {
  const offsets = new Uint32Array(trees + 1);
  for (let tree = 0; tree < trees; tree++) {
    const old = before[tree];
    const length = old === NO_TREE ? (own.get(tree)?.length ?? 0) : starts[old + 1] - starts[old];
    offsets[tree + 1] = offsets[tree] + length;
  }
  const items = new Uint32Array(offsets[trees]);
  for (const [tree, list] of own) items.set(list, offsets[tree]);
  for (let tree = 0; tree < trees; tree++) {
    if (before[tree] === NO_TREE) continue;
    const shift = starts[before[tree]] - offsets[tree];
    for (let at = offsets[tree]; at < offsets[tree + 1]; at++) items[at] = numbersNow[known[at + shift]];
  }
  return { offsets, items };
}
