// Counts the trees under each initial letter, in the order of the query, so that a client can add up on which page a letter begins.

import { type Alphabetical, initialsOf } from '../domain/initials.ts';
import type { Order } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { orderingIndex, type ReadonlyBitmap } from '../snapshot/layout.ts';
import { readRecord, type Snapshot } from '../snapshot/open.ts';
import { countBetween } from './bitmap.ts';
import type { FacetCount } from './query.ts';

interface InitialRange {
  name: string;
  start: number;
  end: number;
}

export class InitialCounter {
  readonly #snapshot: Snapshot;
  /** By ordering. */
  readonly #ranges = new Map<number, InitialRange[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** `set` holds ranks in that ordering. */
  count(set: ReadonlyBitmap, locale: Locale, sort: Alphabetical, order: Order): FacetCount[] {
    const ranges = this.#ranges.getOrInsertComputed(orderingIndex(locale, sort, order), () =>
      this.#find(locale, sort, order),
    );
    const counted = ranges.map(({ name, start, end }) => ({ value: name, count: countBetween(set, start, end) }));
    return counted.filter(({ count }) => count > 0);
  }

  #find(locale: Locale, sort: Alphabetical, order: Order): InitialRange[] {
    const { orders, records, trees } = this.#snapshot;
    const base = orderingIndex(locale, sort, 'asc') * trees;
    const textAt = (rank: number) => readRecord(records[locale], orders[base + rank], 'record')[sort];
    const initials = initialsOf(locale);
    const starts = initials.map(({ isReached }) => firstRank(trees, (rank) => isReached(textAt(rank))));
    const ascending = initials.map(({ name }, at) => ({ name, start: starts[at], end: starts[at + 1] ?? trees }));
    if (order === 'asc') return ascending;
    return ascending.map(({ name, start, end }) => ({ name, start: trees - end, end: trees - start })).reverse();
  }
}

/** The first rank for which `holds` is true, as it is for all later ones. */
function firstRank(end: number, holds: (rank: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
