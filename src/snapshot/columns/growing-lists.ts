// Collects numbers, and lists of numbers, whose count is not known beforehand.

import type { IdLists } from '../sections/lists.ts';

export class GrowingNumbers {
  length = 0;
  #items = new Uint32Array(1024);

  add(item: number): void {
    if (this.length === this.#items.length) this.#items = doubled(this.#items);
    this.#items[this.length++] = item;
  }

  /** Valid until the next number is added. */
  slice(start: number, end: number): Uint32Array {
    return this.#items.subarray(start, end);
  }

  /** Gives back the memory that was not needed. Nothing may be added after that. */
  finish(): Uint32Array {
    return new Uint32Array(this.#items.buffer.transfer(this.length * Uint32Array.BYTES_PER_ELEMENT));
  }
}

export class GrowingLists {
  readonly #offsets = new GrowingNumbers();
  readonly #items = new GrowingNumbers();
  #start = 0;

  constructor() {
    this.#offsets.add(0);
  }

  add(item: number): void {
    this.#items.add(item);
  }

  endList(): void {
    this.#start = this.#items.length;
    this.#offsets.add(this.#items.length);
  }

  /** The items of the list that has not ended. */
  current(): Uint32Array {
    return this.#items.slice(this.#start, this.#items.length);
  }

  /** As for numbers. */
  finish(): IdLists<Uint32Array> {
    return { offsets: this.#offsets.finish(), items: this.#items.finish() };
  }
}

/** The numbers in memory of twice the size; their old memory is released. */
export function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  return new Uint32Array(numbers.buffer.transfer(numbers.byteLength * 2));
}
