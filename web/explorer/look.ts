// In charge of how lists look on this device: as cards or as a table, with which columns, how dense, with a map. The choice stays.

import type { Place } from './address.ts';

export const COLUMNS = [
  'scientificName',
  'family',
  'conservationStatus',
  'distribution',
  'floweringSeason',
  'fruitingSeason',
  'tags',
  'updatedAt',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface Look {
  isTable: boolean;
  isDense: boolean;
  hasMap: boolean;
  columns: Column[];
}

type Switches = [isTable: boolean, isDense: boolean, hasMap: boolean];

const NAME = 'sylva-look';
const AT_FIRST: Look = {
  isTable: false,
  isDense: false,
  hasMap: false,
  columns: ['scientificName', 'family', 'conservationStatus', 'floweringSeason'],
};

/** Where nothing is kept, or nothing that can be understood, as at first. */
export function readLook(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    const columns = COLUMNS.filter((column) => (kept.columns ?? AT_FIRST.columns).includes(column));
    const [isTable, isDense, hasMap] = [kept.isTable, kept.isDense, kept.hasMap].map(
      (each) => each === true,
    ) as Switches;
    return { isTable, isDense, hasMap, columns };
  } catch {
    return AT_FIRST;
  }
}

export function keepLook(look: Look): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(look));
  } catch {
    // It lasts as long as the page does.
  }
}

/** A list that does not say how it is to look, as this device has it. */
export function withLook(place: Place): Place {
  if (place.view !== 'trees') return place;
  const { isTable, hasMap } = readLook();
  return { ...place, isTable: place.isTable || isTable, hasMap: place.hasMap || hasMap };
}
