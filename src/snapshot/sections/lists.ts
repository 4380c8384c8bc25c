// Writes and reads lists of numbers, one for each key: the numbers one after the other, with their offsets.

import { checkLength, MAX_SECTION_LENGTH, type NamedSections, type Sections } from '../format.ts';

/** Stands for a number that doesn't exist. */
export const NO_NUMBER = 0xffffffff;

/** The items one after the other, and where each list begins and the last one ends. */
export interface IdLists<Items = Uint16Array | Uint32Array> {
  offsets: Uint32Array;
  items: Items;
}

export function listSections(name: string, { offsets, items }: IdLists): NamedSections {
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: items };
}

/** Lists of these lengths, to be filled. Fails before it takes memory that no snapshot can hold. */
export function emptyLists(lengths: ArrayLike<number>): IdLists<Uint32Array> {
  const offsets = new Uint32Array(lengths.length + 1);
  let total = 0;
  for (let list = 0; list < lengths.length; list++) {
    total += lengths[list];
    offsets[list + 1] = total;
  }
  checkLength('of lists', total * Uint32Array.BYTES_PER_ELEMENT, MAX_SECTION_LENGTH);
  return { offsets, items: new Uint32Array(total) };
}

/** For each id, the lists that have it, in their order. Skips NO_NUMBER. */
export function inverted({ offsets, items }: IdLists, ids: number): IdLists<Uint32Array> {
  const counts = new Uint32Array(ids);
  for (let at = 0; at < items.length; at++) if (items[at] !== NO_NUMBER) counts[items[at]]++;
  const lists = emptyLists(counts);
  const next = lists.offsets.slice();
  for (let list = 0; list + 1 < offsets.length; list++)
    for (let at = offsets[list]; at < offsets[list + 1]; at++)
      if (items[at] !== NO_NUMBER) lists.items[next[items[at]]++] = list;
  return lists;
}

/** Lists of neighbouring keys are neighbours, so a range of keys has one range of items. */
export class Lists implements IdLists<Uint32Array> {
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.offsets = sections.uint32(`${name}.offsets`);
    this.items = sections.uint32(`${name}.items`);
  }
}
