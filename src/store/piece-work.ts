// In charge of what is worked out of bytes by themselves, in whichever thread that is: the bytes of pieces as they are stored, the form in
// which a snapshot is stored, and the states of its trees.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { partsOf } from '../snapshot/folding.ts';
import { finished } from '../snapshot/lists.ts';
import { packedStates } from '../snapshot/write-chronicle.ts';
import { PIECE_SIZES } from './cutting.ts';

/** A higher level takes more time than its few bytes are worth. The checksum tells whether a piece was altered. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
/** A piece comes out in one stretch. */
const ROOM = { chunkSize: PIECE_SIZES.longest };

/** What some tasks have to know beside the bytes. */
export interface Details {
  /** Which part of the folded form. */
  part?: number;
  /** For each part, whether somebody has begun it; threads share this. */
  begun?: Int32Array;
  /** Whose states. */
  trees?: Uint32Array;
}

/** Each piece becomes one; a snapshot becomes a part of its folded form, unless somebody has begun that, or states. */
export const TASKS = {
  compress: (pieces: Uint8Array[]) => pieces.map(compressed),
  /** Throws where one was altered. */
  decompress: (pieces: Uint8Array[]) => pieces.map((bytes) => zstdDecompressSync(bytes, ROOM)),
  fold: ([snapshot]: Uint8Array[], { part = 0, begun }: Details) =>
    begun && isFirst(begun, part) ? [foldedPart(snapshot, part)] : [],
  states: ([snapshot]: Uint8Array[], { trees = new Uint32Array() }: Details) => [packedStates(snapshot, trees)],
} satisfies Record<string, (parts: Uint8Array[], details: Details) => Uint8Array[]>;

/** True for the first one who asks. */
export function isFirst(begun: Int32Array, part: number): boolean {
  return Atomics.exchange(begun, part, 1) === 0;
}

function foldedPart(snapshot: Uint8Array, index: number): Uint8Array {
  const part = partsOf(snapshot)[index];
  return 'plain' in part ? part.plain : finished(part.make());
}

function compressed(bytes: Uint8Array): Uint8Array {
  return zstdCompressSync(bytes, { params: COMPRESSION, pledgedSrcSize: bytes.length });
}

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

/** The same of what nobody else needs any more: a single part that has its memory for itself goes as it is. */
export function joinForGood(parts: Uint8Array[]): Joined {
  const [first] = parts;
  const isAlone = parts.length === 1 && first.length === first.buffer.byteLength;
  return isAlone ? { bytes: first, lengths: Uint32Array.of(first.length) } : join(parts);
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
