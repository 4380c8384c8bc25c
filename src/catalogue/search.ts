// In charge of the search: trees in which every word of it starts a word, in three tiers of relevance.

import { orderingIndex } from '../snapshot/layout.ts';
import type { Lists } from '../snapshot/lists.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { fold, type Locale, words } from '../vocabulary.ts';
import { add, type Bitmap, fillFirst, has } from './bitmap.ts';
import { type Space, spaceOf } from './filters.ts';

type Range = [number, number];

export class Search {
  readonly #snapshot: Snapshot;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot, words: number) {
    this.#snapshot = snapshot;
    this.#spare = new Int32Array(words);
  }

  /** The index is kept in the locale's title order, so that a tier's trees come out in it. */
  spaceOf(locale: Locale): Space {
    return spaceOf(this.#snapshot, orderingIndex(locale, 'title', 'asc'));
  }

  /** All words found anywhere. */
  findAnywhere(text: string, locale: Locale, into: Bitmap): void {
    this.#findAll(text, locale, this.#snapshot.terms[locale].any, into);
  }

  /** All words found in the names. */
  findInNames(text: string, locale: Locale, into: Bitmap): void {
    this.#findAll(text, locale, this.#snapshot.terms[locale].names, into);
  }

  /** A name equals the search. */
  findEqual(text: string, locale: Locale, into: Bitmap): void {
    const { keys, trees } = this.#snapshot.names;
    const { ranks } = this.spaceOf(locale);
    into.fill(0);
    const name = keys.find(fold(text));
    if (name === -1) return;
    for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) add(into, ranks[trees.numbers[at]]);
  }

  #findAll(text: string, locale: Locale, lists: Lists, into: Bitmap): void {
    const ranges = this.#rangesOf(text, locale, lists);
    const [rarest, ...others] = ranges;
    if (rarest) addRange(into.fill(0), lists.numbers, rarest);
    else fillFirst(into, this.#snapshot.trees);
    for (const range of others) {
      addCommonOfRange(this.#spare.fill(0), into, lists.numbers, range);
      into.set(this.#spare);
    }
  }

  /** Where each word's trees stand, the rarest word first. */
  #rangesOf(text: string, locale: Locale, lists: Lists): Range[] {
    const { keys } = this.#snapshot.terms[locale];
    const ranges = [...new Set(words(text))].map((word): Range => {
      const [first, end] = keys.findPrefix(word);
      return [lists.offsets[first], lists.offsets[end]];
    });
    return ranges.sort(([a, b], [c, d]) => b - a - (d - c));
  }
}

function addRange(into: Bitmap, numbers: Uint32Array, [start, end]: Range): void {
  for (let at = start; at < end; at++) add(into, numbers[at]);
}

function addCommonOfRange(into: Bitmap, set: Bitmap, numbers: Uint32Array, [start, end]: Range): void {
  for (let at = start; at < end; at++) if (has(set, numbers[at])) add(into, numbers[at]);
}
