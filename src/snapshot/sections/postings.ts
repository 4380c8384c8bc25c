// Writes and reads posting lists: the trees of each word, and a bitmap for each prefix whose words have long lists. So a search for a
// short prefix costs no more than one for a long prefix.

import type { NamedSections, Sections } from '../format.ts';
import { bitsIn, cellsFor, type ReadonlyBitmap } from '../layout.ts';
import { type IdLists, Lists } from './lists.ts';

/** Words of a sorted table: from the first up to, not including, the second. */
export type Range = [first: number, end: number];

/** The trees of a range as a bitmap, and how many they are. */
export interface LongRange {
  bitmap: ReadonlyBitmap;
  size: number;
}

/** Positions in the notes of a range that has a bitmap. */
const NOTES = { first: 0, end: 1, size: 2, length: 3 } as const;

/** Sorted words. Few of them are read. */
interface Words {
  readonly length: number;
  at(index: number): string | undefined;
}

/** Trees are given by their ranks. A prefix with more than `max` entries in the lists of its words gets a bitmap. */
export function writePostings(
  name: string,
  { words, lists, trees, max }: { words: Words; lists: IdLists; trees: number; max: number },
): NamedSections {
  const { offsets, items } = lists;
  const ranges = longRanges(words, offsets, max);
  const length = cellsFor(trees);
  const notes = new Uint32Array(ranges.length * NOTES.length);
  const bitmaps = new Uint32Array(ranges.length * length);
  for (const [index, range] of ranges.entries()) {
    const bitmap = bitmaps.subarray(index * length, (index + 1) * length);
    fillRange(bitmap, lists, range);
    notes.set([...range, sizeOf(bitmap)], index * NOTES.length);
  }
  return {
    [`${name}.offsets`]: offsets,
    [`${name}.items`]: items,
    [`${name}.notes`]: notes,
    [`${name}.bitmaps`]: bitmaps,
  };
}

/** Sets the bits of all items of some lists. */
function fillRange(bitmap: Uint32Array, { offsets, items }: IdLists, [first, end]: Range): void {
  const last = offsets[end];
  for (let at = offsets[first]; at < last; at++) bitmap[items[at] >>> 5] |= 1 << (items[at] & 31);
}

function sizeOf(bitmap: Uint32Array): number {
  let size = 0;
  for (let cell = 0; cell < bitmap.length; cell++) size += bitsIn(bitmap[cell]);
  return size;
}

/** The ranges of words with a common prefix that have more than `max` entries; of two with the same first word, the wider first. */
function longRanges(words: Words, offsets: Uint32Array, max: number): Range[] {
  const found: Range[] = [];
  const word = (index: number) => words.at(index) as string;
  const visit = (first: number, end: number, depth: number) => {
    for (let at = word(first).length > depth ? first : first + 1; at < end; ) {
      const next = firstOther(word, at, end, depth);
      if (offsets[next] - offsets[at] > max) {
        found.push([at, next]);
        visit(at, next, commonLength(word(at), word(next - 1)));
      }
      at = next;
    }
  };
  if (words.length > 0) visit(0, words.length, 0);
  return found;
}

/** Where the words end that have the same letter at a position as the word at `at`. They are equal before it, so they are neighbours. */
function firstOther(word: (index: number) => string, at: number, end: number, place: number): number {
  const letter = word(at).charCodeAt(place);
  let [low, high] = [at + 1, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (word(middle).charCodeAt(place) === letter) low = middle + 1;
    else high = middle;
  }
  return low;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

export class Postings extends Lists {
  readonly #notes: Uint32Array;
  readonly #bitmaps: ReadonlyBitmap;
  readonly #length: number;

  constructor(sections: Sections, name: string) {
    super(sections, name);
    this.#notes = sections.uint32(`${name}.notes`);
    this.#bitmaps = sections.int32(`${name}.bitmaps`);
    this.#length = cellsFor(sections.meta.trees);
  }

  /** The bitmap of a range whose lists are long. */
  long([first, end]: Range): LongRange | undefined {
    const notes = this.#notes;
    let low = 0;
    let high = notes.length / NOTES.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = middle * NOTES.length;
      if ((notes[at + NOTES.first] - first || end - notes[at + NOTES.end]) < 0) low = middle + 1;
      else high = middle;
    }
    const at = low * NOTES.length;
    if (notes[at + NOTES.first] !== first || notes[at + NOTES.end] !== end) return undefined;
    const bitmap = this.#bitmaps.subarray(low * this.#length, (low + 1) * this.#length);
    return { bitmap, size: notes[at + NOTES.size] };
  }
}
