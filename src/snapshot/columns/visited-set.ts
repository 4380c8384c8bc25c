// Remembers which ids were visited. Clearing it costs nothing.

import { doubled } from './growing-lists.ts';

export class VisitedSet {
  #round = 0;
  /** By id, the round of its last visit. */
  #rounds = new Uint32Array(1024);

  clear(): void {
    this.#round++;
  }

  /** Whether the id is visited for the first time since the set was cleared. */
  visit(id: number): boolean {
    while (id >= this.#rounds.length) this.#rounds = doubled(this.#rounds);
    if (this.#rounds[id] === this.#round) return false;
    this.#rounds[id] = this.#round;
    return true;
  }
}
