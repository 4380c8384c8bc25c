// Writes the orderings: for each locale, sort field and direction the trees in that order, and the rank of each tree.

import { SORTS, type Sort } from '../../domain/questions.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { type Columns, spellingsIn } from '../columns/columns.ts';
import type { TextTable } from '../format.ts';
import { ORDERINGS, orderingIndex } from '../layout.ts';
import { type IdLists, NO_NUMBER } from '../sections/lists.ts';
import { textsIn } from '../sections/strings.ts';

export interface Orders {
  /** The trees in each ordering, one ordering after the other. */
  orders: Uint32Array;
  /** The rank of each tree in each ordering. */
  ranks: Uint32Array;
}

/** Trees are numbered by slug, so the smaller number comes first if keys are equal. */
export function writeOrders(columns: Columns): Orders {
  const { trees } = columns;
  const [orders, ranks] = [new Uint32Array(ORDERINGS * trees), new Uint32Array(ORDERINGS * trees)];
  const put = (ordering: number, order: Uint32Array) => {
    const start = ordering * trees;
    orders.set(order, start);
    for (let rank = 0; rank < trees; rank++) ranks[start + order[rank]] = rank;
  };
  const decoded = new Map<TextTable, string[]>();
  for (const sort of SORTS) {
    for (const locale of LOCALES) {
      const { dictionary, ids } = sortKeys(columns, sort, locale);
      const texts = decoded.getOrInsertComputed(dictionary, textsIn);
      const { groups, groupOf } = groupByKey(texts, ids, comparison(sort, locale));
      put(orderingIndex(locale, sort, 'asc'), inOrder(groups, groupOf));
      const reversed = groupOf.map((group) => (group < groups ? groups - 1 - group : group));
      put(orderingIndex(locale, sort, 'desc'), inOrder(groups, reversed));
    }
  }
  return { orders, ranks };
}

interface SortKeys {
  dictionary: TextTable;
  /** For each tree the id of its key, or NO_NUMBER. */
  ids: Uint32Array;
}

function sortKeys({ dictionaries, lists, trees }: Columns, sort: Sort, locale: Locale): SortKeys {
  const at = (list: IdLists, position = 0) =>
    Uint32Array.from({ length: trees }, (_, tree) => {
      const place = list.offsets[tree] + position;
      return place < list.offsets[tree + 1] ? list.items[place] : NO_NUMBER;
    });
  if (sort === 'updatedAt') return { dictionary: dictionaries.dates, ids: at(lists['dates.byTree']) };
  if (sort === 'family')
    return { dictionary: dictionaries['spellings.family'], ids: at(lists[spellingsIn('family', locale)]) };
  const position = sort === 'title' ? LOCALES.indexOf(locale) : LOCALES.length;
  return { dictionary: dictionaries.texts, ids: at(lists['texts.byTree'], position) };
}

type Compare = (a: string, b: string) => number;

function comparison(sort: Sort, locale: Locale): Compare {
  if (sort === 'updatedAt') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(locale).compare;
}

/** Trees whose keys are equal to the collation form a group. */
interface Groups {
  /** How many there are. Trees without a key form a further group, which is last in both directions. */
  groups: number;
  /** The group of each tree. */
  groupOf: Uint32Array;
}

/** Compares each distinct key once. Keys come by code points, which is nearly the order of a collation. */
function groupByKey(texts: string[], ids: Uint32Array, compare: Compare): Groups {
  const isUsed = new Uint8Array(texts.length);
  for (let tree = 0; tree < ids.length; tree++) if (ids[tree] !== NO_NUMBER) isUsed[ids[tree]] = 1;
  const sorted = Array.from(isUsed.keys())
    .filter((id) => isUsed[id] === 1)
    .sort((a, b) => compare(texts[a], texts[b]));
  const groupOfId = new Uint32Array(isUsed.length);
  let groups = 0;
  for (const [index, id] of sorted.entries()) {
    if (index === 0 || compare(texts[sorted[index - 1]], texts[id]) !== 0) groups++;
    groupOfId[id] = groups - 1;
  }
  return { groups, groupOf: ids.map((id) => (id === NO_NUMBER ? groups : groupOfId[id])) };
}

/** Each group by slug. */
function inOrder(groups: number, groupOf: Uint32Array): Uint32Array {
  const next = new Uint32Array(groups + 2);
  for (const group of groupOf) next[group + 1]++;
  for (let group = 0; group < groups; group++) next[group + 1] += next[group];
  const trees = new Uint32Array(groupOf.length);
  for (const [tree, group] of groupOf.entries()) trees[next[group]++] = tree;
  return trees;
}
