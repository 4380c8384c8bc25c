// Finds words that may be near to another one by their letters and sizes. Most words are skipped unread.

import { lettersOf, OTHER_LETTERS } from '../domain/names/edit-distance.ts';
import { bitsIn } from '../snapshot/layout.ts';
import type { Strings } from '../snapshot/sections/strings.ts';

export class Likeness {
  readonly #letters: number;
  readonly #bytes: number;
  readonly #most: number;

  /** Allows up to `most` typos. */
  constructor(word: string, most: number) {
    this.#letters = lettersOf(word);
    this.#bytes = Buffer.byteLength(word);
    this.#most = most;
  }

  /** The first number from `from` on whose word may be near, or `end`. */
  next(letters: Int32Array, keys: Strings, from: number, end: number, before = 0): number {
    const [wanted, bytes, most] = [this.#letters, this.#bytes + before, this.#most];
    for (let number = from; number < end; number++) {
      if (bitsIn(letters[number] ^ wanted) > 2 * most) continue;
      // Letters from a to z have one byte, others up to three.
      const bytesOfOne = ((letters[number] | wanted) & OTHER_LETTERS) === 0 ? 1 : 3;
      if (Math.abs(keys.sizeOf(number) - bytes) <= bytesOfOne * most) return number;
    }
    return end;
  }
}
