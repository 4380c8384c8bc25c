// In charge of bytes that are written one text after the other, of which nobody knows how many they will be: in memory that grows
// where it stands, so that nothing is copied and nothing is outgrown.

import { constants } from 'node:buffer';
import { LONGEST_SECTION } from './format.ts';

const STEP_BYTES = 1 << 20;
/** Of UTF-8, for each unit of a text. */
const MOST_BYTES_PER_UNIT = 3;
const LONGEST_TEXT = MOST_BYTES_PER_UNIT * constants.MAX_STRING_LENGTH;

export class GrowingBytes {
  length = 0;
  /** Addresses are taken for more than a section can have, so that who writes too much is told so; memory for what is written. */
  readonly #memory = new ArrayBuffer(0, { maxByteLength: LONGEST_SECTION + LONGEST_TEXT });
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
    this.#memory.resize(Math.max(most, this.#bytes.length + Math.max(STEP_BYTES, this.#bytes.length >>> 3)));
    this.#bytes = Buffer.from(this.#memory);
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}
