// Writes the sections of a snapshot one after the other, in memory that threads can share. The table is written last, in space that is
// left for it at the beginning.

import {
  ALIGNMENT,
  CHECKSUM_AT,
  Checksum,
  checkLength,
  HEADER_LENGTH,
  type Kind,
  MAX_SECTION_LENGTH,
  type Meta,
  type NamedSections,
  Sections,
  SNAPSHOT,
  SnapshotError,
  TABLE_LENGTH_AT,
  type Table,
  TOTAL_LENGTH_AT,
  VERSION_AT,
} from '../format.ts';
import { GrowingBytes } from './growing-bytes.ts';

/** Enough for the header and a table of some two hundred sections. */
const HEAD_LENGTH = 16 << 10;
/** More than most snapshots have. */
const ADDRESS_SPACE = 2 ** 32;

interface Options {
  kind?: Kind | undefined;
  longestSection?: number | undefined;
}

export class SectionWriter {
  readonly #kind: Kind;
  readonly #longestSection: number;
  readonly #bytes = new GrowingBytes(new SharedArrayBuffer(4 * HEAD_LENGTH), ADDRESS_SPACE);
  readonly #table: Table['sections'] = [];

  constructor({ kind = SNAPSHOT, longestSection = MAX_SECTION_LENGTH }: Options = {}) {
    this.#kind = kind;
    this.#longestSection = longestSection;
    this.#bytes.skip(HEAD_LENGTH);
  }

  add(sections: NamedSections): void {
    for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(sections))
      this.write(name, (append) => append(new Uint8Array(buffer, byteOffset, byteLength)));
  }

  /** A section in parts. */
  write(name: string, writeParts: (append: (part: Uint8Array) => void) => void): void {
    const start = this.#bytes.length;
    writeParts((part) => {
      checkLength(name, this.#bytes.length - start + part.length, this.#longestSection);
      this.#bytes.appendBytes(part);
    });
    this.#table.push([name, start, this.#bytes.length - start]);
    this.#bytes.skip((ALIGNMENT - (this.#bytes.length % ALIGNMENT)) % ALIGNMENT);
  }

  /** What is written so far. */
  sections(meta: Meta): Sections {
    return new Sections(this.#bytes.written(), { meta, sections: this.#table });
  }

  finish(meta: Meta): Uint8Array {
    const bytes = this.#bytes.written();
    const table = Buffer.from(JSON.stringify({ meta, sections: this.#table } satisfies Table));
    if (HEADER_LENGTH + table.length > HEAD_LENGTH) throw new SnapshotError('The table of sections is too long.');
    bytes.write(this.#kind.magic, 'latin1');
    bytes.writeUInt32LE(this.#kind.version, VERSION_AT);
    bytes.writeUInt32LE(table.length, TABLE_LENGTH_AT);
    bytes.writeBigUInt64LE(BigInt(bytes.length), TOTAL_LENGTH_AT);
    table.copy(bytes, HEADER_LENGTH);
    new Checksum().update(bytes, 0, bytes.length).digest().copy(bytes, CHECKSUM_AT);
    return bytes;
  }
}

/** All sections at once. */
export function encode(meta: Meta, sections: NamedSections, options?: Options): Uint8Array {
  const writer = new SectionWriter(options);
  writer.add(sections);
  return writer.finish(meta);
}
