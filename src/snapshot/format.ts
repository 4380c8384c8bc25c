// Reads the container of a snapshot or a change log: a header, a table of named sections, the sections, and a checksum over it all.

import { GcmHash } from './gcm-hash.ts';

export const FORMAT_VERSION = 10;

/** What a container holds, and the version of it that is read. */
export interface Kind {
  magic: string;
  version: number;
}

export const SNAPSHOT: Kind = { magic: 'SYLVASNP', version: FORMAT_VERSION };
export const CHANGE_LOG: Kind = { magic: 'SYLVALOG', version: 1 };

export const VERSION_AT = 8;
export const TABLE_LENGTH_AT = 12;
export const TOTAL_LENGTH_AT = 16;
export const CHECKSUM_AT = 24;
export const HEADER_LENGTH = 56;
export const ALIGNMENT = 8;
/** Offsets have 32 bits. */
export const MAX_SECTION_LENGTH = 0xffffffff;

export class SnapshotError extends Error {
  override name = 'SnapshotError';
}

/** The bytes are whole, but this Sylva doesn't read their format, or they were sorted by another version of ICU. */
export class OtherFormatError extends SnapshotError {
  override name = 'OtherFormatError';
}

export type Section = Uint8Array | Uint16Array | Uint32Array;

/** In the order in which they are written. */
export type NamedSections = Record<string, Section>;

export interface Meta {
  trees: number;
  /** The content hash of a snapshot. */
  content?: string;
  /** The version of ICU whose collation ordered the trees. */
  icu?: string;
}

export interface Table {
  meta: Meta;
  /** Name, offset and length in bytes. */
  sections: [name: string, offset: number, length: number][];
}

/** Texts one after the other in UTF-8, and where each begins and the last one ends. */
export interface TextTable {
  offsets: Uint32Array;
  bytes: Uint8Array;
}

export function checkLength(name: string, bytes: number, max: number): void {
  if (bytes <= max) return;
  const limit = `${(max / 2 ** 30).toLocaleString('en', { maximumSignificantDigits: 3 })} GiB`;
  throw new SnapshotError(
    `The catalogue is too large to be published: its section ${name} would have over ${limit}, which is the most that a snapshot can hold. Publish fewer trees, or shorter texts.`,
  );
}

/** Of all bytes but itself, as they arrive. */
export class Checksum {
  readonly #hash = new GcmHash();

  /** The bytes between two positions have arrived, after all before them. */
  update(bytes: Uint8Array, from: number, to: number): this {
    this.#hash.update(bytes.subarray(from, Math.max(from, Math.min(to, CHECKSUM_AT))));
    this.#hash.update(bytes.subarray(Math.max(from, HEADER_LENGTH), Math.max(to, HEADER_LENGTH)));
    return this;
  }

  digest(): Buffer {
    return this.#hash.digest();
  }
}

export class Sections {
  readonly meta: Meta;
  readonly #bytes: Buffer;
  readonly #places: Map<string, [number, number]>;

  constructor(bytes: Buffer, table: Table) {
    this.meta = table.meta;
    this.#bytes = bytes;
    this.#places = new Map(table.sections.map(([name, offset, length]) => [name, [offset, length]]));
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  bytes(name: string): Buffer {
    const [offset, length] = this.#place(name);
    return this.#bytes.subarray(offset, offset + length);
  }

  uint32(name: string): Uint32Array {
    const [offset, length] = this.#place(name);
    return new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 4);
  }

  uint16(name: string): Uint16Array {
    const [offset, length] = this.#place(name);
    return new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 2);
  }

  int32(name: string): Int32Array {
    const [offset, length] = this.#place(name);
    return new Int32Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 4);
  }

  texts(name: string): TextTable {
    return { offsets: this.uint32(`${name}.offsets`), bytes: this.bytes(`${name}.bytes`) };
  }

  #place(name: string): [number, number] {
    const place = this.#places.get(name);
    if (!place) throw new SnapshotError(`The snapshot has no section ${name}.`);
    return place;
  }
}

export interface DecodeOptions {
  /** Whether the checksum was found right before. */
  isVerified?: boolean;
  /** The checksum, if it was taken while the bytes were read. */
  checksum?: Buffer | undefined;
  /** A snapshot by default. */
  kind?: Kind | undefined;
}

/** Checks version, length and checksum. Throws SnapshotError, or OtherFormatError if the bytes must be compiled again. */
export function decode(source: Uint8Array, options: DecodeOptions = {}): Sections {
  const { isVerified = false, checksum, kind = SNAPSHOT } = options;
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < HEADER_LENGTH || bytes.toString('latin1', 0, kind.magic.length) !== kind.magic) {
    throw new SnapshotError('This is not a snapshot of a catalogue.');
  }
  const version = bytes.readUInt32LE(VERSION_AT);
  if (version !== kind.version) {
    throw new OtherFormatError(
      `The snapshot is of format ${version}; this Sylva reads format ${kind.version}. Publish the content again.`,
    );
  }
  const total = Number(bytes.readBigUInt64LE(TOTAL_LENGTH_AT));
  if (total !== bytes.length) throw new SnapshotError(`The snapshot has ${bytes.length} bytes instead of ${total}.`);
  const recorded = bytes.subarray(CHECKSUM_AT, HEADER_LENGTH);
  const computed = () => new Checksum().update(bytes, 0, bytes.length).digest();
  if (!isVerified && !(checksum ?? computed()).equals(recorded)) {
    throw new SnapshotError('The snapshot was altered: its checksum does not fit.');
  }
  const tableLength = bytes.readUInt32LE(TABLE_LENGTH_AT);
  const table = JSON.parse(bytes.toString('utf8', HEADER_LENGTH, HEADER_LENGTH + tableLength)) as Table;
  const { icu } = table.meta;
  if (icu !== undefined && icu !== process.versions.icu) {
    throw new OtherFormatError(`The snapshot was sorted with ICU ${icu}; this Sylva uses ICU ${process.versions.icu}.`);
  }
  return new Sections(bytes, table);
}
