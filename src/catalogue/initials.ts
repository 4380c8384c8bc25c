// In charge of how many trees of a question stand under each letter, in its own order: whoever adds them up knows on which page a
// letter begins.

import { type Alphabetical, initialsOf } from '../domain/initials.ts';
import type { Order } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { orderingIndex, type ReadonlyBitmap } from '../snapshot/layout.ts';
import { readRecord, type Snapshot } from '../snapshot/open.ts';
import { countBetween } from './bitmap.ts';
import type { FacetCount } from './query.ts';

/** A stretch of ranks. */
interface Stretch {
  name: string;
  start: number;
  end: number;
}

export class InitialCounter {
  readonly #snapshot: Snapshot;
  /** By ordering; a few hundred texts are looked at when one is first asked for. */
  readonly #stretches = new Map<number, Stretch[]>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** Of trees by their ranks in the ordering of these. */
  count(set: ReadonlyBitmap, locale: Locale, sort: Alphabetical, order: Order): FacetCount[] {
    const stretches = this.#stretches.getOrInsertComputed(orderingIndex(locale, sort, order), () =>
      this.#find(locale, sort, order),
    );
    const counted = stretches.map(({ name, start, end }) => ({ value: name, count: countBetween(set, start, end) }));
    return counted.filter(({ count }) => count > 0);
  }

  /** The way down is the way up, turned round. */
  #find(locale: Locale, sort: Alphabetical, order: Order): Stretch[] {
    const { trees } = this.#snapshot;
    const up = this.#findUpwards(locale, sort);
    if (order === 'asc') return up;
    return up.map(({ name, start, end }) => ({ name, start: trees - end, end: trees - start })).reverse();
  }

  #findUpwards(locale: Locale, sort: Alphabetical): Stretch[] {
    const { orders, records, trees } = this.#snapshot;
    const base = orderingIndex(locale, sort, 'asc') * trees;
    const textAt = (rank: number) => readRecord(records[locale], orders[base + rank], 'record')[sort];
    const initials = initialsOf(locale);
    const starts = initials.map(({ isReached }) => firstRank(trees, (rank) => isReached(textAt(rank))));
    return initials.map(({ name }, at) => ({ name, start: starts[at], end: starts[at + 1] ?? trees }));
  }
}

/** The first of which something holds that holds of all after it. */
function firstRank(end: number, holds: (rank: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
