// In charge of texts as numbers, while sections are written: each text has one, in the order in which they are met.

import type { Places } from './pairs.ts';
import { sortByCodePoints } from './strings.ts';

export class NumberedTexts {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  get length(): number {
    return this.#texts.length;
  }

  /** All of them sorted, or those of which `isUsed` has a mark, and the place that each number has among them. */
  sorted(isUsed?: Uint8Array): { texts: string[]; places: Places } {
    const texts = sortByCodePoints(this.#texts.filter((_, number) => isUsed?.[number] !== 0));
    const places: Places = new Uint32Array(this.length);
    for (let place = 0; place < texts.length; place++) places[this.numberOf(texts[place])] = place;
    return { texts, places };
  }
}
