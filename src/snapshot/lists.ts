// In charge of lists of numbers in a snapshot, one for each key: the numbers one after the other, with their offsets.

import type { Section, Sections } from './format.ts';

export function writeLists(
  into: Map<string, Section>,
  name: string,
  lists: (ArrayLike<number> & Iterable<number>)[],
): void {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) offsets[index + 1] = offsets[index] + list.length;
  const numbers = new Uint32Array(offsets[lists.length]);
  for (const [index, list] of lists.entries()) numbers.set(list, offsets[index]);
  into.set(`${name}.offsets`, offsets);
  into.set(`${name}.numbers`, numbers);
}

/** Lists of neighbouring keys are neighbours, so a range of keys has one range of numbers. */
export class Lists {
  readonly offsets: Uint32Array;
  readonly numbers: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.offsets = sections.numbers(`${name}.offsets`);
    this.numbers = sections.numbers(`${name}.numbers`);
  }
}
