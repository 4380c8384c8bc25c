// In charge of the orderings: for each locale, sort field and direction the trees in that order, and each tree's rank in it.

import { ORDERS, type Order, SORTS, type Sort } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import { ORDERINGS, orderingIndex } from './layout.ts';

/** Trees are numbered by slug, so that the smaller number wins where keys are equal. */
export class Orders {
  /** The trees in each ordering, one after the other. */
  readonly orders: Uint32Array;
  /** The rank of each tree in each ordering. */
  readonly ranks: Uint32Array;
  readonly #trees: number;

  constructor(trees: number) {
    this.orders = new Uint32Array(ORDERINGS * trees);
    this.ranks = new Uint32Array(ORDERINGS * trees);
    this.#trees = trees;
  }

  /** In each language, in both directions, by a key for each tree. */
  sortBy(sort: Sort, keysIn: (locale: Locale) => (string | null)[]): void {
    for (const locale of LOCALES) {
      const { groups, groupOf } = groupByKey(keysIn(locale), comparison(sort, locale));
      this.#put(orderingIndex(locale, sort, 'asc'), inOrder(groups, groupOf));
      const reversed = groupOf.map((group) => (group < groups ? groups - 1 - group : group));
      this.#put(orderingIndex(locale, sort, 'desc'), inOrder(groups, reversed));
    }
  }

  /** Each of those that are new or have changed is put in its place among the others, which stay in their order. */
  patch(fresh: FreshTrees, base: Base): void {
    for (const locale of LOCALES) {
      for (const sort of SORTS) {
        const keyOf = (tree: number) => {
          const changed = fresh.get(tree);
          return changed ? sortKey(changed, sort, locale) : base.sortKeys(base.before[tree], locale)[sort];
        };
        for (const order of ORDERS) {
          const ordering = orderingIndex(locale, sort, order);
          const compareTrees = treeOrder(keyOf, comparison(sort, locale), order);
          this.#put(ordering, merged(base.keptIn(ordering), [...fresh.keys()].sort(compareTrees), compareTrees));
        }
      }
    }
  }

  #put(ordering: number, order: Uint32Array): void {
    const start = ordering * this.#trees;
    this.orders.set(order, start);
    for (let rank = 0; rank < order.length; rank++) this.ranks[start + order[rank]] = rank;
  }
}

type Compare = (a: string, b: string) => number;

export function sortKey(tree: Tree, sort: Sort, locale: Locale): string | null {
  return sort === 'title' ? servedText(tree, locale).title : tree[sort];
}

function comparison(sort: Sort, locale: Locale): Compare {
  if (sort === 'updatedAt') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(locale).compare;
}

/** Trees whose keys are equal, in the order of keys. */
interface Groups {
  /** How many there are, but for that of trees without a key, which is last either way. */
  groups: number;
  /** Of each tree the number of its group. */
  groupOf: Uint32Array;
}

/** Many trees may share a key, such as a family: each is compared once. What is nearly in order is put in order with few comparisons. */
function groupByKey(keys: (string | null)[], compare: Compare): Groups {
  const numbers = new Map<string, number>();
  for (const key of keys) if (key !== null) numbers.getOrInsert(key, numbers.size);
  const sorted = [...numbers.keys()].sort().sort(compare);
  let groups = 0;
  for (const [index, key] of sorted.entries()) {
    // Keys that differ may be the same to a collation.
    if (index === 0 || compare(sorted[index - 1], key) !== 0) groups++;
    numbers.set(key, groups - 1);
  }
  return { groups, groupOf: Uint32Array.from(keys, (key) => (key === null ? groups : (numbers.get(key) as number))) };
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

/** What the groups of all trees come to, for two of them. */
function treeOrder(keyOf: (tree: number) => string | null, compare: Compare, order: Order) {
  const direction = order === 'asc' ? 1 : -1;
  return (a: number, b: number): number => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || a - b;
    return direction * compare(left, right) || a - b;
  };
}

/** Both are in order. */
function merged(kept: Uint32Array, fresh: number[], compareTrees: (a: number, b: number) => number): Uint32Array {
  const all = new Uint32Array(kept.length + fresh.length);
  let done = 0;
  for (const [index, tree] of fresh.entries()) {
    let [low, high] = [done, kept.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTrees(kept[middle], tree) < 0) low = middle + 1;
      else high = middle;
    }
    all.set(kept.subarray(done, low), done + index);
    all[low + index] = tree;
    done = low;
  }
  all.set(kept.subarray(done), done + fresh.length);
  return all;
}
