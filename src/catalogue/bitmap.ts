// In charge of sets of trees as bits, 32 to a cell: what every filter and search is made of.

import { bitsIn, type ReadonlyBitmap } from '../snapshot/layout.ts';

export type Bitmap = Int32Array;

export function add(into: Bitmap, bit: number): void {
  into[bit >>> 5] |= 1 << (bit & 31);
}

export function has(set: ReadonlyBitmap, bit: number): boolean {
  return ((set[bit >>> 5] >>> (bit & 31)) & 1) === 1;
}

/** Sets the first `size` bits and no other. */
export function fillFirst(into: Bitmap, size: number): void {
  into.fill(-1);
  if (size & 31) into[size >>> 5] = (1 << (size & 31)) - 1;
}

/** Four at a time: reading and writing what there is already takes as long as reading one more. */
export function addAll(into: Bitmap, sets: readonly ReadonlyBitmap[]): void {
  let at = 0;
  for (; at + 4 <= sets.length; at += 4) addFour(into, sets[at], sets[at + 1], sets[at + 2], sets[at + 3]);
  for (; at < sets.length; at++) addFour(into, sets[at], sets[at], sets[at], sets[at]);
}

function addFour(into: Bitmap, a: ReadonlyBitmap, b: ReadonlyBitmap, c: ReadonlyBitmap, d: ReadonlyBitmap): void {
  for (let cell = 0; cell < into.length; cell++) into[cell] |= a[cell] | b[cell] | c[cell] | d[cell];
}

/** Adds what two sets have in common; returns how many there are then. */
export function addCommon(set: ReadonlyBitmap, other: ReadonlyBitmap, into: Bitmap): number {
  for (let cell = 0; cell < into.length; cell++) into[cell] |= set[cell] & other[cell];
  return count(into);
}

/** What another set has not. */
export function subtract(set: ReadonlyBitmap, other: ReadonlyBitmap, into: Bitmap): Bitmap {
  for (let cell = 0; cell < into.length; cell++) into[cell] = set[cell] & ~other[cell];
  return into;
}

/**
 * How many two sets have in common, which is put into a third, or into one of them, where it is wanted. Eight cells at a time
 * are added up bit by bit, as with pencil and paper: `ones`, `twos` and `fours` hold a sum for each of the 32 places, and only
 * what is carried into the eights is counted at once (after Harley and Seal).
 */
export function intersect(set: ReadonlyBitmap, other: ReadonlyBitmap, into?: Bitmap): number {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let eights = 0;
  let at = 0;
  for (; at + 8 <= set.length; at += 8) {
    const a = set[at] & other[at];
    const b = set[at + 1] & other[at + 1];
    const c = set[at + 2] & other[at + 2];
    const d = set[at + 3] & other[at + 3];
    const e = set[at + 4] & other[at + 4];
    const f = set[at + 5] & other[at + 5];
    const g = set[at + 6] & other[at + 6];
    const h = set[at + 7] & other[at + 7];
    if (into) {
      into[at] = a;
      into[at + 1] = b;
      into[at + 2] = c;
      into[at + 3] = d;
      into[at + 4] = e;
      into[at + 5] = f;
      into[at + 6] = g;
      into[at + 7] = h;
    }
    // Of three cells: places where an odd number of them has a bit stay, those where two or three have one are carried.
    let odd = ones ^ a;
    const twosOfAB = (ones & a) | (odd & b);
    ones = odd ^ b;
    odd = ones ^ c;
    const twosOfCD = (ones & c) | (odd & d);
    ones = odd ^ d;
    odd = twos ^ twosOfAB;
    const foursOfAD = (twos & twosOfAB) | (odd & twosOfCD);
    twos = odd ^ twosOfCD;
    odd = ones ^ e;
    const twosOfEF = (ones & e) | (odd & f);
    ones = odd ^ f;
    odd = ones ^ g;
    const twosOfGH = (ones & g) | (odd & h);
    ones = odd ^ h;
    odd = twos ^ twosOfEF;
    const foursOfEH = (twos & twosOfEF) | (odd & twosOfGH);
    twos = odd ^ twosOfGH;
    odd = fours ^ foursOfAD;
    eights += bitsIn((fours & foursOfAD) | (odd & foursOfEH));
    fours = odd ^ foursOfEH;
  }
  let bits = 8 * eights + 4 * bitsIn(fours) + 2 * bitsIn(twos) + bitsIn(ones);
  for (; at < set.length; at++) {
    const common = set[at] & other[at];
    if (into) into[at] = common;
    bits += bitsIn(common);
  }
  return bits;
}

export function count(set: ReadonlyBitmap): number {
  return intersect(set, set);
}

/** How many bits a set has from `start` to before `end`. */
export function countBetween(set: ReadonlyBitmap, start: number, end: number): number {
  if (start >= end) return 0;
  const [first, last] = [start >>> 5, (end - 1) >>> 5];
  let bits = 0;
  for (let cell = first; cell <= last; cell++) {
    const from = cell === first ? -1 << (start & 31) : -1;
    const to = cell === last ? -1 >>> (31 - ((end - 1) & 31)) : -1;
    bits += bitsIn(set[cell] & from & to);
  }
  return bits;
}

/** Which of a set's bits count: all, those that another set has, or those that it has not. */
export interface Mask {
  other: ReadonlyBitmap;
  isWanted: boolean;
}

/** Appends up to `take` of the bits that count after the first `skip` of them; returns how many of `skip` are left over. */
export function select(set: ReadonlyBitmap, skip: number, take: number, into: number[], mask?: Mask): number {
  const wanted = into.length + take;
  const other = mask ? mask.other : set;
  const flip = mask && !mask.isWanted ? -1 : 0;
  for (let cell = 0; cell < set.length; cell++) {
    if (set[cell] === 0) continue;
    if (into.length === wanted) break;
    let rest = set[cell] & (other[cell] ^ flip);
    if (skip > 0) {
      const inCell = bitsIn(rest);
      if (inCell <= skip) {
        skip -= inCell;
        continue;
      }
    }
    for (; rest !== 0 && into.length < wanted; rest &= rest - 1) {
      if (skip > 0) skip--;
      else into.push(cell * 32 + lowestBit(rest));
    }
  }
  return skip;
}

/** Adds, for each number of a set, the one that stands for it in a table. */
export function addRenumbered(into: Bitmap, set: ReadonlyBitmap, table: Uint32Array): void {
  for (let cell = 0; cell < set.length; cell++) {
    for (let rest = set[cell]; rest !== 0; rest &= rest - 1) add(into, table[cell * 32 + lowestBit(rest)]);
  }
}

export function lowestBit(cell: number): number {
  return 31 - Math.clz32(cell & -cell);
}
