// In charge of which words may be near to one, by the letters they have and by their sizes: most are passed over unread.

import { lettersOf, OTHER_LETTERS } from '../domain/edit-distance.ts';
import { bitsIn } from '../snapshot/layout.ts';
import type { Strings } from '../snapshot/sections/strings.ts';

export class Likeness {
  readonly #letters: number;
  readonly #bytes: number;
  readonly #most: number;

  /** To a word that up to `most` slips are allowed for. */
  constructor(word: string, most: number) {
    this.#letters = lettersOf(word);
    this.#bytes = Buffer.byteLength(word);
    this.#most = most;
  }

  /** The first of those from a number up to another that may be near, or the other. */
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
