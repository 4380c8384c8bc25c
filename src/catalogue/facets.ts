// In charge of the facets: how many trees each value of a field would give, most first.

import type { Filter } from '../snapshot/layout.ts';
import type { Facet } from '../snapshot/open.ts';
import type { Locale } from '../vocabulary.ts';
import { type Bitmap, countCommon, has } from './bitmap.ts';
import type { Filters, Space } from './filters.ts';
import type { FacetCount } from './query.ts';

export const MOST_VALUES = 100;

/** The values shown in the locale, with how many trees of the set each finds. */
export function countValues(facet: Facet, set: Bitmap, space: Space, locale: Locale, filters: Filters): FacetCount[] {
  const labels = facet.labels[locale];
  const places = facet.places[locale];
  const counted: { value: number; count: number }[] = [];
  for (let value = 0; value < facet.keys.length; value++) {
    const count = countValue(facet, value, set, space, filters);
    if (count > 0) counted.push({ value, count });
  }
  return counted
    .sort((a, b) => b.count - a.count || places[a.value] - places[b.value])
    .map(({ value, count }) => ({ value: labels.get(value), count }))
    .filter(({ value }) => value !== '')
    .slice(0, MOST_VALUES);
}

function countValue(facet: Facet, index: number, set: Bitmap, space: Space, filters: Filters): number {
  const bitmap = filters.bitmapOf(facet, index, space);
  if (bitmap) return countCommon(set, bitmap);
  const { offsets, numbers } = facet.trees;
  let count = 0;
  for (let at = offsets[index]; at < offsets[index + 1]; at++) if (has(set, space.ranks[numbers[at]])) count++;
  return count;
}

export type Facets = Partial<Record<Filter, FacetCount[]>>;
