// In charge of what can be asked of a list of trees: by which fields it is filtered and counted, and by which it is sorted;
// how long a value may be, and which are the same.

import { placeKey } from './regions.ts';
import { fold } from './vocabulary.ts';

/** In characters, the same for every way to spell them. */
export const LONGEST_VALUE = 200;

export function isTooLong(value: string): boolean {
  return value.length > LONGEST_VALUE && lengthOf(value) > LONGEST_VALUE;
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

/** What trees are counted by: the filters, and the letter under which a tree stands in the order asked for. */
export const FACETS = [...FILTERS, 'initial'] as const;
export type FacetName = (typeof FACETS)[number];

/** What is compared of a field's value: what has one key is the same to a filter. */
export function filterKey(field: string, value: string): string {
  return field === 'distribution' ? placeKey(value) : fold(value);
}

/** Filters that name single trees; nothing is counted by them. */
export const LOOK_UPS = ['slug', 'identifier'] as const;
export type LookUp = (typeof LOOK_UPS)[number];

/** Where a search looks: in what the interface says, in every name of a tree, or in both. */
export const SEARCH_PLACES = ['text', 'names', 'all'] as const;
export type SearchPlace = (typeof SEARCH_PLACES)[number];

export const SORTS = ['title', 'scientificName', 'family', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

export const ORDERS = ['asc', 'desc'] as const;
export type Order = (typeof ORDERS)[number];
