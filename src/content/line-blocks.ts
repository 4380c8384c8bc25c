// In charge of a file of lines in blocks of as many bytes: a block has the lines that begin in it, whole.

import { closeSync, openSync, readSync } from 'node:fs';

const LINE_END = 10;
/** The last line of a block may go beyond it. */
const BEYOND_BYTES = 1 << 20;

export class LineBlocks {
  readonly #file: number;
  readonly #blockBytes: number;

  constructor(path: string, blockBytes: number) {
    this.#file = openSync(path, 'r');
    this.#blockBytes = blockBytes;
  }

  /** But for a last one that is very long. */
  lines(block: number): Buffer {
    const start = block * this.#blockBytes;
    // A line begins after the end of another.
    const before = Math.min(start, 1);
    const bytes = this.#read(start - before, before + this.#blockBytes + BEYOND_BYTES);
    const first = before === 0 ? 0 : bytes.indexOf(LINE_END) + 1;
    const end = before + this.#blockBytes;
    if (before === 1 && first === 0) return Buffer.alloc(0);
    const isAll = bytes.length < end + BEYOND_BYTES;
    const lineEnd = bytes.indexOf(LINE_END, end - 1);
    if (lineEnd !== -1) return bytes.subarray(first, lineEnd + 1);
    return bytes.subarray(first, isAll ? bytes.length : bytes.lastIndexOf(LINE_END) + 1);
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more)
      more = readSync(this.#file, bytes, read, length - read, from + read);
    return bytes.subarray(0, read);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
