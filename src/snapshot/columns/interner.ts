// Gives each distinct text an id, in the order of first use. There are millions of lookups, so ids are found by hash in a flat table.

import type { TextTable } from '../format.ts';
import { sortByCodePoints, tableOf } from '../sections/strings.ts';

export const HASH_START = 0x811c9dc5;
export const nextHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

export class Interner {
  protected readonly texts: string[] = [];
  /** Pairs of a hash and an id plus 1, found by hash. At least half of them are free. */
  protected slots = new Uint32Array(1 << 12);

  get length(): number {
    return this.texts.length;
  }

  idOf(text: string): number {
    let hash = HASH_START;
    for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
    for (let slot = this.slotOf(hash >>> 0); ; slot = this.slotAfter(slot)) {
      const id = this.slots[slot + 1] - 1;
      if (id === -1) return this.add(slot, hash >>> 0, text);
      if (this.slots[slot] === hash >>> 0 && this.texts[id] === text) return id;
    }
  }

  /** The texts that `isUsed` marks by code points, and for each of their ids the position. */
  sorted(isUsed: Uint8Array): { dictionary: TextTable; positions: Uint32Array } {
    const sorted = sortByCodePoints(this.texts.filter((_, id) => isUsed[id] === 1));
    const positions = new Uint32Array(this.texts.length);
    for (const [position, text] of sorted.entries()) positions[this.idOf(text)] = position;
    return { dictionary: tableOf(sorted), positions };
  }

  protected slotOf(hash: number): number {
    return ((hash ^ (hash >>> 15)) << 1) & (this.slots.length - 1);
  }

  protected slotAfter(slot: number): number {
    return (slot + 2) & (this.slots.length - 1);
  }

  protected add(slot: number, hash: number, text: string): number {
    const id = this.texts.push(text) - 1;
    this.slots[slot] = hash;
    this.slots[slot + 1] = id + 1;
    if (this.texts.length * 4 > this.slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const previous = this.slots;
    this.slots = new Uint32Array(previous.length * 2);
    for (let at = 0; at < previous.length; at += 2) {
      if (previous[at + 1] === 0) continue;
      let slot = this.slotOf(previous[at]);
      while (this.slots[slot + 1] !== 0) slot = this.slotAfter(slot);
      this.slots[slot] = previous[at];
      this.slots[slot + 1] = previous[at + 1];
    }
  }
}
