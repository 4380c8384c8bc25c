// In charge of what a filter offers: the values that were counted, what is chosen among them, and what is chosen though
// nothing was counted for it.

import type { FacetCount } from '../../client/src/index.ts';
import { filterKey } from '../../src/domain/questions.ts';
import { CONSERVATION_STATUSES, MONTHS, parseConservationStatus, parseMonth } from '../../src/domain/vocabulary.ts';
import type { Filter, ListPlace } from './address.ts';

export interface Choice {
  value: string;
  /** Undefined where the service did not count it. */
  count: number | undefined;
  isChosen: boolean;
}

/** Values that the service takes for the same are the same here. */
function sameAs(filter: Filter, value: string): string {
  if (filter === 'conservationStatus') return parseConservationStatus(value) ?? value;
  if (filter === 'floweringSeason' || filter === 'fruitingSeason') return parseMonth(value) ?? value;
  return filterKey(filter, value);
}

export function choicesOf(filter: Filter, counts: readonly FacetCount[], chosen: readonly string[]): Choice[] {
  const wanted = new Map(chosen.map((value) => [sameAs(filter, value), value]));
  const counted = counts.map(({ value, count }) => ({ value, count, isChosen: wanted.delete(sameAs(filter, value)) }));
  const uncounted = [...wanted.values()].map((value) => ({ value, count: undefined, isChosen: true }));
  return [...uncounted, ...counted].sort((a, b) => placeOf(a.value) - placeOf(b.value));
}

const KNOWN_ORDER: readonly string[] = [...CONSERVATION_STATUSES, ...MONTHS];

/** Categories and months in their own order; anything else as the service gives it, the most frequent first. */
function placeOf(value: string): number {
  return KNOWN_ORDER.indexOf(value);
}

/** The first few, and what is chosen beyond them. */
export function foremost(choices: readonly Choice[], count: number): Choice[] {
  return choices.filter(({ isChosen }, index) => index < count || isChosen);
}

/** The place with a value chosen, or no longer, from its first page on. */
export function toggled(place: ListPlace, filter: Filter, value: string): ListPlace {
  const same = sameAs(filter, value);
  const others = place.filters[filter].filter((each) => sameAs(filter, each) !== same);
  const isChosen = others.length < place.filters[filter].length;
  return { ...place, page: 1, filters: { ...place.filters, [filter]: isChosen ? others : [...others, value] } };
}
