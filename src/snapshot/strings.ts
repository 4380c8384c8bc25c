// In charge of tables of texts in a snapshot: UTF-8 one after the other, with their offsets, found by binary search.

import type { Section, Sections } from './format.ts';

export function writeStrings(into: Map<string, Section>, name: string, texts: string[]): void {
  const offsets = new Uint32Array(texts.length + 1);
  const parts = texts.map((text) => Buffer.from(text));
  for (const [index, part] of parts.entries()) offsets[index + 1] = offsets[index] + part.length;
  into.set(`${name}.offsets`, offsets);
  into.set(`${name}.bytes`, Buffer.concat(parts));
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

function surrogatesLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

export class Strings {
  readonly length: number;
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor(sections: Sections, name: string) {
    this.#offsets = sections.numbers(`${name}.offsets`);
    this.#bytes = sections.bytes(`${name}.bytes`);
    this.length = this.#offsets.length - 1;
  }

  get(index: number): string {
    return this.#bytes.toString('utf8', this.#offsets[index], this.#offsets[index + 1]);
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
    const start = this.#offsets[index];
    if (this.#offsets[index + 1] - start < wanted.length) return false;
    for (let at = 0; at < wanted.length; at++) if (this.#bytes[start + at] !== wanted[at]) return false;
    return true;
  }

  /** Texts are short, and differ early: a loop here is several times faster than a call of `Buffer.compare`. */
  #compare(index: number, wanted: Uint8Array): number {
    const start = this.#offsets[index];
    const length = this.#offsets[index + 1] - start;
    for (let at = 0; at < length && at < wanted.length; at++) {
      const difference = this.#bytes[start + at] - wanted[at];
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}
