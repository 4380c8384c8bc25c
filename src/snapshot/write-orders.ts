// In charge of the orderings: for each locale, sort field and direction the trees in that order, and each tree's rank in it.

import { SORTS, type Sort } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { ORDERINGS, orderingIndex } from './layout.ts';

/** Trees are numbered by slug, so that the smaller number wins where keys are equal. */
export function writeOrders(trees: Tree[]): { orders: Uint32Array; ranks: Uint32Array } {
  const orders = new Uint32Array(ORDERINGS * trees.length);
  const ranks = new Uint32Array(ORDERINGS * trees.length);
  const put = (ordering: number, order: Uint32Array) => {
    const base = ordering * trees.length;
    orders.set(order, base);
    for (let rank = 0; rank < order.length; rank++) ranks[base + order[rank]] = rank;
  };
  for (const locale of LOCALES) {
    for (const sort of SORTS) {
      const keys = trees.map((tree) => sortKey(tree, sort, locale));
      const compare = comparison(sort, locale);
      const ascending = sortTrees(keys, compare);
      put(orderingIndex(locale, sort, 'asc'), ascending);
      put(orderingIndex(locale, sort, 'desc'), descending(ascending, keys, compare));
    }
  }
  return { orders, ranks };
}

type Compare = (a: string, b: string) => number;

function sortKey(tree: Tree, sort: Sort, locale: Locale): string | null {
  return sort === 'title' ? servedText(tree, locale).title : tree[sort];
}

function comparison(sort: Sort, locale: Locale): Compare {
  if (sort === 'updatedAt') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(locale).compare;
}

function sortTrees(keys: (string | null)[], compare: Compare): Uint32Array {
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a - b;
    return compare(left, right) || a - b;
  });
}

/** Groups of equal keys in reverse, each inside still by slug; what has no key stays last. */
function descending(ascending: Uint32Array, keys: (string | null)[], compare: Compare): Uint32Array {
  const reversed = new Uint32Array(ascending.length);
  const firstMissing = ascending.findIndex((tree) => keys[tree] === null);
  const present = firstMissing === -1 ? ascending.length : firstMissing;
  let at = 0;
  for (let end = present; end > 0; ) {
    let start = end - 1;
    const key = keys[ascending[start]] as string;
    while (start > 0 && compare(keys[ascending[start - 1]] as string, key) === 0) start--;
    reversed.set(ascending.subarray(start, end), at);
    at += end - start;
    end = start;
  }
  reversed.set(ascending.subarray(present), at);
  return reversed;
}
