// Writes and reads tables of texts. A text of a sorted table is found by binary search.

import type { NamedSections, TextTable } from '../format.ts';
import { GrowingBytes } from './growing-bytes.ts';

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
/** For each ASCII character whether words are made of it. */
const IS_OF_WORDS = Array.from({ length: 0x80 }, (_, code) => ENDS_IN_WORD.test(String.fromCharCode(code)));

/** Writing or reading one text takes longer than its bytes do. */
const TEXTS_AT_ONCE = 200;

export function tableOf(texts: readonly string[]): TextTable {
  const offsets = new Uint32Array(texts.length + 1);
  const bytes = new GrowingBytes();
  for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
    const some = texts.slice(from, from + TEXTS_AT_ONCE);
    const joined = some.join('');
    const isAscii = Buffer.byteLength(joined) === joined.length;
    let end = bytes.length;
    if (isAscii) bytes.append(joined);
    for (const [index, text] of some.entries()) {
      if (!isAscii) bytes.append(text);
      end = isAscii ? end + text.length : bytes.length;
      offsets[from + index + 1] = end;
    }
  }
  return { offsets, bytes: bytes.written() };
}

/** All texts of a table. */
export function textsIn({ offsets, bytes }: TextTable): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts: string[] = [];
  for (let from = 0; from + 1 < offsets.length; from += TEXTS_AT_ONCE) {
    const end = Math.min(from + TEXTS_AT_ONCE, offsets.length - 1);
    const joined = buffer.toString('utf8', offsets[from], offsets[end]);
    const isAscii = joined.length === offsets[end] - offsets[from];
    for (let at = from; at < end; at++)
      texts.push(
        isAscii
          ? joined.slice(offsets[at] - offsets[from], offsets[at + 1] - offsets[from])
          : buffer.toString('utf8', offsets[at], offsets[at + 1]),
      );
  }
  return texts;
}

export function textSections(name: string, { offsets, bytes }: TextTable): NamedSections {
  return { [`${name}.offsets`]: offsets, [`${name}.bytes`]: bytes };
}

/** Below 0 if the first text comes before the second one, by the order of code points. */
export function compareTexts(one: TextTable, at: number, other: TextTable, otherAt: number): number {
  const [start, otherStart] = [one.offsets[at], other.offsets[otherAt]];
  const [length, otherLength] = [one.offsets[at + 1] - start, other.offsets[otherAt + 1] - otherStart];
  for (let next = 0; next < length && next < otherLength; next++) {
    const difference = one.bytes[start + next] - other.bytes[otherStart + next];
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/** The order of code points, which is also that of UTF-8 bytes; JavaScript's own differs where surrogates meet. */
export function byCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return surrogatesLast(left) - surrogatesLast(right);
  }
  return a.length - b.length;
}

const SURROGATE = /[\ud800-\udfff]/;

/** By code points, in place. Without surrogates that is the order that JavaScript knows by itself, and sorts by much faster. */
export function sortByCodePoints(texts: string[]): string[] {
  return texts.some((text) => SURROGATE.test(text)) ? texts.sort(byCodePoints) : texts.sort();
}

function surrogatesLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export class Strings {
  readonly length: number;
  readonly offsets: Uint32Array;
  readonly bytes: Buffer;

  constructor({ offsets, bytes }: TextTable) {
    this.offsets = offsets;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = offsets.length - 1;
  }

  get(index: number): string {
    return this.bytes.toString('utf8', this.offsets[index], this.offsets[index + 1]);
  }

  /** The length of a text in bytes. */
  sizeOf(index: number): number {
    return this.offsets[index + 1] - this.offsets[index];
  }

  /** The index of a text in a sorted table, or -1. */
  find(text: string): number {
    const wanted = Buffer.from(text);
    const index = this.#firstNotBefore(wanted, 0, this.length);
    return index < this.length && this.#compare(index, wanted) === 0 ? index : -1;
  }

  /** The range of a sorted table that starts with a prefix: from the first up to, not including, the second. */
  findPrefix(prefix: string): [number, number] {
    const wanted = Buffer.from(prefix);
    const start = this.#firstNotBefore(wanted, 0, this.length);
    let low = start;
    let high = start;
    for (let step = 1; high < this.length && this.#startsWith(high, wanted); step *= 2) {
      low = high + 1;
      high = start + step;
    }
    high = Math.min(high, this.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#startsWith(middle, wanted)) low = middle + 1;
      else high = middle;
    }
    return [start, low];
  }

  /** Whether a word starts one of the words of a text. It is looked for in the bytes, without making a text of them. */
  startsWordOf(index: number, word: Uint8Array): boolean {
    const bytes = this.bytes;
    const start = this.offsets[index];
    const last = this.offsets[index + 1] - word.length;
    for (let at = start; at <= last; at++) {
      if (bytes[at] === word[0] && this.#isWordStart(start, at) && this.#isAt(at, word)) return true;
    }
    return false;
  }

  #isWordStart(start: number, at: number): boolean {
    if (at === start) return true;
    const before = this.bytes[at - 1];
    return !(before < 0x80 ? IS_OF_WORDS[before] : ENDS_IN_WORD.test(this.bytes.toString('utf8', start, at)));
  }

  #isAt(at: number, wanted: Uint8Array): boolean {
    for (let byte = 0; byte < wanted.length; byte++) if (this.bytes[at + byte] !== wanted[byte]) return false;
    return true;
  }

  #firstNotBefore(wanted: Uint8Array, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #startsWith(index: number, wanted: Uint8Array): boolean {
    const start = this.offsets[index];
    if (this.offsets[index + 1] - start < wanted.length) return false;
    return this.#isAt(start, wanted);
  }

  /** Texts are short, and differ early: a loop here is several times faster than a call of `Buffer.compare`. */
  #compare(index: number, wanted: Uint8Array): number {
    const start = this.offsets[index];
    const length = this.offsets[index + 1] - start;
    for (let at = 0; at < length && at < wanted.length; at++) {
      const difference = this.bytes[start + at] - wanted[at];
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}
