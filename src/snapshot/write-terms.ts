// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text, and words
// of synonyms and common names apart from both.

import { lettersOf } from '../domain/edit-distance.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { type IndexTexts, OTHER_NAMES } from './index-texts.ts';
import { cellsFor, type Thresholds } from './layout.ts';
import { finished, GrowingLists, transposed } from './lists.ts';
import { Met } from './met.ts';
import { Pairs } from './pairs.ts';
import { POSTINGS, writePostings } from './postings.ts';
import { writeStrings } from './strings.ts';
import { WordTable } from './word-table.ts';
import type { Step } from './write-records.ts';

/** A word's trees are given by their ranks in the locale's title order. */
export function writeTerms(texts: IndexTexts, { start }: Thresholds, step: Step, base?: Base): NamedSections {
  const sections: NamedSections = {};
  const table = new WordTable();
  const trees = texts.names.length;
  const nameWords = nameWordsOf(texts, table);
  for (const [round, locale] of LOCALES.entries()) {
    const stepOfRound: Step = (done) => step(round * trees + done);
    const collected = { descriptions: texts.descriptions[locale], titleOrder: texts.titleOrders[locale] };
    const known = base && wordsIn(base, locale, table);
    const terms = collectTerms({ table, nameWords, known, ...collected }, stepOfRound);
    Object.assign(sections, writeTermsOf(`terms.${locale}`, table, terms, { trees, most: start * cellsFor(trees) }));
  }
  return sections;
}

/** For each tree the words of its titles and its scientific name, and those of synonyms and common names alone. */
type NameWords = Record<'names' | 'others', GrowingLists>;

function nameWordsOf({ names }: IndexTexts, table: WordTable): NameWords {
  const words: NameWords = { names: new GrowingLists(), others: new GrowingLists() };
  const met = new Met();
  for (const own of names) {
    met.nothing();
    for (const [place, name] of own.entries()) {
      const list = place < OTHER_NAMES ? words.names : words.others;
      for (const word of table.numbersIn(name)) if (met.isNew(word)) list.add(word);
    }
    words.names.endList();
    words.others.endList();
  }
  return words;
}

/** By the numbers of words, the ranks of trees that hold them. */
type Terms = Record<'names' | 'any' | 'others', Pairs>;

interface Collected {
  table: WordTable;
  nameWords: NameWords;
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
  const met = new Met();
  for (let rank = 0; rank < titleOrder.length; rank++) {
    step(rank + 1);
    const tree = titleOrder[rank];
    if (known?.(terms, tree, rank)) continue;
    met.nothing();
    for (const word of nameWords.others.get(tree)) terms.others.add(word, rank);
    for (const word of nameWords.names.get(tree)) {
      met.isNew(word);
      terms.names.add(word, rank);
      terms.any.add(word, rank);
    }
    for (const word of table.numbersIn(descriptions[tree])) if (met.isNew(word)) terms.any.add(word, rank);
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
  const { texts: words, places } = table.sorted(isUsed);
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
