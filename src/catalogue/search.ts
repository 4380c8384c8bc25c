// In charge of the search: trees in which every word of it starts a word, in three tiers of relevance.

import { orderingIndex } from '../snapshot/layout.ts';
import type { Lists } from '../snapshot/lists.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { fold, type Locale, words } from '../vocabulary.ts';
import { add, type Bitmap, count, fillFirst, has } from './bitmap.ts';
import type { Space } from './filters.ts';

/** From the first up to, not including, the second. */
type Range = [number, number];

/** A search, read: for each of its words where those that it starts stand in the table of words. */
export interface Wanted {
  locale: Locale;
  text: string;
  ranges: Range[];
}

export class Search {
  readonly #snapshot: Snapshot;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot, words: number) {
    this.#snapshot = snapshot;
    this.#spare = new Int32Array(words);
  }

  read(text: string, locale: Locale): Wanted {
    const { keys } = this.#snapshot.terms[locale];
    return { locale, text, ranges: [...new Set(words(text))].map((word) => keys.findPrefix(word)) };
  }

  /** All words found anywhere; returns how many trees there are. */
  findAnywhere({ ranges, locale }: Wanted, into: Bitmap): number {
    return this.#findAll(ranges, this.#snapshot.terms[locale].any, into);
  }

  /** All words found in the names. */
  findInNames({ ranges, locale }: Wanted, into: Bitmap): number {
    return this.#findAll(ranges, this.#snapshot.terms[locale].names, into);
  }

  /** The ranks of those that have a name which equals the search. */
  findEqual({ text }: Wanted, { ranks }: Space): number[] {
    const { keys, trees } = this.#snapshot.names;
    const found: number[] = [];
    const name = keys.find(fold(text));
    if (name === -1) return found;
    for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) found.push(ranks[trees.numbers[at]]);
    return found.sort((a, b) => a - b);
  }

  #findAll(ranges: Range[], { offsets, numbers }: Lists, into: Bitmap): number {
    if (ranges.length === 0) {
      fillFirst(into, this.#snapshot.trees);
      return this.#snapshot.trees;
    }
    const [rarest, ...others] = ranges
      .map(([first, end]): Range => [offsets[first], offsets[end]])
      .sort(([a, b], [c, d]) => b - a - (d - c));
    let found = addRange(into.fill(0), numbers, rarest);
    for (const range of found === 0 ? [] : others) {
      found = addCommonOfRange(this.#spare.fill(0), into, numbers, range);
      into.set(this.#spare);
    }
    return found;
  }
}

/** The index is kept in the locale's title order, so that a tier's trees come out in it. */
export function orderingOf(locale: Locale): number {
  return orderingIndex(locale, 'title', 'asc');
}

/** Returns how many there are then. Of few, each is counted as it comes; of many, testing each would cost more than all. */
function addRange(into: Bitmap, numbers: Uint32Array, [start, end]: Range): number {
  if (end - start > into.length) {
    for (let at = start; at < end; at++) add(into, numbers[at]);
    return count(into);
  }
  let added = 0;
  for (let at = start; at < end; at++) {
    if (has(into, numbers[at])) continue;
    add(into, numbers[at]);
    added++;
  }
  return added;
}

function addCommonOfRange(into: Bitmap, set: Bitmap, numbers: Uint32Array, [start, end]: Range): number {
  let added = 0;
  for (let at = start; at < end; at++) {
    if (!has(set, numbers[at]) || has(into, numbers[at])) continue;
    add(into, numbers[at]);
    added++;
  }
  return added;
}
