// In charge of bytes that are written one text after the other, of which nobody knows how many they will be. Memory that is outgrown is
// given back at once: waiting for the collector, it would be as much again.

const FIRST_BYTES = 1 << 16;
/** Of UTF-8, for each unit of a text. */
const MOST_BYTES_PER_UNIT = 3;

export class GrowingBytes {
  length = 0;
  #memory = new ArrayBuffer(FIRST_BYTES);
  #bytes = Buffer.from(this.#memory);

  append(text: string): void {
    this.#makeRoom(text.length * MOST_BYTES_PER_UNIT);
    this.length += this.#bytes.write(text, this.length);
  }

  appendBytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  #makeRoom(bytes: number): void {
    const most = this.length + bytes;
    if (most <= this.#bytes.length) return;
    this.#memory = this.#memory.transfer(Math.max(most, this.#bytes.length * 2));
    this.#bytes = Buffer.from(this.#memory);
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
