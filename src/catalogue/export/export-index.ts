// Knows from which places the bytes of one export can be made, and how many there are. It learns both from whoever makes them.

import type { Chunk } from './chunk.ts';

/** A part begins within a second, and the state of an archive, some 32 kB, is small beside it. */
const MARK_BYTES = 512 * 1024;

export class ExportIndex {
  /** In ascending order; everything before the last has been made at least once. */
  readonly #marks: { offset: number; chunks: () => Generator<Chunk> }[];
  readonly #markBytes: number;
  #length: number | undefined;
  #measuring: Generator<Buffer> | undefined;

  /** `chunks` makes the export from its first byte. */
  constructor(chunks: () => Generator<Chunk>, markBytes = MARK_BYTES) {
    this.#marks = [{ offset: 0, chunks }];
    this.#markBytes = markBytes;
  }

  /** The bytes in all, once somebody made the last of them. */
  get length(): number | undefined {
    return this.#length;
  }

  /** Makes one more chunk on the way to the length. All who wait for it share this work, and none of it is lost. */
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
