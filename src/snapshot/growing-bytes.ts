// In charge of bytes that are written one after the other, of which nobody knows how many they will be. From some size on they
// stand in memory that grows where it is, so that nothing is copied and nothing is outgrown.

const FIRST_BYTES = 1 << 16;
/** Of UTF-8, for each unit of a text. */
const MOST_BYTES_PER_UNIT = 3;
const GROWTH = 1.25;
/** Addresses are taken for more than most snapshots have, or for twice of what is there; memory for what is written. */
const ADDRESSES = 2 ** 33;

export class GrowingBytes {
  length = 0;
  #memory: ArrayBuffer | SharedArrayBuffer;
  #bytes: Buffer;

  /** In memory of zeros that is there already, as far as that is enough. */
  constructor(room: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(FIRST_BYTES)) {
    this.#memory = room;
    this.#bytes = Buffer.from(this.#memory);
  }

  append(text: string): void {
    this.#makeRoom(text.length * MOST_BYTES_PER_UNIT);
    this.length += this.#bytes.write(text, this.length);
  }

  appendBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Leaves zeros. */
  skip(bytes: number): void {
    this.#makeRoom(bytes);
    this.length += bytes;
  }

  #makeRoom(bytes: number): void {
    const most = this.length + bytes;
    if (most <= this.#bytes.length) return;
    const size = Math.max(most, this.#bytes.length * GROWTH);
    if (this.#memory instanceof SharedArrayBuffer && size <= this.#memory.maxByteLength) this.#memory.grow(size);
    else this.#memory = grown(this.#bytes, size);
    this.#bytes = Buffer.from(this.#memory);
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

function grown(bytes: Uint8Array, size: number): SharedArrayBuffer {
  const memory = memoryOf(size);
  new Uint8Array(memory).set(bytes);
  return memory;
}

/** Memory that grows takes a moment to get: few bytes do without, and so does who may not have so many addresses (`ulimit -v`). */
function memoryOf(size: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(size, { maxByteLength: Math.max(ADDRESSES, 2 * size) });
  } catch {
    return new SharedArrayBuffer(size);
  }
}
