// In charge of what places mean on a map: which regions they are, how many trees each has, and how dark that is.

import type { FacetCount } from '../../../client/src/index.ts';
import { findRegion } from '../../../src/domain/regions/regions.ts';
import type { ListPlace } from '../address.ts';
import { toggled } from '../choices.ts';
import type { Geography } from './geography.ts';

/** The codes of the regions that places name, those of a continent where they name one; nothing of any other place. */
export function codesOf(places: readonly string[], { codeOf, within }: Geography): Set<string> {
  return new Set(places.flatMap((place) => codeOf(place) ?? []).flatMap(within));
}

export interface Counted {
  /** As authored. */
  value: string;
  count: number;
}

/**
 * The list with a region or continent chosen, or no longer; as it is authored, so that the choice is the same as in the filter.
 * A region that is chosen with its continent takes the continent's place.
 */
export function withRegion(
  place: ListPlace,
  code: string,
  counted: Counted | undefined,
  { regions, continents, codeOf, within }: Geography,
): ListPlace {
  const around = continents.filter((each) => each.code !== code && within(each.code).includes(code));
  const isAround = (each: string) => around.some((continent) => continent.code === codeOf(each));
  const others = place.filters.distribution.filter((each) => !isAround(each));
  const value = counted?.value ?? [...regions, ...continents].find((each) => each.code === code)?.written ?? code;
  return toggled({ ...place, filters: { ...place.filters, distribution: others } }, 'distribution', value);
}

/** By the code of the region or continent. */
export function countsByRegion(counts: readonly FacetCount[], { codeOf }: Geography): Map<string, Counted> {
  const found = new Map<string, Counted>();
  for (const { value, count } of counts) {
    const code = codeOf(value);
    const before = code && found.get(code);
    if (code) found.set(code, before ? { ...before, count: before.count + count } : { value, count });
  }
  return found;
}

/** Whether the world has anything to draw. */
export function canBeDrawn(counts: readonly FacetCount[]): boolean {
  return counts.some(({ value }) => findRegion(value)?.code.length === 2);
}

export const SHADES = 5;

/** From 1 to 5; 0 of none. By the root, so that a few rich regions leave the others apart. */
export function shadeOf(count: number, highest: number): number {
  return Math.ceil(Math.sqrt(count / highest) * SHADES);
}

export interface Step {
  shade: number;
  from: number;
  to: number;
}

/** What each shade stands for; those that no whole number has are left out. */
export function legendOf(highest: number): Step[] {
  const most = (shade: number) => Math.floor((shade / SHADES) ** 2 * highest);
  return Array.from({ length: SHADES }, (_, index) => index + 1)
    .map((shade) => ({ shade, from: most(shade - 1) + 1, to: most(shade) }))
    .filter(({ from, to }) => from <= to);
}
