// Remembers the offsets from which the bytes of an export can be made, and its length. It learns both while the export is made.

import type { Chunk } from './chunk.ts';

/** Small enough for a range to begin within a second; large compared with the state of an archive, some 32 kB. */
const MARK_BYTES = 512 * 1024;

export class ExportIndex {
  /** In ascending order. Everything before the last one has been made at least once. */
  readonly #marks: { offset: number; chunks: () => Generator<Chunk> }[];
  readonly #markBytes: number;
  #length: number | undefined;
  #measuring: Generator<Buffer> | undefined;

  /** `chunks` makes the export from its first byte. */
  constructor(chunks: () => Generator<Chunk>, markBytes = MARK_BYTES) {
    this.#marks = [{ offset: 0, chunks }];
    this.#markBytes = markBytes;
  }

  /** Undefined until the last byte has been made. */
  get length(): number | undefined {
    return this.#length;
  }

  /** Makes one more chunk towards the length. All waiting clients share this work. */
  measure(): void {
    this.#measuring ??= this.range(this.#marks[this.#marks.length - 1].offset);
    if (this.#measuring.next().done) this.#measuring = undefined;
  }

  /** The bytes from `first` to before `end`, some buffers being empty. */
  *range(first: number, end = Number.POSITIVE_INFINITY): Generator<Buffer> {
    const mark = this.#marks.findLast(({ offset }) => offset <= first) ?? this.#marks[0];
    let { offset } = mark;
    for (const { bytes, rest } of mark.chunks()) {
      const start = offset;
      offset += bytes.length;
      if (rest) this.#note(offset, rest);
      yield bytes.subarray(Math.max(0, first - start), Math.max(0, end - start));
      if (offset >= end) return;
    }
    this.#length = offset;
  }

  #note(offset: number, chunks: () => Generator<Chunk>): void {
    const { offset: last } = this.#marks[this.#marks.length - 1];
    if (offset >= last + this.#markBytes) this.#marks.push({ offset, chunks });
  }
}
