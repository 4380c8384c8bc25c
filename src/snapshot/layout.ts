// In charge of the names and numbers that the writer and the readers of a snapshot share.

import { LOCALES, type Locale } from '../vocabulary.ts';

export const FILTERS = [
  'family',
  'conservationStatus',
  'tag',
  'distribution',
  'floweringSeason',
  'fruitingSeason',
] as const;
export type Filter = (typeof FILTERS)[number];

export const SORTS = ['title', 'scientificName', 'family', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];

export const ORDERINGS = LOCALES.length * SORTS.length * ORDERS.length;

/** The number of an ordering: each locale, sort field and direction has one. */
export function orderingIndex(locale: Locale, sort: Sort, order: Order): number {
  return (LOCALES.indexOf(locale) * SORTS.length + SORTS.indexOf(sort)) * ORDERS.length + ORDERS.indexOf(order);
}

/** Positions in a record's bytes, one group a tree; the next group's `start` ends the detail. */
export const RECORD_MARKS = { start: 0, link: 1, summaryEnd: 2, recordEnd: 3, length: 4 } as const;

/** Positions in a family's bytes. */
export const FAMILY_MARKS = { start: 0, link: 1, length: 2 } as const;

export const MOST_RELATED = 5;
export const NO_TREE = 0xffffffff;

/** Up to so many values of all filters, their numbers are written in 16 bits. */
export const MOST_SHORT_VALUES = 2 ** 16;

/** How many 32-bit words a set of trees takes. */
export function wordsFor(trees: number): number {
  return Math.ceil(trees / 32);
}

/** From which size on a set is kept as a bitmap, in words of it. A smaller one is walked: that is then no slower. */
export interface Thresholds {
  /** Of the trees that a value of a filter has. */
  value: number;
  /** Of the entries that the lists of all words with one start have. */
  start: number;
}

export const THRESHOLDS: Thresholds = { value: 1 / 4, start: 2 };
