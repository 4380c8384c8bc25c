// In charge of bytes that are written one after the other, of which nobody knows how many they will be. From some size on they
// stand in memory that grows where it is, so that nothing is copied and nothing is outgrown.

const FIRST_BYTES = 1 << 16;
/** Of UTF-8, for each unit of a text. */
const MOST_BYTES_PER_UNIT = 3;
const GROWTH = 1.25;
/** Addresses are taken for so many, or for twice of what is there; memory for what is written. There may be a hundred at a time. */
const ADDRESSES = 2 ** 23;

export class GrowingBytes {
  length = 0;
  readonly #addresses: number;
  #memory: ArrayBuffer | SharedArrayBuffer;
  #bytes: Buffer;

  /** In memory of zeros that is there already, as far as that is enough. With as many addresses as it may have bytes, it is never copied. */
  constructor(room: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(FIRST_BYTES), addresses = ADDRESSES) {
    this.#addresses = addresses;
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

  /** Some that stand elsewhere, without an object for them: there are many. */
  appendFrom(others: GrowingBytes, start: number, end: number): void {
    this.#makeRoom(end - start);
    this.length += others.#bytes.copy(this.#bytes, this.length, start, end);
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
    if (size > this.#memory.maxByteLength) this.#memory = grown(this.#memory, size, this.#addresses);
    else if (this.#memory instanceof SharedArrayBuffer) this.#memory.grow(size);
    else this.#memory.resize(size);
    this.#bytes = Buffer.from(this.#memory);
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Gives the memory back at once. */
  letGo(): void {
    giveBack(this.#memory);
    this.#memory = new ArrayBuffer(0);
    this.#bytes = Buffer.from(this.#memory);
    this.length = 0;
  }
}

/** Of the same kind. */
function grown(
  memory: ArrayBuffer | SharedArrayBuffer,
  size: number,
  addresses: number,
): ArrayBuffer | SharedArrayBuffer {
  const Kind = memory instanceof SharedArrayBuffer ? SharedArrayBuffer : ArrayBuffer;
  const larger = memoryOf(Kind, size, addresses);
  new Uint8Array(larger).set(new Uint8Array(memory));
  giveBack(memory);
  return larger;
}

/** Memory and addresses at once, where that can be. */
function giveBack(memory: ArrayBuffer | SharedArrayBuffer): void {
  if (memory instanceof ArrayBuffer) memory.transferToFixedLength(0);
}

/** Memory that grows takes a moment to get: few bytes do without, and so does who may not have so many addresses (`ulimit -v`). */
function memoryOf(
  Kind: typeof ArrayBuffer | typeof SharedArrayBuffer,
  size: number,
  addresses: number,
): ArrayBuffer | SharedArrayBuffer {
  try {
    return new Kind(size, { maxByteLength: Math.max(addresses, 2 * size) });
  } catch {
    return new Kind(size);
  }
}
