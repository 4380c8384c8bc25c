// In charge of the letters under which a catalogue is leafed through: where each begins in the order of a language.

import type { Sort } from './questions.ts';
import type { Locale } from './vocabulary.ts';

const LATIN = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Before the first letter stand digits and signs, after the last one other scripts. */
export const BEFORE = '#';
export const BEYOND = '…';
/** With the first letter of the script that follows Latin in every order. */
const STARTS_BEYOND = 'α';

const LETTERS: Record<Locale, string[]> = { en: LATIN, es: LATIN.toSpliced(14, 0, 'Ñ') };

export interface Initial {
  name: string;
  /** Whether a text stands under it, or under a later one. */
  isReached(text: string): boolean;
}

/** In their order. */
export function initialsOf(locale: Locale): Initial[] {
  const { compare } = new Intl.Collator(locale);
  const from = (name: string, start: string) => ({ name, isReached: (text: string) => compare(text, start) >= 0 });
  // The small letter stands before the capital.
  const letters = LETTERS[locale].map((letter) => from(letter, letter.toLowerCase()));
  return [{ name: BEFORE, isReached: () => true }, ...letters, from(BEYOND, STARTS_BEYOND)];
}

/** Orders by a text that begins with a letter. */
export const ALPHABETICAL = ['title', 'scientificName', 'family'] as const satisfies Sort[];
export type Alphabetical = (typeof ALPHABETICAL)[number];

export function isAlphabetical(sort: Sort): sort is Alphabetical {
  return (ALPHABETICAL as readonly Sort[]).includes(sort);
}
