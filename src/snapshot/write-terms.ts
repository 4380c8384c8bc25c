// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text, and words
// of synonyms and common names apart from both.

import { lettersOf } from '../domain/edit-distance.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { type IndexTexts, OTHER_NAMES } from './index-texts.ts';
import { cellsFor, type Thresholds } from './layout.ts';
import { type ConcatenatedLists, GrowingLists } from './lists.ts';
import { MergedTable, renumbered } from './merged-table.ts';
import { Met } from './met.ts';
import { Pairs } from './pairs.ts';
import { POSTINGS, type Words, writePostings } from './postings.ts';
import { writeStrings } from './strings.ts';
import { WordTable } from './word-table.ts';
import type { Step } from './write-records.ts';

type Part = (typeof POSTINGS)[number];

/** Sorted words, and of each the ranks of its trees in the locale's title order. */
interface Terms {
  words: string[];
  lists: Record<Part, ConcatenatedLists>;
}

/** Of all trees. */
export function writeTerms(texts: IndexTexts, thresholds: Thresholds, step: Step): NamedSections {
  const sections: NamedSections = {};
  for (const [locale, { words, lists }] of collectTerms(texts, step)) {
    const letters = Uint32Array.from(words, lettersOf);
    const parts = writeParts(locale, words, lists, texts.numbers.length, thresholds);
    Object.assign(sections, writeStrings(`terms.${locale}`, words), { [`terms.${locale}.letters`]: letters }, parts);
  }
  return sections;
}

/** Of those that stand in a snapshot as they are, and of all others, whose texts these are. `ranks` has all trees by title. */
export function patchTerms(
  texts: IndexTexts,
  base: Base,
  ranks: Record<Locale, Uint32Array>,
  thresholds: Thresholds,
): NamedSections {
  const sections: NamedSections = {};
  for (const [locale, added] of collectTerms(texts, () => {})) {
    const name = `terms.${locale}`;
    const known = base.snapshot.terms[locale];
    const ranksNow = base.ranksNow(locale, ranks[locale]);
    const before = eachPart((part) => renumbered(known[part], ranksNow));
    const table = new MergedTable(known.keys, Object.values(before), added.words);
    const lists = eachPart((part) => table.lists(before[part], added.lists[part]));
    const parts = writeParts(locale, table, lists, base.trees, thresholds);
    const letters = table.numbers(known.letters, lettersOf);
    Object.assign(sections, table.strings(name), { [`${name}.letters`]: letters }, parts);
  }
  return sections;
}

function eachPart<T>(of: (part: Part) => T): Record<Part, T> {
  return Object.fromEntries(POSTINGS.map((part) => [part, of(part)])) as Record<Part, T>;
}

function writeParts(
  locale: Locale,
  words: Words,
  lists: Terms['lists'],
  trees: number,
  { start }: Thresholds,
): NamedSections {
  const sizes = { trees, most: start * cellsFor(trees) };
  const parts = POSTINGS.map((part) =>
    writePostings(`terms.${locale}.${part}`, { words, lists: lists[part], ...sizes }),
  );
  return Object.assign({}, ...parts);
}

/** One language after the other: memory holds the words of one. */
function* collectTerms(texts: IndexTexts, step: Step): Generator<[Locale, Terms]> {
  const table = new WordTable();
  const nameWords = nameWordsOf(texts, table);
  for (const [round, locale] of LOCALES.entries()) {
    const stepOfRound: Step = (done) => step(round * texts.numbers.length + done);
    yield [locale, termsIn(locale, texts, table, nameWords, stepOfRound)];
  }
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

function termsIn(
  locale: Locale,
  { descriptions, titleRanks }: IndexTexts,
  table: WordTable,
  nameWords: NameWords,
  step: Step,
): Terms {
  const found = eachPart(() => new Pairs());
  const met = new Met();
  const ranks = titleRanks[locale];
  const byRank = Uint32Array.from(ranks.keys()).sort((a, b) => ranks[a] - ranks[b]);
  for (const [done, tree] of byRank.entries()) {
    const rank = ranks[tree];
    met.nothing();
    for (const word of nameWords.others.get(tree)) found.others.add(word, rank);
    for (const word of nameWords.names.get(tree)) {
      met.isNew(word);
      found.names.add(word, rank);
      found.any.add(word, rank);
    }
    for (const word of table.numbersIn(descriptions[locale][tree])) if (met.isNew(word)) found.any.add(word, rank);
    step(done + 1);
  }
  const isUsed = new Uint8Array(table.length);
  for (const pairs of Object.values(found)) pairs.markKeys(isUsed);
  const { texts: words, places } = table.sorted(isUsed);
  return { words, lists: eachPart((part) => found[part].lists(places, words.length)) };
}
