// In charge of the texts that names and words are taken from: plain values, that can be handed to another thread. They are of all
// trees, or of some of them.

import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { orderingIndex } from './layout.ts';

export interface IndexTexts {
  /** The numbers of the trees, in ascending order. */
  numbers: Uint32Array;
  /** The title that each language is served, the scientific name, the synonyms, then the common names. */
  names: string[][];
  /** How many of the names are synonyms. */
  synonyms: Uint32Array;
  descriptions: Record<Locale, string[]>;
  /** Their ranks among all trees by title. */
  titleRanks: Record<Locale, Uint32Array>;
}

/** The place of the scientific name among the names of a tree, and of what follows it: synonyms, common names. */
export const SCIENTIFIC_NAME = LOCALES.length;
export const OTHER_NAMES = SCIENTIFIC_NAME + 1;

/** `ranks` are of all trees in all orderings. */
export function indexTextsOf(trees: Tree[], numbers: Uint32Array, ranks: Uint32Array, all: number): IndexTexts {
  const allRanks = titleRanksIn(ranks, all);
  return {
    numbers,
    names: trees.map(namesOf),
    synonyms: Uint32Array.from(trees, ({ synonyms }) => synonyms.length),
    descriptions: byLocale((locale) => trees.map((tree) => servedText(tree, locale).description)),
    titleRanks: byLocale((locale) => numbers.map((number) => allRanks[locale][number])),
  };
}

/** Of all trees by title, out of those in all orderings. */
export function titleRanksIn(ranks: Uint32Array, trees: number): Record<Locale, Uint32Array> {
  return byLocale((locale) => {
    const start = orderingIndex(locale, 'title', 'asc') * trees;
    return ranks.slice(start, start + trees);
  });
}

function byLocale<T>(valueIn: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, valueIn(locale)])) as Record<Locale, T>;
}

function namesOf(tree: Tree): string[] {
  const names = LOCALES.map((locale) => servedText(tree, locale).title);
  names.push(tree.scientificName, ...tree.synonyms);
  for (const { name } of tree.commonNames) names.push(name);
  return names;
}
