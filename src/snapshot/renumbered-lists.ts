// In charge of lists of a snapshot whose items have other numbers now, or are gone.

import { type ConcatenatedLists, lookedUp, NO_NUMBER } from './lists.ts';

/** Lists with the numbers that their items have now, or NO_NUMBER; and which of them have such items. */
export interface RenumberedLists extends ConcatenatedLists {
  hasLost: Uint8Array;
}

export function renumbered({ offsets, items: known }: ConcatenatedLists, numbersNow: Uint32Array): RenumberedLists {
  return markLost({ offsets, items: lookedUp(known, numbersNow) });
}

export function markLost({ offsets, items }: ConcatenatedLists): RenumberedLists {
  const hasLost = new Uint8Array(offsets.length - 1);
  let list = 0;
  for (let at = items.indexOf(NO_NUMBER); at !== -1; at = items.indexOf(NO_NUMBER, at + 1)) {
    while (offsets[list + 1] <= at) list++;
    hasLost[list] = 1;
  }
  return { offsets, items, hasLost };
}

/** For each list of several whether it has something left in one of them. */
export function hasItems(keys: number, lists: RenumberedLists[]): Uint8Array {
  const found = new Uint8Array(keys);
  for (const { offsets, items, hasLost } of lists) {
    for (let key = 0; key < keys; key++) {
      if (hasLost[key] === 0) found[key] |= Number(offsets[key + 1] > offsets[key]);
      else if (items.subarray(offsets[key], offsets[key + 1]).some((item) => item !== NO_NUMBER)) found[key] = 1;
    }
  }
  return found;
}
