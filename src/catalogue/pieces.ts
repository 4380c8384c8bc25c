// In charge of putting an answer together out of prepared bytes: they are copied one after the other, nothing is serialised.

import { FAMILY_MARKS, RECORD_MARKS } from '../snapshot/layout.ts';
import type { Marked } from '../snapshot/open.ts';

const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const LARGEST_KEPT = 1024 * 1024;

/** Where answers are put together, one at a time: memory that is used again and again stays close to the processor. */
let bench = Buffer.allocUnsafeSlow(256 * 1024);

/** One answer, from its first piece to `join`. No other may be begun in between. */
export class Pieces {
  readonly #base: string;
  #length = 0;

  /** `base` is put in front of every link. */
  constructor(base: string) {
    this.#base = base;
  }

  text(text: string): this {
    this.#makeRoom(text.length * 3);
    this.#length += bench.write(text, this.#length);
    return this;
  }

  summaries(records: Marked, trees: ArrayLike<number>): this {
    return this.#records(records, trees, RECORD_MARKS.summaryEnd);
  }

  records(records: Marked, trees: ArrayLike<number>): this {
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

  /** The whole answer. Its memory is that of the next one as well, so it is to be compressed or copied before. */
  join(): Buffer {
    const whole = bench.subarray(0, this.#length);
    if (bench.length > LARGEST_KEPT) bench = Buffer.allocUnsafeSlow(LARGEST_KEPT);
    return whole;
  }

  #records({ bytes, marks }: Marked, trees: ArrayLike<number>, endMark: number): this {
    checkBeginnings(bytes, marks, trees);
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
    this.#length += bytes.copy(bench, this.#length, start, end);
  }

  #byte(byte: number): void {
    this.#makeRoom(1);
    bench[this.#length++] = byte;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= bench.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#length + bytes, bench.length * 2));
    bench.copy(larger, 0, 0, this.#length);
    bench = larger;
  }
}

/**
 * Looks at the first byte of each. Records lie far apart in memory: asked for one after the other without a copy in
 * between, they come while others are still waited for.
 */
function checkBeginnings(bytes: Buffer, marks: Uint32Array, trees: ArrayLike<number>): void {
  for (let index = 0; index < trees.length; index++) {
    const start = marks[trees[index] * RECORD_MARKS.length + RECORD_MARKS.start];
    if (bytes[start] !== OPENING_BRACE)
      throw new Error(`The record of tree ${trees[index]} does not begin with a brace.`);
  }
}
