// In charge of writing a snapshot from its beginning to its end, in memory that threads can share: each section stands where it stays as
// soon as it is there, so that nothing is held twice. Its table is written last, in room at the beginning.

import {
  ALIGNMENT,
  CHECKSUM_AT,
  Checksum,
  checkLength,
  HEADER_LENGTH,
  type Kind,
  LONGEST_SECTION,
  MAGIC,
  type Meta,
  type NamedSections,
  type Section,
  SNAPSHOT,
  SnapshotError,
  TABLE_LENGTH_AT,
  type Table,
  TOTAL_LENGTH_AT,
  VERSION_AT,
} from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** What is written while it is made. */
export type Writing = (into: SectionBytes) => void;

/** In the order in which they are written. */
export type SectionsToWrite = Record<string, Section | Writing>;

/** Room for the header and a table of some two hundred sections. */
const HEAD_LENGTH = 16 << 10;

interface Options {
  kind?: Kind | undefined;
  longestSection?: number | undefined;
  /** Zeros, where somebody has made room. */
  room?: SharedArrayBuffer | undefined;
}

/** More than most snapshots have. */
const ADDRESSES = 2 ** 32;

export class SnapshotWriter {
  readonly #kind: Kind;
  readonly #longestSection: number;
  readonly #bytes: GrowingBytes;
  readonly #table: Table['sections'] = [];

  constructor({
    kind = SNAPSHOT,
    longestSection = LONGEST_SECTION,
    room = new SharedArrayBuffer(4 * HEAD_LENGTH),
  }: Options = {}) {
    this.#kind = kind;
    this.#longestSection = longestSection;
    this.#bytes = new GrowingBytes(room, ADDRESSES);
    this.#bytes.skip(HEAD_LENGTH);
  }

  add(sections: SectionsToWrite): void {
    for (const [name, section] of Object.entries(sections)) {
      const into = new SectionBytes(name, this.#bytes, this.#longestSection);
      if (typeof section === 'function') section(into);
      else into.appendBytes(new Uint8Array(section.buffer, section.byteOffset, section.byteLength));
      this.#table.push([name, into.start, into.length]);
      this.#bytes.skip((ALIGNMENT - (this.#bytes.length % ALIGNMENT)) % ALIGNMENT);
    }
  }

  /** What has its memory for itself gives it back at once, so that it does not stand twice. */
  addForGood(sections: NamedSections): void {
    for (const [name, section] of Object.entries(sections)) {
      this.add({ [name]: section });
      const { buffer, byteLength } = section;
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
    }
  }

  /** One that was added, for as long as no other is. */
  section(name: string): Buffer {
    const [, start, length] = this.#table.find(([each]) => each === name) as Table['sections'][number];
    return this.#bytes.done().subarray(start, start + length);
  }

  finish(meta: Meta): Uint8Array {
    const bytes = this.#bytes.done();
    const table = Buffer.from(JSON.stringify({ meta, sections: this.#table } satisfies Table));
    if (HEADER_LENGTH + table.length > HEAD_LENGTH) throw new SnapshotError('The table of sections is too long.');
    MAGIC.copy(bytes);
    bytes.writeUInt32LE(this.#kind.version, VERSION_AT);
    bytes.writeUInt32LE(table.length, TABLE_LENGTH_AT);
    bytes.writeBigUInt64LE(BigInt(bytes.length), TOTAL_LENGTH_AT);
    table.copy(bytes, HEADER_LENGTH);
    new Checksum(this.#kind).update(bytes, 0, bytes.length).digest().copy(bytes, CHECKSUM_AT);
    return bytes;
  }
}

/** A section while it is written: what goes beyond its longest is refused. */
export class SectionBytes {
  readonly start: number;
  readonly #name: string;
  readonly #bytes: GrowingBytes;
  readonly #longest: number;

  constructor(name: string, bytes: GrowingBytes, longest: number) {
    this.start = bytes.length;
    this.#name = name;
    this.#bytes = bytes;
    this.#longest = longest;
  }

  get length(): number {
    return this.#bytes.length - this.start;
  }

  append(text: string): void {
    this.#bytes.append(text);
    checkLength(this.#name, this.length, this.#longest);
  }

  appendBytes(bytes: Uint8Array): void {
    checkLength(this.#name, this.length + bytes.length, this.#longest);
    this.#bytes.appendBytes(bytes);
  }

  appendFrom(others: GrowingBytes, start: number, end: number): void {
    checkLength(this.#name, this.length + end - start, this.#longest);
    this.#bytes.appendFrom(others, start, end);
  }
}

/** All sections at once. */
export function encode(meta: Meta, sections: SectionsToWrite, options?: Options): Uint8Array {
  const writer = new SnapshotWriter(options);
  writer.add(sections);
  return writer.finish(meta);
}
