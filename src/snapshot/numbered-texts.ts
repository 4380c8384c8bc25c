// In charge of texts as numbers, while sections are written: each text has one, in the order in which they are met. There are
// millions to look up, so they stand in a table of numbers, by their hashes.

import { doubled } from './lists.ts';
import type { Places } from './pairs.ts';
import { sortByCodePoints } from './strings.ts';

export const HASH_START = 0x811c9dc5;
export const nextHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

export class NumberedTexts {
  protected readonly texts: string[] = [];
  protected hashes = new Uint32Array(1 << 10);
  /** By hash, the number of a text and 1 more. More than half of them are free. */
  #slots = new Uint32Array(1 << 11);

  numberOf(text: string): number {
    let hash = HASH_START;
    for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
    for (let slot = this.slotOf(hash >>> 0); ; slot = this.slotAfter(slot)) {
      const number = this.numberIn(slot);
      if (number === -1) return this.add(slot, hash >>> 0, text);
      if (this.hashes[number] === hash >>> 0 && this.texts[number] === text) return number;
    }
  }

  get length(): number {
    return this.texts.length;
  }

  /** All of them sorted, or those of which `isUsed` has a mark, and the place that each number has among them. */
  sorted(isUsed?: Uint8Array): { texts: string[]; places: Places } {
    const texts = sortByCodePoints(this.texts.filter((_, number) => isUsed?.[number] !== 0));
    const places: Places = new Uint32Array(this.length);
    for (let place = 0; place < texts.length; place++) places[this.numberOf(texts[place])] = place;
    return { texts, places };
  }

  protected slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  protected slotAfter(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  /** -1 where the slot is free. */
  protected numberIn(slot: number): number {
    return this.#slots[slot] - 1;
  }

  protected add(slot: number, hash: number, text: string): number {
    const number = this.texts.push(text) - 1;
    this.hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.texts.length === this.hashes.length) this.#grow();
    return number;
  }

  #grow(): void {
    this.hashes = doubled(this.hashes);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.texts.length; number++) {
      let slot = this.slotOf(this.hashes[number]);
      while (this.#slots[slot] !== 0) slot = this.slotAfter(slot);
      this.#slots[slot] = number + 1;
    }
  }
}
