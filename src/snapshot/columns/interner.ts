// Gives each distinct text an id, in the order of first use.

import type { TextTable } from '../format.ts';
import { sortByCodePoints, tableOf } from '../sections/strings.ts';

export class Interner {
  readonly #ids = new Map<string, number>();

  get length(): number {
    return this.#ids.size;
  }

  idOf(text: string): number {
    return this.#ids.getOrInsert(text, this.#ids.size);
  }

  /** The texts that `isUsed` marks by code points, and for each of their ids the position. */
  sorted(isUsed: Uint8Array): { dictionary: TextTable; positions: Uint32Array } {
    const sorted = sortByCodePoints([...this.#ids.keys()].filter((_, id) => isUsed[id] === 1));
    const positions = new Uint32Array(this.length);
    for (const [position, text] of sorted.entries()) positions[this.idOf(text)] = position;
    return { dictionary: tableOf(sorted), positions };
  }
}
