// Gives each distinct text an id, in the order of first use. There are millions of lookups, so ids are found by hash in a flat table.

import type { TextTable } from '../format.ts';
import { sortByCodePoints, tableOf } from '../sections/strings.ts';
import { doubled } from './growing-lists.ts';

export const HASH_START = 0x811c9dc5;
export const nextHash = (hash: number, unit: number) => Math.imul(hash ^ unit, 0x01000193);

export class Interner {
  protected readonly texts: string[] = [];
  protected hashes = new Uint32Array(1 << 10);
  /** By hash, the id of a text plus 1. More than half of the slots are free. */
  #slots = new Uint32Array(1 << 11);

  get length(): number {
    return this.texts.length;
  }

  idOf(text: string): number {
    let hash = HASH_START;
    for (let at = 0; at < text.length; at++) hash = nextHash(hash, text.charCodeAt(at));
    for (let slot = this.slotOf(hash >>> 0); ; slot = this.slotAfter(slot)) {
      const id = this.idIn(slot);
      if (id === -1) return this.add(slot, hash >>> 0, text);
      if (this.hashes[id] === hash >>> 0 && this.texts[id] === text) return id;
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
    return (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
  }

  protected slotAfter(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }

  /** -1 if the slot is free. */
  protected idIn(slot: number): number {
    return this.#slots[slot] - 1;
  }

  protected add(slot: number, hash: number, text: string): number {
    const id = this.texts.push(text) - 1;
    this.hashes[id] = hash;
    this.#slots[slot] = id + 1;
    if (this.texts.length === this.hashes.length) this.#grow();
    return id;
  }

  #grow(): void {
    this.hashes = doubled(this.hashes);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let id = 0; id < this.texts.length; id++) {
      let slot = this.slotOf(this.hashes[id]);
      while (this.#slots[slot] !== 0) slot = this.slotAfter(slot);
      this.#slots[slot] = id + 1;
    }
  }
}
