// In charge of the snapshot as bytes: a header, a table of named sections, the sections, and a checksum over it all. How it is read;
// `snapshot-writer.ts` writes it.

import { createHash } from 'node:crypto';
import { QuickSum } from '../domain/quick-sum.ts';

export const FORMAT_VERSION = 9;

/** What bytes are of: which version of it is understood, and how their checksum is taken. */
export interface Kind {
  version: number;
  newSum(): Sum;
}

interface Sum {
  update(bytes: Uint8Array): unknown;
  digest(): Buffer;
}

export const SNAPSHOT: Kind = { version: FORMAT_VERSION, newSum: () => new QuickSum() };
/** For what is short, and was there before there was another. */
export const newShortSum = (): Sum => createHash('sha256');

export const MAGIC = Buffer.from('SYLVASNP');
export const VERSION_AT = 8;
export const TABLE_LENGTH_AT = 12;
export const TOTAL_LENGTH_AT = 16;
export const CHECKSUM_AT = 24;
export const HEADER_LENGTH = 56;
export const ALIGNMENT = 8;
/** Offsets have 32 bits. */
export const LONGEST_SECTION = 0xffffffff;

export class SnapshotError extends Error {
  override name = 'SnapshotError';
}

/** What is whole, as far as one can tell, and written by another Sylva. */
export class OtherFormatError extends SnapshotError {
  override name = 'OtherFormatError';
}

export type Section = Uint8Array | Uint16Array | Uint32Array;

/** In the order in which they are written. */
export type NamedSections = Record<string, Section>;

export interface Meta {
  trees: number;
}

export interface Table {
  meta: Meta;
  /** Name, offset and length in bytes. */
  sections: [string, number, number][];
}

/** Everything before the first section. */
export interface Head extends Table {
  /** How many bytes the whole has. */
  total: number;
}

export function readHead(bytes: Buffer): Head {
  const tableLength = bytes.readUInt32LE(TABLE_LENGTH_AT);
  const table = JSON.parse(bytes.toString('utf8', HEADER_LENGTH, HEADER_LENGTH + tableLength)) as Table;
  return { ...table, total: Number(bytes.readBigUInt64LE(TOTAL_LENGTH_AT)) };
}

/** What goes beyond could not be found again: it is refused as soon as it is known. */
export function checkLength(name: string, bytes: number, most: number): void {
  if (bytes <= most) return;
  const limit = `${(most / 2 ** 30).toLocaleString('en', { maximumSignificantDigits: 3 })} GiB`;
  throw new SnapshotError(
    `The catalogue is too large to be published: its section ${name} would have over ${limit}, which is the most that a snapshot can hold. Publish fewer trees, or shorter texts.`,
  );
}

/** Over everything but itself, and as the bytes come. */
export class Checksum {
  readonly #sum: Sum;

  constructor(kind = SNAPSHOT) {
    this.#sum = kind.newSum();
  }

  /** The bytes from one place to another have come, and all before them. */
  update(bytes: Uint8Array, from: number, to: number): this {
    this.#sum.update(bytes.subarray(from, Math.max(from, Math.min(to, CHECKSUM_AT))));
    this.#sum.update(bytes.subarray(Math.max(from, HEADER_LENGTH), Math.max(to, HEADER_LENGTH)));
    return this;
  }

  digest(): Buffer {
    return this.#sum.digest();
  }
}

function checksumOf(bytes: Uint8Array, kind: Kind): Buffer {
  return new Checksum(kind).update(bytes, 0, bytes.length).digest();
}

export class Sections {
  readonly meta: Meta;
  /** The snapshot's identity: equal content has an equal one. */
  readonly hash: string;
  readonly #bytes: Buffer;
  readonly #places: Map<string, [number, number]>;

  constructor(bytes: Buffer, table: Table, hash: string) {
    this.meta = table.meta;
    this.hash = hash;
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

  #place(name: string): [number, number] {
    const place = this.#places.get(name);
    if (!place) throw new SnapshotError(`The snapshot has no section ${name}.`);
    return place;
  }
}

export interface DecodeOptions {
  /** Whether its checksum was found right before. */
  isVerified?: boolean;
  /** Its checksum, where that was taken while it was read. */
  checksum?: Buffer | undefined;
  /** A snapshot where it is left out. */
  kind?: Kind | undefined;
}

/** The sections of a snapshot, after its version, its length and its checksum were found right. */
export function decode(source: Uint8Array, options: DecodeOptions = {}): Sections {
  const { isVerified = false, checksum, kind = SNAPSHOT } = options;
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length < HEADER_LENGTH || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
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
  if (!isVerified && !(checksum ?? checksumOf(bytes, kind)).equals(recorded)) {
    throw new SnapshotError('The snapshot was altered: its checksum does not fit.');
  }
  return new Sections(bytes, readHead(bytes), recorded.toString('hex'));
}

/** Whether bytes are of a kind, and unaltered. */
export function isWhole(bytes: Uint8Array, kind?: Kind): boolean {
  try {
    decode(bytes, { kind });
    return true;
  } catch (error) {
    if (error instanceof SnapshotError) return false;
    throw error;
  }
}
