// In charge of tables of texts in a snapshot: UTF-8 one after the other, with their offsets, found by binary search.

import type { Section, Sections } from './format.ts';

export function writeStrings(into: Map<string, Section>, name: string, texts: string[]): void {
  const offsets = new Uint32Array(texts.length + 1);
  const parts = texts.map((text) => Buffer.from(text));
  for (const [index, part] of parts.entries()) offsets[index + 1] = offsets[index] + part.length;
  into.set(`${name}.offsets`, offsets);
  into.set(`${name}.bytes`, Buffer.concat(parts));
}

/** Bytes in the order of UTF-8, which is the order of code points. */
export function byCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
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
    const index = this.#firstNotBefore(wanted, 0);
    if (index === this.length) return -1;
    return wanted.compare(this.#bytes, this.#offsets[index], this.#offsets[index + 1]) === 0 ? index : -1;
  }

  /** The range of a sorted table that starts with a prefix: from the first up to, not including, the second. */
  findPrefix(prefix: string): [number, number] {
    const wanted = Buffer.from(prefix);
    const start = this.#firstNotBefore(wanted, 0);
    const justAfter = Buffer.concat([wanted, Buffer.of(0xff)]);
    return [start, this.#firstNotBefore(justAfter, start)];
  }

  #firstNotBefore(wanted: Buffer, from: number): number {
    let low = from;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#bytes.compare(wanted, 0, wanted.length, this.#offsets[middle], this.#offsets[middle + 1]);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
