// In charge of the texts that names and words are taken from: plain values, that can be handed to another thread, by the numbers of
// trees. Of trees that are as they were there are none: a snapshot before has what was taken from them.

import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { BaseParts } from './base.ts';
import { NO_TREE, orderingIndex } from './layout.ts';

export interface IndexTexts {
  /** The title that each language is served, the scientific name, the synonyms, then the common names. */
  names: string[][];
  /** How many of the names are synonyms. */
  synonyms: Uint32Array;
  descriptions: Record<Locale, string[]>;
  titleOrders: Record<Locale, Uint32Array>;
  /** What the trees without texts had. */
  base: BaseParts | undefined;
}

/** The place of the scientific name among the names of a tree, and of what follows it: synonyms, common names. */
export const SCIENTIFIC_NAME = LOCALES.length;
export const OTHER_NAMES = SCIENTIFIC_NAME + 1;

export function indexTextsOf(trees: Tree[], orders: Uint32Array, base?: BaseParts): IndexTexts {
  const isKnown = (number: number) => base !== undefined && base.numbers[number] !== NO_TREE;
  const byLocale = <T>(valueIn: (locale: Locale) => T) =>
    Object.fromEntries(LOCALES.map((locale) => [locale, valueIn(locale)])) as Record<Locale, T>;
  return {
    names: trees.map((tree, number) => (isKnown(number) ? [] : namesOf(tree))),
    synonyms: Uint32Array.from(trees, ({ synonyms }) => synonyms.length),
    descriptions: byLocale((locale) =>
      trees.map((tree, number) => (isKnown(number) ? '' : servedText(tree, locale).description)),
    ),
    titleOrders: byLocale((locale) => {
      const start = orderingIndex(locale, 'title', 'asc') * trees.length;
      return orders.slice(start, start + trees.length);
    }),
    base,
  };
}

function namesOf(tree: Tree): string[] {
  const names = LOCALES.map((locale) => servedText(tree, locale).title);
  names.push(tree.scientificName, ...tree.synonyms);
  for (const { name } of tree.commonNames) names.push(name);
  return names;
}
