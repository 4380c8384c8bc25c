// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text, and words
// of synonyms and common names apart from both.

import { lettersOf } from '../domain/edit-distance.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import type { NamedSections } from './format.ts';
import { eachPart, GatheredWords, type Terms } from './gathered-words.ts';
import type { IndexTexts } from './index-texts.ts';
import { cellsFor, type Thresholds } from './layout.ts';
import { MergedTable } from './merged-table.ts';
import { POSTINGS, type Words, writePostings } from './postings.ts';
import { renumbered } from './renumbered-lists.ts';
import { writeStrings } from './strings.ts';
import type { Step } from './write-records.ts';

/** Of all trees. */
export function writeTerms(
  words: GatheredWords,
  titleRanks: Record<Locale, Uint32Array>,
  trees: number,
  thresholds: Thresholds,
  step: Step,
): NamedSections {
  const sections: NamedSections = {};
  for (const [round, locale] of LOCALES.entries()) {
    const stepOfRound: Step = (done) => step(round * trees + done);
    const { words: all, lists } = words.termsIn(locale, titleRanks[locale], stepOfRound);
    words.letGo(locale);
    const letters = Uint32Array.from(all, lettersOf);
    const parts = writeParts(locale, all, lists, trees, thresholds);
    Object.assign(sections, writeStrings(`terms.${locale}`, all), { [`terms.${locale}.letters`]: letters }, parts);
  }
  return sections;
}

/**
 * Those of a language, of trees that stand in a snapshot as they are, and of all others, whose texts these are. `ranks` has all trees by
 * title.
 */
export function patchTerms(
  locale: Locale,
  { trees, titleRanks }: IndexTexts,
  base: Base,
  ranks: Uint32Array,
  thresholds: Thresholds,
): NamedSections {
  const name = `terms.${locale}`;
  const gathered = new GatheredWords([locale]);
  for (const tree of trees) gathered.add(tree);
  const added = gathered.termsIn(locale, titleRanks[locale]);
  const known = base.snapshot.terms[locale];
  const ranksNow = base.ranksNow(locale, ranks);
  const before = eachPart((part) => renumbered(known[part], ranksNow));
  const table = new MergedTable(known.keys, Object.values(before), added.words);
  const lists = eachPart((part) => table.lists(before[part], added.lists[part]));
  const letters = table.numbers(known.letters, lettersOf);
  const parts = writeParts(locale, table, lists, base.trees, thresholds);
  return { ...table.strings(name), [`${name}.letters`]: letters, ...parts };
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
