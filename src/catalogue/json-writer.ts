// Writes the JSON of a response by copying prepared bytes. Nothing is serialised.

import type { View } from '../domain/fields/fields.ts';
import { FAMILY_MARKS, RECORD_MARKS } from '../snapshot/layout.ts';
import type { MarkedBytes } from '../snapshot/open.ts';

/** Where a tree ends in each view. */
const END_MARKS: Record<View, number> = {
  summary: RECORD_MARKS.summaryEnd,
  record: RECORD_MARKS.recordEnd,
  detail: RECORD_MARKS.length,
};

const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;

/** One answer, written into memory that is given to it, or its own where that is too small. */
export class JsonWriter {
  readonly #base: string;
  readonly #start: number;
  #memory: Buffer;
  #end: number;

  /** `base` is put in front of every link. The memory before `start` is left to whoever gave it. */
  constructor(base: string, memory: Buffer, start = 0) {
    this.#base = base;
    this.#memory = memory;
    this.#start = start;
    this.#end = start;
  }

  get written(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
  }

  text(text: string): this {
    this.#makeRoom(text.length * 3);
    this.#end += this.#memory.write(text, this.#end);
    return this;
  }

  families({ bytes, marks }: MarkedBytes): this {
    const { start, link, length } = FAMILY_MARKS;
    for (let at = 0; at < marks.length - 1; at += length) {
      if (at > 0) this.#byte(COMMA);
      this.#linked(bytes, marks[at + start], marks[at + link], marks[at + length]);
    }
    return this;
  }

  trees({ bytes, marks }: MarkedBytes, trees: number[], view: View): this {
    const endMark = END_MARKS[view];
    for (let index = 0; index < trees.length; index++) {
      const at = trees[index] * RECORD_MARKS.length;
      if (index > 0) this.#byte(COMMA);
      this.#linked(bytes, marks[at + RECORD_MARKS.start], marks[at + RECORD_MARKS.link], marks[at + endMark]);
      this.#byte(CLOSING_BRACE);
    }
    return this;
  }

  #linked(bytes: Buffer, start: number, link: number, end: number): void {
    if (this.#base === '') this.#copy(bytes, start, end);
    else {
      this.#copy(bytes, start, link);
      this.text(this.#base);
      this.#copy(bytes, link, end);
    }
  }

  #copy(bytes: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.#end += bytes.copy(this.#memory, this.#end, start, end);
  }

  #byte(byte: number): void {
    this.#makeRoom(1);
    this.#memory[this.#end++] = byte;
  }

  #makeRoom(bytes: number): void {
    if (this.#end + bytes <= this.#memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#end + bytes, this.#memory.length * 2));
    this.#memory.copy(larger, 0, 0, this.#end);
    this.#memory = larger;
  }
}
