// Writes the search index of each locale: sorted words with their trees by rank. Names, the whole text, and synonyms with common names
// have posting lists of their own.

import { lettersOf } from '../../domain/edit-distance.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import type { Columns } from '../columns/columns.ts';
import type { NamedSections } from '../format.ts';
import { cellsFor, orderingIndex, type Thresholds } from '../layout.ts';
import { emptyLists, type IdLists, NO_NUMBER } from '../sections/lists.ts';
import { writePostings } from '../sections/postings.ts';
import { tableOf, textSections, textsIn } from '../sections/strings.ts';
import type { Orders } from './orders.ts';

export function writeTerms(columns: Columns, locale: Locale, { orders }: Orders, thresholds: Thresholds): NamedSections {
  const { trees, dictionaries, lists } = columns;
  const start = orderingIndex(locale, 'title', 'asc') * trees;
  const byTitle = orders.subarray(start, start + trees);
  const [names, others] = [lists['words.names'], lists['words.others']];
  const parts = { names: [names], any: [names, lists[`words.descriptions.${locale}`]], others: [others] };
  const ids = usedIds([...parts.any, others], dictionaries.words.offsets.length - 1);
  const allWords = textsIn(dictionaries.words);
  const words = allWords.filter((_, id) => ids[id] !== NO_NUMBER);
  const sections = {
    ...textSections(`terms.${locale}`, tableOf(words)),
    [`terms.${locale}.letters`]: Uint32Array.from(words, lettersOf),
  };
  const max = thresholds.start * cellsFor(trees);
  for (const [part, columnsOfPart] of Object.entries(parts)) {
    const postings = postingLists(columnsOfPart, ids, words.length, byTitle);
    Object.assign(sections, writePostings(`terms.${locale}.${part}`, { words, lists: postings, trees, max }));
  }
  return sections;
}

/** The ids that the used words have in a locale, in their order; NO_NUMBER for the others. */
function usedIds(columns: IdLists[], words: number): Uint32Array {
  const ids = new Uint32Array(words).fill(NO_NUMBER);
  for (const { items } of columns) for (let at = 0; at < items.length; at++) ids[items[at]] = 0;
  let next = 0;
  for (let word = 0; word < words; word++) if (ids[word] === 0) ids[word] = next++;
  return ids;
}

/** For each word the ranks of its trees, in ascending order. */
function postingLists(columns: IdLists[], ids: Uint32Array, words: number, byTitle: Uint32Array): IdLists {
  const counts = new Uint32Array(words);
  for (const { items } of columns) for (let at = 0; at < items.length; at++) counts[ids[items[at]]]++;
  const lists = emptyLists(counts);
  const next = lists.offsets.slice();
  for (let rank = 0; rank < byTitle.length; rank++) {
    const tree = byTitle[rank];
    for (let column = 0; column < columns.length; column++) {
      const { offsets, items } = columns[column];
      const end = offsets[tree + 1];
      for (let at = offsets[tree]; at < end; at++) lists.items[next[ids[items[at]]]++] = rank;
    }
  }
  return lists;
}
