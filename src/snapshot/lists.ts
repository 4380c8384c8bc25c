// In charge of lists of numbers in a snapshot, one for each key: the numbers one after the other, with their offsets.

import { checkLength, LONGEST_SECTION, type NamedSections, type Sections } from './format.ts';

export function writeLists(name: string, lists: (ArrayLike<number> & Iterable<number>)[]): NamedSections {
  const { offsets, items } = concatenate(lists);
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: items };
}

/** One after the other, with the place where each begins and the last one ends. */
export function concatenate(lists: (ArrayLike<number> & Iterable<number>)[]): ConcatenatedLists {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  // Before it is made: offsets would begin again at 0.
  checkLength('of lists', total * Uint32Array.BYTES_PER_ELEMENT, LONGEST_SECTION);
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index] + list.length;
  const items = new Uint32Array(total);
  for (const [index, list] of lists.entries()) items.set(list, offsets[index]);
  return { offsets, items };
}

interface ConcatenatedLists {
  offsets: Uint32Array;
  items: Uint32Array;
}

/** Lists of neighbouring keys are neighbours, so a range of keys has one range of items. */
export class Lists {
  readonly offsets: Uint32Array;
  readonly items: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.offsets = sections.uint32(`${name}.offsets`);
    this.items = sections.uint32(`${name}.items`);
  }
}
