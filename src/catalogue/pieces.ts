// In charge of putting an answer together out of prepared bytes: they are copied one after the other, nothing is serialised.

import { FAMILY_MARKS, RECORD_MARKS } from '../snapshot/layout.ts';
import type { Marked } from '../snapshot/open.ts';

const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const MEMORY_LINE = 64;

/** What is left free before the body, for a head that is known only when the body is. */
const HEAD_ROOM = 4 * 1024;

/** One answer, put together in memory that is lent to it, or in its own where that is too small. */
export class Pieces {
  readonly #base: string;
  #memory: Buffer;
  #end = HEAD_ROOM;

  /** `base` is put in front of every link. */
  constructor(base: string, memory: Buffer) {
    this.#base = base;
    this.#memory = memory;
  }

  /** The body so far. */
  get body(): Buffer {
    return this.#memory.subarray(HEAD_ROOM, this.#end);
  }

  /** A head of Latin letters and the body behind it, in one piece. */
  withHead(head: string): Buffer {
    if (head.length > HEAD_ROOM) return Buffer.concat([Buffer.from(head, 'latin1'), this.body]);
    const start = HEAD_ROOM - head.length;
    this.#memory.write(head, start, 'latin1');
    return this.#memory.subarray(start, this.#end);
  }

  text(text: string): this {
    this.#makeRoom(text.length * 3);
    this.#end += this.#memory.write(text, this.#end);
    return this;
  }

  summaries(records: Marked, trees: number[]): this {
    return this.#records(records, trees, RECORD_MARKS.summaryEnd);
  }

  records(records: Marked, trees: number[]): this {
    return this.#records(records, trees, RECORD_MARKS.recordEnd);
  }

  detail(records: Marked, tree: number): this {
    return this.#records(records, [tree], RECORD_MARKS.length);
  }

  families({ bytes, marks }: Marked): this {
    for (let at = 0; at < marks.length - 1; at += FAMILY_MARKS.length) {
      if (at > 0) this.#byte(COMMA);
      this.#linked(
        bytes,
        marks[at + FAMILY_MARKS.start],
        marks[at + FAMILY_MARKS.link],
        marks[at + FAMILY_MARKS.length],
      );
    }
    return this;
  }

  #records({ bytes, marks }: Marked, trees: number[], endMark: number): this {
    fetchAll(bytes, marks, trees, endMark);
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

/**
 * Looks at every line of memory that the records take. Records lie far apart: asked for one after the other without a copy
 * in between, they come while others are still waited for.
 */
function fetchAll(bytes: Buffer, marks: Uint32Array, trees: number[], endMark: number): void {
  let seen = 0;
  for (let index = 0; index < trees.length; index++) {
    const at = trees[index] * RECORD_MARKS.length;
    const end = marks[at + endMark];
    for (let place = marks[at + RECORD_MARKS.start]; place < end; place += MEMORY_LINE) seen |= bytes[place];
  }
  if (seen === 0 && trees.length > 0) throw new Error('The records are blank.');
}
