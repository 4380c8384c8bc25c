// Suggests searches for one that found nothing, with nearby words of the catalogue. The work is bounded for any search.

import { editDistance, maxTypos, otherGenders } from '../domain/names/edit-distance.ts';
import type { SearchPlace } from '../domain/questions.ts';
import { words } from '../domain/vocabulary.ts';
import type { Terms } from '../snapshot/open.ts';
import { Likeness } from './likeness.ts';
import { usesOf } from './search.ts';

export const MAX_SUGGESTIONS = 5;

/** A longer search is not a typo. */
const MAX_WORDS = 10;
/** Words of a search that are replaced, and replacements of each. */
const MAX_CHANGED = 2;
const MAX_NEIGHBOURS = 8;
/** Words with nearly the same letters that are compared letter by letter. */
const MAX_COMPARED = 3_000;
const MAX_SEARCHES = 16;
const MAX_WORD_LENGTH = 40;

interface Neighbour {
  word: string;
  distance: number;
  uses: number;
}

export interface NearbySearch {
  search: string;
  distance: number;
}

/** Nearest first. Some may find nothing. */
export function nearbySearches(terms: Terms, text: string, place: SearchPlace): NearbySearch[] {
  const wanted = [...new Set(words(text))];
  if (wanted.length > MAX_WORDS) return [];
  const unknown = wanted.filter((word) => usesOf(terms, place, terms.keys.findPrefix(word)) === 0);
  if (unknown.length > MAX_CHANGED) return [];
  // If the catalogue has each word, but no tree has all of them, any one word may be wrong.
  const found =
    unknown.length > 0
      ? replaceAll(terms, wanted, unknown, place)
      : wanted.slice(0, MAX_CHANGED).flatMap((word) => replaceAll(terms, wanted, [word], place));
  return found
    .sort((a, b) => a.distance - b.distance)
    .map(({ words, distance }) => ({ search: words.join(' '), distance }));
}

function replaceAll(terms: Terms, wanted: string[], replaced: string[], place: SearchPlace) {
  let found = [{ words: wanted, distance: 0 }];
  for (const word of replaced) {
    const neighbours = neighboursOf(terms, word, place);
    found = found
      .flatMap(({ words, distance }) =>
        neighbours.map((neighbour) => ({
          words: words.map((each) => (each === word ? neighbour.word : each)),
          distance: distance + neighbour.distance,
        })),
      )
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_SEARCHES);
  }
  return found;
}

/** Nearest first, then those that are used most. */
function neighboursOf(terms: Terms, word: string, place: SearchPlace): Neighbour[] {
  if (word.length > MAX_WORD_LENGTH) return [];
  const found = new Map<number, Neighbour>();
  const note = (number: number, distance: number) => {
    const uses = usesOf(terms, place, [number, number + 1]);
    if (uses > 0) found.set(number, { word: terms.keys.get(number), distance, uses });
  };
  for (const gender of otherGenders(word)) {
    const number = terms.keys.find(gender);
    if (number !== -1) note(number, 1);
  }
  const most = maxTypos(word);
  for (const number of similar(terms, word, most)) {
    if (found.has(number)) continue;
    const distance = editDistance(word, terms.keys.get(number), most);
    if (distance > 0 && distance <= most) note(number, distance);
  }
  const byNearness = (a: Neighbour, b: Neighbour) =>
    a.distance - b.distance || b.uses - a.uses || (a.word < b.word ? -1 : 1);
  return [...found.values()].sort(byNearness).slice(0, MAX_NEIGHBOURS);
}

/** Words with the same initial and nearly the same letters, and words that differ by one typo at the beginning. */
function similar({ letters, keys }: Terms, word: string, most: number): number[] {
  const [first, end] = keys.findPrefix(firstLetter(word));
  const likeness = new Likeness(word, most);
  const found: number[] = [];
  const next = (from: number) => likeness.next(letters, keys, from, end);
  for (let number = next(first); number < end && found.length < MAX_COMPARED; number = next(number + 1))
    found.push(number);
  for (const other of otherBeginnings(word)) {
    const number = keys.find(other);
    if (number !== -1) found.push(number);
  }
  return found;
}

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/** With the first letter omitted, swapped with the second, replaced, or preceded by another. */
function otherBeginnings(word: string): string[] {
  const first = firstLetter(word);
  const rest = word.slice(first.length);
  const second = firstLetter(rest);
  const swapped = second + first + rest.slice(second.length);
  return [rest, swapped, ...ALPHABET.flatMap((letter) => [letter + rest, letter + word])];
}

function firstLetter(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0);
}
