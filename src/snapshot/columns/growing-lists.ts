// Collects numbers, and lists of numbers, whose count is not known beforehand.

import type { IdLists } from '../sections/lists.ts';

export class GrowingNumbers {
  length = 0;
  #items = new Uint32Array(1024);

  add(item: number): void {
    if (this.length === this.#items.length)
      this.#items = new Uint32Array(this.#items.buffer.transfer(this.#items.byteLength * 2));
    this.#items[this.length++] = item;
  }

  /** Gives back the memory that was not needed. Nothing may be added after that. */
  finish(): Uint32Array {
    return new Uint32Array(this.#items.buffer.transfer(this.length * Uint32Array.BYTES_PER_ELEMENT));
  }
}

export class GrowingLists {
  readonly #offsets = new GrowingNumbers();
  readonly #items = new GrowingNumbers();

  constructor() {
    this.#offsets.add(0);
  }

  addList(items: Iterable<number>): void {
    for (const item of items) this.#items.add(item);
    this.#offsets.add(this.#items.length);
  }

  /** As for numbers. */
  finish(): IdLists<Uint32Array> {
    return { offsets: this.#offsets.finish(), items: this.#items.finish() };
  }
}
