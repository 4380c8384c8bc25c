// In charge of lists whose numbers get other names: each list is in ascending order again. List by list, so that memory is walked from
// its beginning to its end; how a list is sorted depends on its length.

import { SnapshotError } from './format.ts';
import type { ConcatenatedLists } from './lists.ts';

/** Up to so many, each is put in its place among those before it. */
const FEW = 24;
const ITEMS_BETWEEN_PAUSES = 1 << 20;

/** The lists have numbers below the number of names, each once. */
export function* renamed({ offsets, items }: ConcatenatedLists, names: Uint32Array): Generator<undefined, Uint32Array> {
  const found = new Uint32Array(items.length);
  const marks = new Marks(names.length);
  let pauseAt = ITEMS_BETWEEN_PAUSES;
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [start, end] = [offsets[list], offsets[list + 1]];
    if (end - start > FEW) {
      marks.set(items, names, start, end);
      if (marks.take(found, start) !== end) throw new SnapshotError('A list of the snapshot has a number twice.');
    } else {
      for (let at = start; at < end; at++) found[at] = names[items[at]];
      insertEach(found, start, end);
    }
    if (end < pauseAt) continue;
    pauseAt = end + ITEMS_BETWEEN_PAUSES;
    yield;
  }
  yield;
  return found;
}

/** A bit for each number, and one for each 32 of them, so that those that are set are found without a look at all others. */
class Marks {
  readonly #cells: Int32Array;
  readonly #used: Int32Array;

  constructor(numbers: number) {
    this.#cells = new Int32Array((numbers >>> 5) + 1);
    this.#used = new Int32Array((numbers >>> 10) + 1);
  }

  /** Those that the items of a list are renamed to. */
  set(items: Uint32Array, names: Uint32Array, start: number, end: number): void {
    const [cells, used] = [this.#cells, this.#used];
    for (let at = start; at < end; at++) {
      const number = names[items[at]];
      cells[number >>> 5] |= 1 << (number & 31);
      used[number >>> 10] |= 1 << ((number >>> 5) & 31);
    }
  }

  /** Writes them in their order, and unsets them. Where what it wrote ends. */
  take(found: Uint32Array, start: number): number {
    const [cells, used] = [this.#cells, this.#used];
    let next = start;
    for (let group = 0; group < used.length; group++) {
      for (let rest = used[group]; rest !== 0; rest &= rest - 1) {
        const cell = group * 32 + lowest(rest);
        for (let bits = cells[cell]; bits !== 0; bits &= bits - 1) found[next++] = cell * 32 + lowest(bits);
        cells[cell] = 0;
      }
      used[group] = 0;
    }
    return next;
  }
}

/** Which bit it is. */
function lowest(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function insertEach(numbers: Uint32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const number = numbers[at];
    let place = at;
    for (; place > start && numbers[place - 1] > number; place--) numbers[place] = numbers[place - 1];
    numbers[place] = number;
  }
}
