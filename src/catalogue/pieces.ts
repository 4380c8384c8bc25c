// In charge of putting an answer together out of prepared bytes: each piece is copied once, nothing is serialised.

import { FAMILY_MARKS, RECORD_MARKS } from '../snapshot/layout.ts';
import type { Marked } from '../snapshot/open.ts';

const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;

/** The pieces of a body, gathered before its length is known. */
export class Pieces {
  readonly #base: Buffer;
  readonly #parts: { bytes: Buffer; start: number; end: number }[] = [];
  #length = 0;

  /** `base` is put in front of every link. */
  constructor(base: string) {
    this.#base = Buffer.from(base);
  }

  text(text: string): this {
    const bytes = Buffer.from(text);
    return this.#add(bytes, 0, bytes.length);
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
      if (at > 0) this.#add(SEPARATOR, 0, 1);
      this.#linked(
        bytes,
        marks[at + FAMILY_MARKS.start],
        marks[at + FAMILY_MARKS.link],
        marks[at + FAMILY_MARKS.length],
      );
    }
    return this;
  }

  join(): Buffer {
    const whole = Buffer.allocUnsafe(this.#length);
    let at = 0;
    for (const { bytes, start, end } of this.#parts) at += bytes.copy(whole, at, start, end);
    return whole;
  }

  #records({ bytes, marks }: Marked, trees: number[], endMark: number): this {
    for (const [index, tree] of trees.entries()) {
      const at = tree * RECORD_MARKS.length;
      if (index > 0) this.#add(SEPARATOR, 0, 1);
      this.#linked(bytes, marks[at + RECORD_MARKS.start], marks[at + RECORD_MARKS.link], marks[at + endMark]);
      this.#add(END_OF_RECORD, 0, 1);
    }
    return this;
  }

  #linked(bytes: Buffer, start: number, link: number, end: number): void {
    if (this.#base.length === 0) {
      this.#add(bytes, start, end);
      return;
    }
    this.#add(bytes, start, link);
    this.#add(this.#base, 0, this.#base.length);
    this.#add(bytes, link, end);
  }

  #add(bytes: Buffer, start: number, end: number): this {
    this.#parts.push({ bytes, start, end });
    this.#length += end - start;
    return this;
  }
}

const SEPARATOR = Buffer.of(COMMA);
const END_OF_RECORD = Buffer.of(CLOSING_BRACE);
