// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text.

import { servedText, type Tree } from '../tree.ts';
import { fold, LOCALES, type Locale, words } from '../vocabulary.ts';
import type { Section } from './format.ts';
import { orderingIndex, type Thresholds, wordsFor } from './layout.ts';
import { writeLists } from './lists.ts';
import { writePostings } from './postings.ts';
import { byCodePoints, writeStrings } from './strings.ts';

/** Names are found in either language. */
export function namesOf(tree: Tree): string[] {
  return [tree.scientificName, ...LOCALES.flatMap((locale) => tree.texts[locale]?.title ?? [])];
}

/** Needs `orders` to have been written: a word's trees are given by their ranks in the locale's title order. */
export function writeTerms(into: Map<string, Section>, trees: Tree[], { start }: Thresholds): void {
  const orders = into.get('orders') as Uint32Array;
  const nameWords = trees.map((tree) => new Set(namesOf(tree).flatMap(words)));
  for (const locale of LOCALES) {
    const base = orderingIndex(locale, 'title', 'asc') * trees.length;
    const titleOrder = orders.subarray(base, base + trees.length);
    const terms = collectTerms(trees, nameWords, titleOrder, locale);
    writeTermsOf(into, `terms.${locale}`, terms, { trees: trees.length, most: start * wordsFor(trees.length) });
  }
  writeExactNames(into, trees);
}

interface Term {
  names: number[];
  any: number[];
}

function collectTerms(
  trees: Tree[],
  nameWords: Set<string>[],
  titleOrder: Uint32Array,
  locale: Locale,
): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const [rank, number] of titleOrder.entries()) {
    for (const word of nameWords[number]) {
      const { names, any } = termOf(terms, word);
      names.push(rank);
      any.push(rank);
    }
    for (const word of words(servedText(trees[number], locale).description)) {
      const { any } = termOf(terms, word);
      if (any[any.length - 1] !== rank) any.push(rank);
    }
  }
  return terms;
}

function writeTermsOf(
  into: Map<string, Section>,
  name: string,
  terms: Map<string, Term>,
  sizes: { trees: number; most: number },
): void {
  const keys = [...terms.keys()].sort(byCodePoints);
  writeStrings(into, name, keys);
  for (const part of ['names', 'any'] as const) {
    const lists = keys.map((key) => (terms.get(key) as Term)[part]);
    writePostings(into, `${name}.${part}`, { words: keys, lists, ...sizes });
  }
}

/** Called for every word of the catalogue: a plain look-up is several times faster here than `getOrInsertComputed`. */
function termOf(terms: Map<string, Term>, word: string): Term {
  const known = terms.get(word);
  if (known) return known;
  const added: Term = { names: [], any: [] };
  terms.set(word, added);
  return added;
}

/** Whole names, for the search that equals one. */
function writeExactNames(into: Map<string, Section>, trees: Tree[]): void {
  const treesByName = new Map<string, number[]>();
  for (const [number, tree] of trees.entries()) {
    for (const name of new Set(namesOf(tree).map(fold))) {
      treesByName.getOrInsertComputed(name, () => []).push(number);
    }
  }
  const names = [...treesByName.keys()].sort(byCodePoints);
  writeStrings(into, 'names', names);
  writeLists(
    into,
    'names.trees',
    names.map((name) => treesByName.get(name) as number[]),
  );
}
