// Defines the letters of the alphabetical index in each language.

import type { Sort } from './questions.ts';
import type { Locale } from './vocabulary.ts';

const LATIN = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Digits and signs sort before the first letter, other scripts after the last. */
export const BEFORE = '#';
export const BEYOND = '…';
/** The first letter of the script that follows Latin in every collation. */
const STARTS_BEYOND = 'α';

const LETTERS: Record<Locale, string[]> = { en: LATIN, es: LATIN.toSpliced(14, 0, 'Ñ') };

export interface Initial {
  name: string;
  /** Whether a text sorts at this letter or later. */
  isReached(text: string): boolean;
}

export function initialsOf(locale: Locale): Initial[] {
  const { compare } = new Intl.Collator(locale);
  const from = (name: string, start: string) => ({ name, isReached: (text: string) => compare(text, start) >= 0 });
  const letters = LETTERS[locale].map((letter) => from(letter, letter.toLowerCase()));
  return [{ name: BEFORE, isReached: () => true }, ...letters, from(BEYOND, STARTS_BEYOND)];
}

export const ALPHABETICAL = ['title', 'scientificName', 'family'] as const satisfies Sort[];
export type Alphabetical = (typeof ALPHABETICAL)[number];

export function isAlphabetical(sort: Sort): sort is Alphabetical {
  return (ALPHABETICAL as readonly Sort[]).includes(sort);
}
