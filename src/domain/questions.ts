// Lists what a query can filter, count, search and sort by, and bounds and compares its values.

import { placeKey } from './regions/regions.ts';
import { fold } from './vocabulary.ts';

/** In characters after NFC normalization. */
export const MAX_VALUE_LENGTH = 200;

export function isTooLong(value: string): boolean {
  return value.length > MAX_VALUE_LENGTH && lengthOf(value) > MAX_VALUE_LENGTH;
}

export function lengthOf(value: string): number {
  return [...value.normalize('NFC')].length;
}

export const FILTERS = [
  'family',
  'conservationStatus',
  'tag',
  'distribution',
  'floweringSeason',
  'fruitingSeason',
] as const;
export type Filter = (typeof FILTERS)[number];

/** The filters, and the initial letter in the requested order. */
export const FACETS = [...FILTERS, 'initial'] as const;
export type FacetName = (typeof FACETS)[number];

/** Values with the same key are equal to a filter. */
export function filterKey(field: string, value: string): string {
  return field === 'distribution' ? placeKey(value) : fold(value);
}

/** Filters by id; nothing is counted by them. */
export const ID_FILTERS = ['slug', 'identifier'] as const;
export type IdFilter = (typeof ID_FILTERS)[number];

export const SEARCH_PLACES = ['text', 'names', 'all'] as const;
export type SearchPlace = (typeof SEARCH_PLACES)[number];

export const SORTS = ['title', 'scientificName', 'family', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];
