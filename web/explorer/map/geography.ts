// In charge of which regions a map has, and which of them a place is: those of the world with its continents, or those of the map
// that the catalogue brings.

import type { Locale, RegionMap } from '../../../client/src/index.ts';
import { CONTINENTS, findRegion, placeKey, REGIONS } from '../../../src/domain/regions/regions.ts';

export interface Named {
  code: string;
  /** As it is shown. */
  name: string;
  /** As a filter has it, where no tree tells. */
  written: string;
}

export interface Geography {
  /** Those that are drawn. */
  regions: readonly Named[];
  /** What they make up, if anything. */
  continents: readonly Named[];
  /** That of the region or continent that a place is. */
  codeOf(place: string): string | undefined;
  /** The regions of a continent; of a region itself. */
  within(code: string): string[];
}

export function worldIn(locale: Locale): Geography {
  const named = ({ code, names }: (typeof REGIONS)[number]) => ({ code, name: names[locale], written: names.en });
  return {
    regions: REGIONS.map(named),
    continents: CONTINENTS.map(named),
    codeOf: (place) => findRegion(place)?.code,
    within: (code) => REGIONS.filter((each) => each.code.startsWith(code)).map((each) => each.code),
  };
}

export function geographyOf({ regions }: RegionMap): Geography {
  const codes = new Set(regions.map(({ name }) => placeKey(name)));
  return {
    regions: regions.map(({ name }) => ({ code: placeKey(name), name, written: name })),
    continents: [],
    codeOf: (place) => (codes.has(placeKey(place)) ? placeKey(place) : undefined),
    within: (code) => [code],
  };
}
