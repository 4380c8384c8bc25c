// In charge of the texts that names and words are taken from: plain values, that can be handed to another thread.

import { servedText, type Tree, type TreeText } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { orderingIndex } from './layout.ts';
import { type MarkedBytes, readDetail } from './open.ts';

/** Of a tree. */
export interface TreeTexts {
  /** The title that each language is served, the scientific name, the synonyms, then the common names. */
  names: string[];
  /** How many of the names are synonyms. */
  synonyms: number;
  descriptions: Record<Locale, string>;
}

/** Of trees that are new or have changed. */
export interface IndexTexts {
  /** The numbers of the trees, in ascending order. */
  numbers: Uint32Array;
  trees: TreeTexts[];
  /** Their ranks among all trees by title. */
  titleRanks: Record<Locale, Uint32Array>;
}

/** The place of the scientific name among the names of a tree, and of what follows it: synonyms, common names. */
export const SCIENTIFIC_NAME = LOCALES.length;
export const OTHER_NAMES = SCIENTIFIC_NAME + 1;

/** `ranks` are of all trees in all orderings. */
export function indexTextsOf(trees: Tree[], numbers: Uint32Array, ranks: Uint32Array, all: number): IndexTexts {
  const allRanks = titleRanksIn(ranks, all);
  const titleRanks = byLocale((locale) => numbers.map((number) => allRanks[locale][number]));
  return { numbers, trees: trees.map(textsOf), titleRanks };
}

export function textsOf(tree: Tree): TreeTexts {
  return textsFrom(tree, (locale) => servedText(tree, locale));
}

function textsFrom(
  { scientificName, synonyms, commonNames }: Pick<Tree, 'scientificName' | 'synonyms' | 'commonNames'>,
  textIn: (locale: Locale) => Pick<TreeText, 'title' | 'description'>,
): TreeTexts {
  const names = LOCALES.map((locale) => textIn(locale).title);
  names.push(scientificName, ...synonyms);
  for (const { name } of commonNames) names.push(name);
  return { names, synonyms: synonyms.length, descriptions: byLocale((locale) => textIn(locale).description) };
}

/** The same out of its records, in every language. */
export function textsIn(records: Record<Locale, MarkedBytes>, tree: number): TreeTexts {
  const details = byLocale((locale) => readDetail(records[locale], tree));
  return textsFrom(details[LOCALES[0]], (locale) => details[locale]);
}

/** Of all trees by title, out of those in all orderings. */
export function titleRanksIn(ranks: Uint32Array, trees: number): Record<Locale, Uint32Array> {
  return byLocale((locale) => {
    const start = orderingIndex(locale, 'title', 'asc') * trees;
    return ranks.slice(start, start + trees);
  });
}

export function byLocale<T>(valueIn: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, valueIn(locale)])) as Record<Locale, T>;
}
