// In charge of the orderings: for each locale, sort field and direction the trees in that order, and each tree's rank in it.

import type { Sort } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base } from './base.ts';
import { NO_TREE, ORDERINGS, orderingIndex } from './layout.ts';

/** Trees are numbered by slug, so that the smaller number wins where keys are equal. */
export class Orders {
  /** The trees in each ordering, one after the other. */
  readonly orders: Uint32Array;
  /** The rank of each tree in each ordering. */
  readonly ranks: Uint32Array;
  readonly #trees: Tree[];
  readonly #base: Base | undefined;

  constructor(trees: Tree[], base?: Base) {
    this.orders = new Uint32Array(ORDERINGS * trees.length);
    this.ranks = new Uint32Array(ORDERINGS * trees.length);
    this.#trees = trees;
    this.#base = base;
  }

  /** In each language, in both directions. */
  sortBy(sort: Sort): void {
    for (const locale of LOCALES) {
      const { keyed, keyless } = groupByKey(
        this.#trees.map((tree) => sortKey(tree, sort, locale)),
        comparison(sort, locale),
        nearlyInOrder(this.#trees.length, this.#base, orderingIndex(locale, sort, 'asc')),
      );
      this.#put(orderingIndex(locale, sort, 'asc'), inOrder(keyed, keyless));
      this.#put(orderingIndex(locale, sort, 'desc'), inOrder(keyed.toReversed(), keyless));
    }
  }

  #put(ordering: number, order: Uint32Array): void {
    const start = ordering * this.#trees.length;
    this.orders.set(order, start);
    for (let rank = 0; rank < order.length; rank++) this.ranks[start + order[rank]] = rank;
  }
}

type Compare = (a: string, b: string) => number;

function sortKey(tree: Tree, sort: Sort, locale: Locale): string | null {
  return sort === 'title' ? servedText(tree, locale).title : tree[sort];
}

function comparison(sort: Sort, locale: Locale): Compare {
  if (sort === 'updatedAt') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator(locale).compare;
}

interface Groups {
  /** The trees whose keys are equal, in the order of keys; each group by slug. */
  keyed: number[][];
  /** What has no key is last either way. */
  keyless: number[];
}

/** All trees: what is sorted but for a few is sorted soonest. */
function nearlyInOrder(trees: number, base: Base | undefined, ordering: number): number[] {
  const all = Array.from({ length: trees }, (_, tree) => tree);
  if (!base) return all;
  const now = base.numbersNow();
  const kept = Array.from(base.order(ordering), (tree) => now[tree]).filter((tree) => tree !== NO_TREE);
  return [...kept, ...all.filter((tree) => base.numberOf(tree) === undefined)];
}

/** Many trees may share a key, such as a family: each is compared once. The order in which trees come changes nothing. */
function groupByKey(keys: (string | null)[], compare: Compare, trees: number[]): Groups {
  const byKey = Map.groupBy(trees, (tree) => keys[tree]);
  for (const group of byKey.values()) group.sort((a, b) => a - b);
  const keyless = byKey.get(null) ?? [];
  byKey.delete(null);
  const sorted = ([...byKey] as [string, number[]][]).sort(([a], [b]) => compare(a, b));
  const keyed: number[][] = [];
  for (const [index, [key, group]] of sorted.entries()) {
    if (index > 0 && compare(sorted[index - 1][0], key) === 0) keyed.push(merged(keyed.pop() as number[], group));
    else keyed.push(group);
  }
  return { keyed, keyless };
}

/** Keys that differ may be the same to a collation. */
function merged(one: number[], other: number[]): number[] {
  return [...one, ...other].sort((a, b) => a - b);
}

function inOrder(groups: number[][], keyless: number[]): Uint32Array {
  return Uint32Array.from([...groups.flat(), ...keyless]);
}
