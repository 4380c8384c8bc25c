// In charge of lists whose numbers get other names: each list is in ascending order again. List by list, so that memory is walked from
// its beginning to its end; how a list is sorted depends on its length.

import { SnapshotError } from './format.ts';
import type { ConcatenatedLists } from './lists.ts';

/** Up to so many, each is put in its place among those before it. */
const FEW = 24;
/** A list with one of so many cells is not sorted: its bits are set, and read in their order. */
const CELLS_PER_ITEM = 16;
const ITEMS_BETWEEN_PAUSES = 1 << 20;

/** The lists have numbers below the number of names, each once. */
export function* renamed({ offsets, items }: ConcatenatedLists, names: Uint32Array): Generator<undefined, Uint32Array> {
  const found = new Uint32Array(items.length);
  const cells = new Int32Array((names.length >>> 5) + 1);
  let pauseAt = ITEMS_BETWEEN_PAUSES;
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [start, end] = [offsets[list], offsets[list + 1]];
    if ((end - start) * CELLS_PER_ITEM > cells.length && end - start > FEW) {
      for (let at = start; at < end; at++) cells[names[items[at]] >>> 5] |= 1 << (names[items[at]] & 31);
      if (takeBits(cells, found, start) !== end) throw new SnapshotError('A list of the snapshot has a number twice.');
    } else {
      for (let at = start; at < end; at++) found[at] = names[items[at]];
      if (end - start <= FEW) insertEach(found, start, end);
      else found.subarray(start, end).sort();
    }
    if (end < pauseAt) continue;
    pauseAt = end + ITEMS_BETWEEN_PAUSES;
    yield;
  }
  yield;
  return found;
}

/** Writes which bits are set, and unsets them. Where what it wrote ends. */
function takeBits(cells: Int32Array, found: Uint32Array, start: number): number {
  let next = start;
  for (let cell = 0; cell < cells.length; cell++) {
    for (let bits = cells[cell]; bits !== 0; bits &= bits - 1)
      found[next++] = cell * 32 + 31 - Math.clz32(bits & -bits);
    cells[cell] = 0;
  }
  return next;
}

function insertEach(numbers: Uint32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const number = numbers[at];
    let place = at;
    for (; place > start && numbers[place - 1] > number; place--) numbers[place] = numbers[place - 1];
    numbers[place] = number;
  }
}
