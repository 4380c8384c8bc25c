// In charge of which numbers were met since a moment. To forget all of them costs nothing.

import { doubled } from './lists.ts';

export class Met {
  #round = 0;
  /** By number, the round in which it was met last. */
  #rounds = new Uint32Array(1024);

  /** From now on nothing was met. */
  nothing(): void {
    this.#round++;
  }

  /** Whether a number is met for the first time. */
  isNew(number: number): boolean {
    while (number >= this.#rounds.length) this.#rounds = doubled(this.#rounds);
    if (this.#rounds[number] === this.#round) return false;
    this.#rounds[number] = this.#round;
    return true;
  }
}
