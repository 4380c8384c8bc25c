// Searches trees in which every word of the search starts a word. The index is in the locale's title order, and so are the results.

import type { SearchPlace } from '../domain/questions.ts';
import { fold, type Locale, words } from '../domain/vocabulary.ts';
import { cellsFor, NAME_KINDS } from '../snapshot/layout.ts';
import type { Snapshot, Terms } from '../snapshot/open.ts';
import type { Range } from '../snapshot/sections/postings.ts';
import { add, type Bitmap } from './bitmap.ts';
import { intersectAll, type Matches, type Postings, type QueryScratch, restrict, unite } from './matches.ts';
import type { Ordering } from './ordering.ts';

/** A search with the range of the words that each of its words starts. */
export interface ParsedSearch {
  locale: Locale;
  text: string;
  place: SearchPlace;
  ranges: Range[];
}

/** The tables of words that a search looks in, for names and for anything, and the kinds of names that may equal it, best first. */
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

export function readSearch({ terms }: Snapshot, text: string, locale: Locale, place: SearchPlace): ParsedSearch {
  const { keys } = terms[locale];
  return { locale, text, place, ranges: longest(words(text)).map((word) => keys.findPrefix(word)) };
}

/** The trees in which all words are found, in names or anywhere. */
export function searchTrees(
  { terms }: Snapshot,
  { ranges, locale, place }: ParsedSearch,
  part: 'names' | 'anything',
  ordering: Ordering,
  scratch: QueryScratch,
): Matches {
  const tables = PLACES[place][part].map((table) => terms[locale][table]);
  const byWord = ranges.map((range) => postingsIn(tables, range)).sort((a, b) => sizeOf(a) - sizeOf(b));
  const [rarest, ...others] = byWord;
  if (!rarest) return intersectAll([], ordering, scratch);
  return others.reduce((found, postings) => restrict(found, postings, scratch), unite(rarest, scratch));
}

/** Of the tables that have words of the range. */
function postingsIn(tables: Terms[Table][], range: Range): Postings[] {
  return tables.flatMap((table): Postings[] => {
    const [start, end] = range.map((word) => table.offsets[word]);
    if (start === end) return [];
    const long = table.long(range);
    return [{ bitmap: long?.bitmap, size: long?.size ?? end - start, trees: table.items.subarray(start, end) }];
  });
}

function sizeOf(postings: Postings[]): number {
  return postings.reduce((sum, { size }) => sum + size, 0);
}

/** The trees with a name that equals the search, by the best kind of such a name; no tree twice. */
export function treesNamed(
  { names, trees: size }: Snapshot,
  { text, place }: ParsedSearch,
  { ranks }: Ordering,
): Bitmap[] {
  const { keys, trees, kinds } = names;
  const name = keys.find(fold(text));
  if (name === -1) return [];
  const tiers = PLACES[place].equal.map((kind) => ({ kind, set: new Int32Array(cellsFor(size)) }));
  for (let at = trees.offsets[name]; at < trees.offsets[name + 1]; at++) {
    const best = tiers.find(({ kind }) => kinds[at] & kind);
    if (best) add(best.set, ranks[trees.items[at]]);
  }
  return tiers.map(({ set }) => set);
}

/** How often the words of a range occur where a search looks. */
export function usesOf(terms: Terms, place: SearchPlace, [first, end]: Range): number {
  return PLACES[place].anything.reduce((sum, table) => {
    const { offsets } = terms[table];
    return sum + offsets[end] - offsets[first];
  }, 0);
}

/** Without words that start another one: these match whatever that one matches. */
function longest(words: string[]): string[] {
  const sorted = words.toSorted();
  return sorted.filter((word, at) => !sorted[at + 1]?.startsWith(word));
}
