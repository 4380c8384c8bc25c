// In charge of the search: trees in which every word of it starts a word, and those with a name that equals it. The index is
// kept in the locale's title order, and so is what it finds.

import { wordsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Postings, Range } from '../snapshot/postings.ts';
import { fold, type Locale, words } from '../vocabulary.ts';
import { add, type Bitmap, count, has, intersect } from './bitmap.ts';
import { Condition, type Matches } from './condition.ts';
import type { Space } from './space.ts';

/** A search, read: for each of its words where those that it starts stand in the table of words. */
export interface Wanted {
  locale: Locale;
  text: string;
  ranges: Range[];
}

/** One word: its trees as a bitmap, or else entries of lists, in which a tree may stand more than once. */
interface Found {
  size: number;
  bitmap: Bitmap | undefined;
  start: number;
  end: number;
}

const NO_LIST = new Uint32Array();

/** What a search is worked out in, word by word, from one to the other. */
type Memory = [Bitmap, Bitmap];

export class Search {
  readonly #snapshot: Snapshot;
  readonly #anywhere: Memory;
  readonly #inNames: Memory;
  readonly #equal: Bitmap;

  constructor(snapshot: Snapshot) {
    const bitmap = () => new Int32Array(wordsFor(snapshot.trees));
    this.#snapshot = snapshot;
    this.#anywhere = [bitmap(), bitmap()];
    this.#inNames = [bitmap(), bitmap()];
    this.#equal = bitmap();
  }

  read(text: string, locale: Locale): Wanted {
    const { keys } = this.#snapshot.terms[locale];
    return { locale, text, ranges: longest(words(text)).map((word) => keys.findPrefix(word)) };
  }

  /** All words found anywhere. */
  condition({ ranges, locale }: Wanted, space: Space): Condition {
    const { set, total } = findAll(ranges, this.#snapshot.terms[locale].any, space, this.#anywhere);
    return new Condition([{ size: total, bitmap: set, trees: NO_LIST }], space, set);
  }

  /** All words found in the names. */
  findInNames({ ranges, locale }: Wanted, space: Space): Matches {
    return findAll(ranges, this.#snapshot.terms[locale].names, space, this.#inNames);
  }

  /** Those that have a name which equals the search, if there are any. */
  findEqual({ text }: Wanted, { ranks }: Space): Bitmap | undefined {
    const { keys, trees } = this.#snapshot.names;
    const name = keys.find(fold(text));
    if (name === -1) return undefined;
    const equal = this.#equal.fill(0);
    for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) add(equal, ranks[trees.numbers[at]]);
    return equal;
  }
}

/** A word that starts another asks for nothing more than that one does; sorted, it stands right before such a one. */
function longest(words: string[]): string[] {
  const sorted = words.toSorted();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

function findAll(ranges: Range[], postings: Postings, { all }: Space, [one, other]: Memory): Matches {
  const [rarest, ...more] = ranges.map((range) => find(range, postings)).sort((a, b) => a.size - b.size);
  if (!rarest) return { set: all, total: count(all) };
  let matches = allOf(rarest, postings, one);
  for (const each of more) {
    if (matches.total === 0) break;
    matches = commonOf(matches.set, each, postings, matches.set === one ? other : one);
  }
  return matches;
}

function find(range: Range, postings: Postings): Found {
  const [start, end] = range.map((word) => postings.offsets[word]);
  const long = postings.long(range);
  return { size: long?.size ?? end - start, bitmap: long?.bitmap, start, end };
}

/** Of few entries, each is counted as it comes; of many, testing each would cost more than counting all. */
function allOf({ bitmap, size, start, end }: Found, { numbers }: Postings, into: Bitmap): Matches {
  if (bitmap) return { set: bitmap, total: size };
  into.fill(0);
  for (let at = start; at < end; at++) add(into, numbers[at]);
  return { set: into, total: count(into) };
}

function commonOf(set: Bitmap, { bitmap, start, end }: Found, { numbers }: Postings, into: Bitmap): Matches {
  if (bitmap) return { set: into, total: intersect(set, bitmap, into) };
  let total = 0;
  into.fill(0);
  for (let at = start; at < end; at++) {
    if (!has(set, numbers[at]) || has(into, numbers[at])) continue;
    add(into, numbers[at]);
    total++;
  }
  return { set: into, total };
}
