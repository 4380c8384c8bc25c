// In charge of what is worked out for each piece by itself, in whichever thread that is: its hash, and its bytes as they are stored.

import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { PIECE_SIZES } from './cutting.ts';

/** A higher level takes more time than its few bytes are worth. The checksum tells whether a piece was altered. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
/** A piece comes out in one stretch. */
const ROOM = { chunkSize: PIECE_SIZES.longest };

export const TASKS = {
  /** SHA-256. */
  hash: (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer'),
  compress: (bytes: Uint8Array): Uint8Array =>
    zstdCompressSync(bytes, { params: COMPRESSION, pledgedSrcSize: bytes.length }),
  /** Both, the hash first. */
  hashAndCompress: (bytes: Uint8Array): Uint8Array => Buffer.concat([TASKS.hash(bytes), TASKS.compress(bytes)]),
  /** Throws where it was altered. */
  decompress: (bytes: Uint8Array): Uint8Array => zstdDecompressSync(bytes, ROOM),
};

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
