// Writes the search index of each locale: sorted words with their trees by rank. Names, the whole text, and synonyms with common names
// have posting lists of their own.

import { lettersOf } from '../../domain/names/edit-distance.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import type { Columns } from '../columns/columns.ts';
import { mergeDictionaries } from '../columns/merge-dictionaries.ts';
import type { NamedSections } from '../format.ts';
import { cellsFor, orderingIndex, type Thresholds } from '../layout.ts';
import { emptyLists, type IdLists } from '../sections/lists.ts';
import { writePostings } from '../sections/postings.ts';
import { textSections, textsIn } from '../sections/strings.ts';
import type { Orders } from './orders.ts';

export function writeTerms(
  columns: Columns,
  locale: Locale,
  { orders }: Orders,
  thresholds: Thresholds,
): NamedSections {
  const { trees, dictionaries, lists } = columns;
  const start = orderingIndex(locale, 'title', 'asc') * trees;
  const byTitle = orders.subarray(start, start + trees);
  const { dictionary, ids } = mergeDictionaries(
    [dictionaries.words, dictionaries[`descriptions.${locale}`]].map((each) => ({ dictionary: each })),
  );
  const names = { lists: lists['words.names'], ids: ids[0] };
  const others = { lists: lists['words.others'], ids: ids[0] };
  const descriptions = { lists: lists[`descriptions.${locale}.byTree`], ids: ids[1] };
  const words = textsIn(dictionary);
  const sections = {
    ...textSections(`terms.${locale}`, dictionary),
    [`terms.${locale}.letters`]: Uint32Array.from(words, lettersOf),
  };
  const max = thresholds.start * cellsFor(trees);
  for (const [part, sources] of Object.entries({ names: [names], any: [names, descriptions], others: [others] })) {
    const postings = postingLists(sources, words.length, byTitle);
    Object.assign(sections, writePostings(`terms.${locale}.${part}`, { words, lists: postings, trees, max }));
  }
  return sections;
}

/** The words of each tree, and their ids in the locale. */
interface Source {
  lists: IdLists;
  ids: Uint32Array;
}

/** For each word the ranks of its trees, in ascending order. */
function postingLists(sources: Source[], words: number, byTitle: Uint32Array): IdLists<Uint32Array> {
  const counts = new Uint32Array(words);
  for (const { lists, ids } of sources) for (let at = 0; at < lists.items.length; at++) counts[ids[lists.items[at]]]++;
  const postings = emptyLists(counts);
  const next = postings.offsets.slice();
  for (let rank = 0; rank < byTitle.length; rank++) {
    const tree = byTitle[rank];
    for (const { lists, ids } of sources) {
      const end = lists.offsets[tree + 1];
      for (let at = lists.offsets[tree]; at < end; at++) postings.items[next[ids[lists.items[at]]]++] = rank;
    }
  }
  return postings;
}
