// In charge of many pairs of two numbers, a key and an item, while they are collected: in arrays of numbers, since there are
// millions of them; and of the lists that they make, one for each key.

import { checkLength, LONGEST_SECTION } from './format.ts';
import { type ConcatenatedLists, doubled } from './lists.ts';

export class Pairs {
  #length = 0;
  #keys = new Uint32Array(1024);
  #items = new Uint32Array(1024);

  add(key: number, item: number): void {
    if (this.#length === this.#keys.length) {
      this.#keys = doubled(this.#keys);
      this.#items = doubled(this.#items);
    }
    this.#keys[this.#length] = key;
    this.#items[this.#length++] = item;
  }

  /** The items of each of so many keys, in the order in which they were added. */
  lists(places: Places, length: number): ConcatenatedLists {
    checkLength('of lists', this.#length * Uint32Array.BYTES_PER_ELEMENT, LONGEST_SECTION);
    const offsets = new Uint32Array(length + 1);
    for (let at = 0; at < this.#length; at++) offsets[places[this.#keys[at]] + 1]++;
    for (let place = 0; place < length; place++) offsets[place + 1] += offsets[place];
    const next = offsets.slice();
    const items = new Uint32Array(this.#length);
    for (let at = 0; at < this.#length; at++) items[next[places[this.#keys[at]]]++] = this.#items[at];
    return { offsets, items };
  }

  /** Sets the marks of all its keys. */
  markKeys(isUsed: Uint8Array): void {
    for (let at = 0; at < this.#length; at++) isUsed[this.#keys[at]] = 1;
  }
}

/** For each key its place among all that have items. */
export type Places = Uint32Array;
