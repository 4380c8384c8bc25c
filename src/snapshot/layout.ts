// Defines the numbers that the writers and the readers of a snapshot share.

import { ORDERS, type Order, SORTS, type Sort } from '../domain/questions.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { NO_NUMBER } from './sections/lists.ts';

export const ORDERINGS = LOCALES.length * SORTS.length * ORDERS.length;

export function byLocale<T>(valueIn: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, valueIn(locale)])) as Record<Locale, T>;
}

/** The number of an ordering: each locale, sort field and direction has one. */
export function orderingIndex(locale: Locale, sort: Sort, order: Order): number {
  return (LOCALES.indexOf(locale) * SORTS.length + SORTS.indexOf(sort)) * ORDERS.length + ORDERS.indexOf(order);
}

/** Positions in the bytes of records, one group a tree. The next group's `start` ends the detail. */
export const RECORD_MARKS = { start: 0, link: 1, summaryEnd: 2, recordEnd: 3, length: 4 } as const;

/** Positions in the bytes of families, one group a family. */
export const FAMILY_MARKS = { start: 0, link: 1, length: 2 } as const;

/** What a name is to a tree, as bits: one name may be several things to it. */
export const NAME_KINDS = {
  title: 1,
  scientificName: 2,
  synonyms: 4,
  commonNames: 8,
  /** What matching compares of a scientific name, and of a synonym. */
  accepted: 16,
  synonym: 32,
} as const;

export const MAX_RELATED = 5;
export const NO_TREE = NO_NUMBER;
export const NO_BITMAP = NO_NUMBER;

/** Up to so many values of a filter, their numbers have 16 bits. */
export const MAX_SHORT_VALUES = 2 ** 16;

/** A set of trees as bits, 32 to a cell. It is read-only: all threads share its memory. */
export interface ReadonlyBitmap {
  readonly length: number;
  readonly [cell: number]: number;
  subarray(start: number, end: number): ReadonlyBitmap;
}

/** How many cells of 32 bits a set of trees needs. */
export function cellsFor(trees: number): number {
  return Math.ceil(trees / 32);
}

/** Adds up neighbouring bits in pairs, fours and eights; the multiplication then sums the bytes. */
export function bitsIn(cell: number): number {
  const pairs = cell - ((cell >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** From which size on a set has a bitmap, in cells of it. Walking the list of a smaller set is no slower. */
export interface Thresholds {
  /** Of the trees that have a value of a filter. */
  value: number;
  /** Of the entries in the lists of all words with one prefix. */
  start: number;
}

export const THRESHOLDS: Thresholds = { value: 1 / 4, start: 2 };
