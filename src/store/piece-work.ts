// In charge of what is worked out of bytes by themselves, in whichever thread that is: hashes of pieces, their bytes as they are stored,
// and the form in which a snapshot is stored.

import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { madeParts } from '../snapshot/folding.ts';
import { PIECE_SIZES } from './cutting.ts';

/** A higher level takes more time than its few bytes are worth. The checksum tells whether a piece was altered. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
/** A piece comes out in one stretch. */
const ROOM = { chunkSize: PIECE_SIZES.longest };

/** Each piece becomes one; a snapshot becomes the parts of its folded form that are made. */
export const TASKS = {
  hash: (pieces: Uint8Array[]) => pieces.map(hashed),
  compress: (pieces: Uint8Array[]) => pieces.map(compressed),
  /** The hash first. */
  hashAndCompress: (pieces: Uint8Array[]) => pieces.map((bytes) => Buffer.concat([hashed(bytes), compressed(bytes)])),
  /** Throws where one was altered. */
  decompress: (pieces: Uint8Array[]) => pieces.map((bytes) => zstdDecompressSync(bytes, ROOM)),
  fold: (snapshots: Uint8Array[]) => snapshots.flatMap(madeParts),
} satisfies Record<string, (parts: Uint8Array[]) => Uint8Array[]>;

function hashed(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

function compressed(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: COMPRESSION, pledgedSrcSize: bytes.length });
}

export const HASH_BYTES = 32;

export type Task = keyof typeof TASKS;

/** Sequences of bytes, one after the other: memory that goes from thread to thread as a whole, or that threads share. */
export interface Joined {
  bytes: Uint8Array;
  lengths: Uint32Array<ArrayBuffer>;
}

export function join(parts: Uint8Array[]): Joined {
  const lengths = Uint32Array.from(parts, ({ length }) => length);
  return { bytes: together(parts) ?? copied(parts, lengths), lengths };
}

/** Memory that is not shared goes to the thread that gets it. */
export function handedOver({ bytes: { buffer } }: Joined): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** Undefined where they do not stand one after the other in memory that threads share. */
function together(parts: Uint8Array[]): Uint8Array | undefined {
  const [first] = parts;
  if (!first) return undefined;
  let end = first.byteOffset;
  for (const { buffer, byteOffset, byteLength } of parts) {
    if (buffer !== first.buffer || byteOffset !== end || !(buffer instanceof SharedArrayBuffer)) return undefined;
    end += byteLength;
  }
  return new Uint8Array(first.buffer, first.byteOffset, end - first.byteOffset);
}

function copied(parts: Uint8Array[], lengths: Uint32Array): Uint8Array {
  // All of it is written: zeros would be a walk of their own.
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function split({ bytes, lengths }: Joined): Uint8Array[] {
  let at = 0;
  return Array.from(lengths, (length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
}
