// In charge of the search: trees in which every word of it starts a word, and those with a name that equals it, of what it is
// to look in. The index is kept in the locale's title order, and so is what it finds.

import type { SearchPlace } from '../domain/questions.ts';
import { fold, type Locale, words } from '../domain/vocabulary.ts';
import { cellsFor, NAME_KINDS, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Snapshot, Terms } from '../snapshot/open.ts';
import type { Postings, Range } from '../snapshot/sections/postings.ts';
import { add, addAll, addCommon, type Bitmap, count, has, intersect } from './bitmap.ts';
import { Condition, type Matches } from './condition.ts';
import type { Ordering } from './ordering.ts';

/** A search, read: for each of its words where those that it starts stand in the table of words. */
export interface ParsedSearch {
  locale: Locale;
  text: string;
  place: SearchPlace;
  ranges: Range[];
}

/** In which tables of words a search looks, for names and for anything, and which kinds of names may equal it, best first. */
interface Place {
  names: Table[];
  anything: Table[];
  equal: number[];
}
type Table = Exclude<keyof Terms, 'keys' | 'letters'>;

const { title, scientificName, synonyms, commonNames } = NAME_KINDS;
const SHOWN = title | scientificName;
const OTHER = synonyms | commonNames;
const PLACES: Record<SearchPlace, Place> = {
  text: { names: ['names'], anything: ['any'], equal: [SHOWN] },
  names: { names: ['names', 'others'], anything: ['names', 'others'], equal: [SHOWN, OTHER] },
  all: { names: ['names', 'others'], anything: ['any', 'others'], equal: [SHOWN, OTHER] },
};

/** One word in one table: its trees as a bitmap, or else entries of lists, in which a tree may stand more than once. */
interface TableMatches {
  size: number;
  bitmap: ReadonlyBitmap | undefined;
  entries: Uint32Array;
}

/** One word in those tables that have it. */
interface WordMatches {
  size: number;
  tables: TableMatches[];
}

const NO_LIST = new Uint32Array();

/** What a search is worked out in, word by word, from one to the other. */
type Memory = [Bitmap, Bitmap];

export class Search {
  readonly #snapshot: Snapshot;
  readonly #anywhere: Memory;
  readonly #inNames: Memory;
  readonly #equal: Memory;

  constructor(snapshot: Snapshot) {
    const bitmap = () => new Int32Array(cellsFor(snapshot.trees));
    this.#snapshot = snapshot;
    this.#anywhere = [bitmap(), bitmap()];
    this.#inNames = [bitmap(), bitmap()];
    this.#equal = [bitmap(), bitmap()];
  }

  read(text: string, locale: Locale, place: SearchPlace): ParsedSearch {
    const { keys } = this.#snapshot.terms[locale];
    return { locale, text, place, ranges: longest(words(text)).map((word) => keys.findPrefix(word)) };
  }

  /** All words found anywhere. */
  condition(search: ParsedSearch, ordering: Ordering): Condition {
    const { set, total } = this.#findAll(search, 'anything', ordering, this.#anywhere);
    return new Condition([{ size: total, bitmap: set, trees: NO_LIST }], ordering, this.#anywhere[0]);
  }

  /** All words found in the names; `found` is all that was found, which may be the same. */
  findInNames(search: ParsedSearch, ordering: Ordering, found: Matches): Matches {
    if (search.place === 'names') return found;
    return this.#findAll(search, 'names', ordering, this.#inNames);
  }

  /** The trees with a name that equals the search, by the best kind of such a name; no tree twice. */
  findEqual({ text, place }: ParsedSearch, { ranks }: Ordering): ReadonlyBitmap[] {
    const { keys, trees, kinds } = this.#snapshot.names;
    const name = keys.find(fold(text));
    if (name === -1) return [];
    const tiers = PLACES[place].equal.map((kind, tier) => ({ kind, set: this.#equal[tier].fill(0) }));
    for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) {
      const best = tiers.find(({ kind }) => kinds[at] & kind);
      if (best) add(best.set, ranks[trees.items[at]]);
    }
    return tiers.map(({ set }) => set);
  }

  #findAll(
    { ranges, locale, place }: ParsedSearch,
    part: 'names' | 'anything',
    ordering: Ordering,
    memory: Memory,
  ): Matches {
    const terms = this.#snapshot.terms[locale];
    return findAll(
      ranges,
      PLACES[place][part].map((table) => terms[table]),
      ordering,
      memory,
    );
  }
}

/** How often words stand where a search looks. */
export function usesOf(terms: Terms, place: SearchPlace, [first, end]: Range): number {
  return PLACES[place].anything.reduce((sum, table) => {
    const { offsets } = terms[table];
    return sum + offsets[end] - offsets[first];
  }, 0);
}

/** A word that starts another asks for nothing more than that one does; sorted, it stands right before such a one. */
function longest(words: string[]): string[] {
  const sorted = words.toSorted();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}

function findAll(ranges: Range[], postings: Postings[], { all }: Ordering, [one, other]: Memory): Matches {
  const [rarest, ...more] = ranges.map((range) => find(range, postings)).sort((a, b) => a.size - b.size);
  if (!rarest) return { set: all, total: count(all) };
  let matches = allOf(rarest, one);
  for (const each of more) {
    if (matches.total === 0) break;
    matches = commonOf(matches.set, each, matches.set === one ? other : one);
  }
  return matches;
}

function find(range: Range, postings: Postings[]): WordMatches {
  const tables = postings.map((each) => findIn(range, each)).filter(({ size }) => size > 0);
  return { size: tables.reduce((sum, { size }) => sum + size, 0), tables };
}

function findIn(range: Range, postings: Postings): TableMatches {
  const [start, end] = range.map((word) => postings.offsets[word]);
  const long = postings.long(range);
  return { size: long?.size ?? end - start, bitmap: long?.bitmap, entries: postings.items.subarray(start, end) };
}

/** Of few entries, each is counted as it comes; of many, testing each would cost more than counting all. */
function allOf({ tables }: WordMatches, into: Bitmap): Matches {
  const [first] = tables;
  if (tables.length === 1 && first.bitmap) return { set: first.bitmap, total: first.size };
  into.fill(0);
  for (const { bitmap, entries } of tables) {
    if (bitmap) addAll(into, [bitmap]);
    else for (let at = 0; at < entries.length; at++) add(into, entries[at]);
  }
  return { set: into, total: count(into) };
}

function commonOf(set: ReadonlyBitmap, { tables }: WordMatches, into: Bitmap): Matches {
  const [first] = tables;
  if (tables.length === 1 && first.bitmap) return { set: into, total: intersect(set, first.bitmap, into) };
  let total = 0;
  into.fill(0);
  for (const { bitmap, entries } of tables) {
    if (bitmap) total = addCommon(set, bitmap, into);
    else total += addListed(set, entries, into);
  }
  return { set: into, total };
}

/** Returns how many were not there before. */
function addListed(set: ReadonlyBitmap, entries: Uint32Array, into: Bitmap): number {
  let added = 0;
  for (let at = 0; at < entries.length; at++) {
    if (!has(set, entries[at]) || has(into, entries[at])) continue;
    add(into, entries[at]);
    added++;
  }
  return added;
}
