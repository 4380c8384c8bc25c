// Collects bytes whose number is not known beforehand. Memory grows in place, so that nothing is copied.

const FIRST_BYTES = 1 << 16;
const MAX_BYTES_PER_UNIT = 3;
const GROWTH = 1.25;
/** Address space that is reserved; memory is only taken for what is written. A process may have a hundred of these. */
const ADDRESS_SPACE = 2 ** 23;

export class GrowingBytes {
  length = 0;
  readonly #addressSpace: number;
  #memory: ArrayBuffer | SharedArrayBuffer;
  #bytes: Buffer;

  /** `memory` has zeros. With enough address space, what is written is never copied. */
  constructor(memory: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(FIRST_BYTES), addressSpace = ADDRESS_SPACE) {
    this.#addressSpace = addressSpace;
    this.#memory = memory;
    this.#bytes = Buffer.from(memory);
  }

  append(text: string): void {
    this.#reserve(text.length * MAX_BYTES_PER_UNIT);
    this.length += this.#bytes.write(text, this.length);
  }

  appendBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Leaves zeros. */
  skip(bytes: number): void {
    this.#reserve(bytes);
    this.length += bytes;
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.#bytes.length) return;
    const size = Math.max(needed, this.#bytes.length * GROWTH);
    if (size > this.#memory.maxByteLength) this.#memory = moved(this.#memory, size, this.#addressSpace);
    else if (this.#memory instanceof SharedArrayBuffer) this.#memory.grow(size);
    else this.#memory.resize(size);
    this.#bytes = Buffer.from(this.#memory);
  }
}

/** Frees the memory of an array at once, unless threads share it. No other array of the same memory may be in use. */
export function release({ buffer }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transferToFixedLength(0);
}

function moved(memory: ArrayBuffer | SharedArrayBuffer, size: number, addressSpace: number) {
  const Kind = memory instanceof SharedArrayBuffer ? SharedArrayBuffer : ArrayBuffer;
  const larger = allocate(Kind, size, addressSpace);
  new Uint8Array(larger).set(new Uint8Array(memory));
  release(new Uint8Array(memory));
  return larger;
}

/** A process may not be allowed so much address space (`ulimit -v`). */
function allocate(Kind: typeof ArrayBuffer | typeof SharedArrayBuffer, size: number, addressSpace: number) {
  try {
    return new Kind(size, { maxByteLength: Math.max(addressSpace, 2 * size) });
  } catch {
    return new Kind(size);
  }
}
