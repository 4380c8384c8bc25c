// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text, and words
// of synonyms and common names apart from both.

import { lettersOf } from '../domain/edit-distance.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { Base, type BaseParts } from './base.ts';
import type { NamedSections } from './format.ts';
import { cellsFor, NO_TREE, orderingIndex, type Thresholds } from './layout.ts';
import { finished, transposed } from './lists.ts';
import { Pairs } from './pairs.ts';
import { POSTINGS, writePostings } from './postings.ts';
import { writeStrings } from './strings.ts';
import { WordTable } from './word-table.ts';
import { namesOf } from './write-names.ts';
import type { Step } from './write-records.ts';

/** What words are taken from: plain values, that can be handed to another thread. By the numbers of trees. */
export interface TermTexts {
  /** The scientific name and the titles of each tree, a line each. */
  names: string[];
  /** Its synonyms and common names likewise. */
  others: string[];
  descriptions: Record<Locale, string[]>;
  titleOrders: Record<Locale, Uint32Array>;
  /** Has the words of trees that are as they were: of those there is no text. */
  base: BaseParts | undefined;
}

export function termTextsOf(trees: Tree[], orders: Uint32Array, base?: BaseParts): TermTexts {
  const isKnown = (number: number) => base !== undefined && base.numbers[number] !== NO_TREE;
  const texts = (textIn: (tree: Tree) => string) => trees.map((tree, number) => (isKnown(number) ? '' : textIn(tree)));
  const byLocale = <T>(valueIn: (locale: Locale) => T) =>
    Object.fromEntries(LOCALES.map((locale) => [locale, valueIn(locale)])) as Record<Locale, T>;
  return {
    names: texts((tree) => linesOf(tree, 'scientificName', 'title')),
    others: texts((tree) => linesOf(tree, 'synonyms', 'commonNames')),
    descriptions: byLocale((locale) => texts((tree) => servedText(tree, locale).description)),
    titleOrders: byLocale((locale) => {
      const start = orderingIndex(locale, 'title', 'asc') * trees.length;
      return orders.slice(start, start + trees.length);
    }),
    base,
  };
}

function linesOf(tree: Tree, ...kinds: (keyof ReturnType<typeof namesOf>)[]): string {
  const names = namesOf(tree);
  return kinds.flatMap((kind) => names[kind]).join('\n');
}

/** A word's trees are given by their ranks in the locale's title order. */
export function writeTerms(texts: TermTexts, { start }: Thresholds, step: Step): NamedSections {
  const sections: NamedSections = {};
  const table = new WordTable();
  const trees = texts.names.length;
  const base = texts.base && new Base(texts.base);
  const nameWords = texts.names.map((names, tree) => nameWordsOf(names, texts.others[tree], table));
  for (const [round, locale] of LOCALES.entries()) {
    const stepOfRound: Step = (done) => step(round * trees + done);
    const collected = { descriptions: texts.descriptions[locale], titleOrder: texts.titleOrders[locale] };
    const known = base && wordsIn(base, locale, table);
    const terms = collectTerms({ table, nameWords, known, ...collected }, stepOfRound);
    Object.assign(sections, writeTermsOf(`terms.${locale}`, table, terms, { trees, most: start * cellsFor(trees) }));
  }
  return sections;
}

interface NameWords {
  names: Set<number>;
  /** Of synonyms and common names alone. */
  others: Set<number>;
}

function nameWordsOf(names: string, others: string, table: WordTable): NameWords {
  const ofNames = new Set(table.numbersIn(names));
  return { names: ofNames, others: new Set(table.numbersIn(others)).difference(ofNames) };
}

/** By the numbers of words, the ranks of trees that hold them. */
type Terms = Record<'names' | 'any' | 'others', Pairs>;

interface Collected {
  table: WordTable;
  nameWords: NameWords[];
  descriptions: string[];
  titleOrder: Uint32Array;
  known: KnownWords | undefined;
}

/** Adds the words of a tree that is as it was, and says whether it is one. */
type KnownWords = (terms: Terms, tree: number, rank: number) => boolean;

function wordsIn(base: Base, locale: Locale, table: WordTable): KnownWords {
  const { snapshot } = base;
  const { keys } = snapshot.terms[locale];
  const numbers = Uint32Array.from({ length: keys.length }, (_, word) => table.numberOf(keys.get(word)));
  const titleOrder = base.titleOrder(locale);
  const byTree = POSTINGS.map((part) => {
    const { offsets, items } = finished(transposed(snapshot.terms[locale][part], snapshot.trees, titleOrder));
    return { part, offsets, items };
  });
  return (terms, tree, rank) => {
    const known = base.numberOf(tree);
    if (known === undefined) return false;
    for (const { part, offsets, items } of byTree) {
      for (let at = offsets[known]; at < offsets[known + 1]; at++) terms[part].add(numbers[items[at]], rank);
    }
    return true;
  };
}

function collectTerms({ table, nameWords, descriptions, titleOrder, known }: Collected, step: Step): Terms {
  const terms: Terms = { names: new Pairs(), any: new Pairs(), others: new Pairs() };
  const lastRank: number[] = new Array(table.length).fill(-1);
  for (let rank = 0; rank < titleOrder.length; rank++) {
    step(rank + 1);
    if (known?.(terms, titleOrder[rank], rank)) continue;
    const { names, others } = nameWords[titleOrder[rank]];
    for (const word of others) terms.others.add(word, rank);
    for (const word of names) {
      lastRank[word] = rank;
      terms.names.add(word, rank);
      terms.any.add(word, rank);
    }
    for (const word of table.numbersIn(descriptions[titleOrder[rank]])) {
      if (lastRank[word] === rank) continue;
      lastRank[word] = rank;
      terms.any.add(word, rank);
    }
  }
  return terms;
}

function writeTermsOf(
  name: string,
  table: WordTable,
  terms: Terms,
  sizes: { trees: number; most: number },
): NamedSections {
  const isUsed = new Uint8Array(table.length);
  for (const pairs of Object.values(terms)) pairs.markKeys(isUsed);
  const { words, places } = table.sorted(isUsed);
  const postings = (part: keyof Terms) => {
    return writePostings(`${name}.${part}`, { words, lists: terms[part].lists(places, words.length), ...sizes });
  };
  return {
    ...writeStrings(name, words),
    [`${name}.letters`]: Uint32Array.from(words, lettersOf),
    ...postings('names'),
    ...postings('any'),
    ...postings('others'),
  };
}
