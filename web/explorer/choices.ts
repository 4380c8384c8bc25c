// In charge of what a filter offers: the values that were counted, what is chosen among them, and what is chosen though
// nothing was counted for it.

import type { FacetCount } from '../../client/src/index.ts';
import { filterKey } from '../../src/domain/questions.ts';
import { CONSERVATION_STATUSES, MONTHS, parseConservationStatus, parseMonth } from '../../src/domain/vocabulary.ts';
import type { Filter, Narrowing } from './address.ts';

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

/**
 * In the order that was seen first, so that nothing moves under the mouse as counts change; what is chosen stood on top then.
 * What was seen before and is no longer counted has no tree left.
 */
export function inSeenOrder(choices: readonly Choice[], seen: readonly string[]): Choice[] {
  const byValue = new Map(choices.map((choice) => [choice.value, choice]));
  const known = seen.map((value) => byValue.get(value) ?? { value, count: 0, isChosen: false });
  const isSeen = new Set(seen);
  const fresh = Object.groupBy(
    choices.filter(({ value }) => !isSeen.has(value)),
    ({ isChosen }) => (isChosen ? 'chosen' : 'others'),
  );
  return [...(fresh.chosen ?? []), ...known, ...(fresh.others ?? [])].sort(
    (a, b) => placeOf(a.value) - placeOf(b.value),
  );
}

const HARDLY_MORE = 2;

/** The first few, and what is chosen beyond them; all where that is hardly more. */
export function foremost(choices: readonly Choice[], count: number): readonly Choice[] {
  if (choices.length <= count + HARDLY_MORE) return choices;
  return choices.filter(({ isChosen }, index) => index < count || isChosen);
}

/** The place with a value chosen, or no longer, from its first page on. */
export function toggled<P extends Narrowing>(place: P, filter: Filter, value: string): P {
  const same = sameAs(filter, value);
  const others = place.filters[filter].filter((each) => sameAs(filter, each) !== same);
  const isChosen = others.length < place.filters[filter].length;
  const filters = { ...place.filters, [filter]: isChosen ? others : [...others, value] };
  return { ...place, ...('page' in place && { page: 1 }), filters };
}
