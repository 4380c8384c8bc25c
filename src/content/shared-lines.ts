// In charge of a long table of lines that two threads read, one from its beginning and one from its end, until they meet. It stands in
// memory that they share, and is cut into stretches, each of which one of them takes.

/** What a thread has taken and has not told yet is read by the other as well. A shorter stretch would cost more than its lines. */
const STRETCH_BYTES = 1 << 18;
const NEWLINE = 10;

/** Plain values, that can be handed to another thread. */
export interface LinesInMemory {
  /** In shared memory. */
  bytes: Uint8Array;
  /** Where stretches end, each of them with a line. */
  ends: Uint32Array;
  /** How many stretches are taken. */
  taken: Int32Array;
}

export class SharedLines {
  readonly inMemory: LinesInMemory;
  readonly #bytes: Buffer;

  constructor(inMemory: LinesInMemory) {
    const { buffer, byteOffset, byteLength } = inMemory.bytes;
    this.inMemory = inMemory;
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  static of(bytes: Buffer, stretchBytes = STRETCH_BYTES): SharedLines {
    const ends: number[] = [];
    for (let end = 0; end < bytes.length; ends.push(end)) {
      const newline = bytes.indexOf(NEWLINE, end + stretchBytes - 1);
      end = newline === -1 ? bytes.length : newline + 1;
    }
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return new SharedLines({ bytes, ends: Uint32Array.from(ends), taken });
  }

  get count(): number {
    return this.inMemory.ends.length;
  }

  /** Whether there was one left: the next one from this end is taken, since nobody else begins here. */
  takeOne(): boolean {
    return Atomics.add(this.inMemory.taken, 0, 1) < this.count;
  }

  startOf(stretch: number): number {
    return stretch === 0 ? 0 : this.inMemory.ends[stretch - 1];
  }

  bytesOf(stretch: number): Buffer {
    return this.#bytes.subarray(this.startOf(stretch), this.inMemory.ends[stretch]);
  }
  /** How many lines a stretch has, blank ones included. */
  linesOf(stretch: number): number {
    const bytes = this.bytesOf(stretch);
    let count = bytes.at(-1) === NEWLINE ? 0 : 1;
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++;
    return count;
  }
}
