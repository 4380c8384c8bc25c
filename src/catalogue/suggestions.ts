// In charge of what somebody may have meant whose search found nothing: searches with nearby words of the catalogue in it. How
// much is looked at is bounded, whatever is asked.

import { editDistance, mostSlips } from '../domain/edit-distance.ts';
import { otherGenders } from '../domain/genders.ts';
import type { SearchPlace } from '../domain/questions.ts';
import { words } from '../domain/vocabulary.ts';
import type { Terms } from '../snapshot/open.ts';
import { Likeness } from './likeness.ts';
import { usesOf } from './search.ts';

export const MAX_SUGGESTIONS = 5;

/** Whoever wrote more words than these has not slipped in one letter. */
const MOST_WORDS = 10;
/** Words of one search that others are looked for, and others of each. */
const MOST_CHANGED = 2;
const MOST_NEIGHBOURS = 8;
/** Of words that have nearly the same letters, so many are compared letter by letter. */
const MOST_COMPARED = 3_000;
const MOST_SEARCHES = 16;
const LONGEST_WORD = 40;

interface Neighbour {
  word: string;
  distance: number;
  uses: number;
}

export interface NearbySearch {
  search: string;
  distance: number;
}

interface Nearby {
  words: string[];
  distance: number;
}

/** Nearest first; not all of them need to find something. */
export function nearbySearches(terms: Terms, text: string, place: SearchPlace): NearbySearch[] {
  const wanted = [...new Set(words(text))];
  if (wanted.length > MOST_WORDS) return [];
  const isUnknown = (word: string) => usesOf(terms, place, terms.keys.findPrefix(word)) === 0;
  const unknown = wanted.filter(isUnknown);
  if (unknown.length > MOST_CHANGED) return [];
  const found = unknown.length > 0 ? allChanged(terms, wanted, unknown, place) : oneChanged(terms, wanted, place);
  found.sort((a, b) => a.distance - b.distance);
  return found.map(({ words, distance }) => ({ search: words.join(' '), distance }));
}

/** Every word that the catalogue does not have is another one. */
function allChanged(terms: Terms, wanted: string[], unknown: string[], place: SearchPlace): Nearby[] {
  let found: Nearby[] = [{ words: wanted, distance: 0 }];
  for (const word of unknown) {
    const neighbours = neighboursOf(terms, word, place);
    found = found
      .flatMap((each) => neighbours.map((neighbour) => withNeighbour(each, word, neighbour)))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_SEARCHES);
  }
  return found;
}

/** The catalogue has each word, but no tree has all of them. */
function oneChanged(terms: Terms, wanted: string[], place: SearchPlace): Nearby[] {
  return wanted
    .slice(0, MOST_CHANGED)
    .flatMap((word) =>
      neighboursOf(terms, word, place).map((neighbour) =>
        withNeighbour({ words: wanted, distance: 0 }, word, neighbour),
      ),
    );
}

function withNeighbour({ words, distance }: Nearby, word: string, neighbour: Neighbour): Nearby {
  return {
    words: words.map((each) => (each === word ? neighbour.word : each)),
    distance: distance + neighbour.distance,
  };
}

/** Nearest first, then those that are used most. */
function neighboursOf(terms: Terms, word: string, place: SearchPlace): Neighbour[] {
  if (word.length > LONGEST_WORD) return [];
  const found = new Map<number, Neighbour>();
  const meet = (number: number, distance: number) => {
    const uses = usesOf(terms, place, [number, number + 1]);
    if (uses > 0) found.set(number, { word: terms.keys.get(number), distance, uses });
  };
  for (const gender of otherGenders(word)) {
    const number = terms.keys.find(gender);
    if (number !== -1) meet(number, 1);
  }
  const most = mostSlips(word);
  for (const number of similar(terms, word, most)) {
    if (found.has(number)) continue;
    const distance = editDistance(word, terms.keys.get(number), most);
    if (distance > 0 && distance <= most) meet(number, distance);
  }
  const byNearness = (a: Neighbour, b: Neighbour) =>
    a.distance - b.distance || b.uses - a.uses || (a.word < b.word ? -1 : 1);
  return [...found.values()].sort(byNearness).slice(0, MOST_NEIGHBOURS);
}

/** Words that begin alike and have nearly the same letters, and those that one slip at the beginning makes of this one. */
function similar({ letters, keys }: Terms, word: string, most: number): number[] {
  const [first, end] = keys.findPrefix(firstLetter(word));
  const likeness = new Likeness(word, most);
  const found: number[] = [];
  const next = (from: number) => likeness.next(letters, keys, from, end);
  for (let number = next(first); number < end && found.length < MOST_COMPARED; number = next(number + 1))
    found.push(number);
  for (const other of otherBeginnings(word)) {
    const number = keys.find(other);
    if (number !== -1) found.push(number);
  }
  return found;
}

const ALPHABET = [...'abcdefghijklmnopqrstuvwxyz'];

/** The first letter left out, swapped with the second, exchanged for another, or another put before it. */
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
