// In charge of lists of numbers in a snapshot, one for each key: the numbers one after the other, with their offsets.

import { checkLength, LONGEST_SECTION, type NamedSections, type Sections } from './format.ts';

/** Stands for a number that there is not, or no longer. */
export const NO_NUMBER = 0xffffffff;

export function sectionsOfLists(name: string, { offsets, items }: ConcatenatedLists): NamedSections {
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: items };
}

/** One after the other, with the place where each begins and the last one ends. */
export function concatenate(lists: (ArrayLike<number> & Iterable<number>)[]): ConcatenatedLists {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  // Before it is made: offsets would begin again at 0.
  checkLength('of lists', total * Uint32Array.BYTES_PER_ELEMENT, LONGEST_SECTION);
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index] + list.length;
  const items = new Uint32Array(total);
  for (const [index, list] of lists.entries()) items.set(list, offsets[index]);
  return { offsets, items };
}

/** What each number leads to. A loop: there are millions of them, and a function for each would take ten times as long. */
export function lookedUp(numbers: Uint32Array, leadsTo: Uint32Array): Uint32Array {
  const found = new Uint32Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) found[at] = leadsTo[numbers[at]];
  return found;
}

export interface ConcatenatedLists {
  offsets: Uint32Array;
  items: Uint32Array;
}

/** Numbers that are written one after the other, of which nobody knows how many they will be. */
export class GrowingNumbers {
  length = 0;
  #items = new Uint32Array(1024);

  add(item: number): void {
    if (this.length === this.#items.length) this.#items = doubled(this.#items);
    this.#items[this.length++] = item;
  }

  at(index: number): number {
    return this.#items[index];
  }

  slice(start: number, end: number): Uint32Array {
    return this.#items.subarray(start, end);
  }

  /** Gives the memory back at once. Nothing is added or asked for after that. */
  letGo(): void {
    this.#items.buffer.transfer(0);
  }
}

/** Lists that are written one after the other, number by number. */
export class GrowingLists {
  readonly #ends = new GrowingNumbers();
  readonly #items = new GrowingNumbers();

  add(item: number): void {
    this.#items.add(item);
  }

  endList(): void {
    this.#ends.add(this.#items.length);
  }

  get(index: number): Uint32Array {
    return this.#items.slice(index === 0 ? 0 : this.#ends.at(index - 1), this.#ends.at(index));
  }

  /** Those of some, one after the other. */
  of(indexes: Uint32Array): ConcatenatedLists {
    const offsets = new Uint32Array(indexes.length + 1);
    for (const [at, index] of indexes.entries()) offsets[at + 1] = offsets[at] + this.get(index).length;
    const items = new Uint32Array(offsets[indexes.length]);
    for (const [at, index] of indexes.entries()) items.set(this.get(index), offsets[at]);
    return { offsets, items };
  }

  /** As of numbers. */
  letGo(): void {
    this.#ends.letGo();
    this.#items.letGo();
  }

  /** The list that was ended last. */
  last(): Uint32Array {
    return this.get(this.#ends.length - 1);
  }
}

/** The numbers in twice the room; what they had is given back at once. */
export function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(numbers.buffer.transfer(numbers.byteLength * 2));
}

/** For each number, or what it is renamed to, the lists that it is in, in their order. */
export function* transposed(
  { offsets, items }: ConcatenatedLists,
  numbers: number,
  names?: Uint32Array,
): Generator<undefined, ConcatenatedLists> {
  const starts = new Uint32Array(numbers + 1);
  for (let at = 0; at < items.length; at++) starts[(names ? names[items[at]] : items[at]) + 1]++;
  for (let number = 0; number < numbers; number++) starts[number + 1] += starts[number];
  yield;
  const next = starts.slice();
  const lists = new Uint32Array(items.length);
  for (let list = 0; list + 1 < offsets.length; list++) {
    for (let at = offsets[list]; at < offsets[list + 1]; at++)
      lists[next[names ? names[items[at]] : items[at]]++] = list;
  }
  yield;
  return { offsets: starts, items: lists };
}

/** Without its pauses. */
export function finished<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Lists of neighbouring keys are neighbours, so a range of keys has one range of items. */
export class Lists {
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.offsets = sections.uint32(`${name}.offsets`);
    this.items = sections.uint32(`${name}.items`);
  }
}
