// In charge of a list of pieces as bytes. Pieces that came together have numbers that follow each other: as differences they
// take next to no room.

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { SnapshotError } from '../snapshot/format.ts';

export interface PieceList {
  /** Of the pieces, in their order. */
  numbers: Uint32Array;
  /** How many bytes each has. */
  lengths: Uint32Array;
}

const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

export function encodeList({ numbers, lengths }: PieceList): Buffer {
  const all = new Uint32Array(numbers.length + lengths.length);
  for (let at = 0; at < numbers.length; at++) all[at] = numbers[at] - (numbers[at - 1] ?? 0);
  all.set(lengths, numbers.length);
  return zstdCompressSync(new Uint8Array(all.buffer), COMPRESSION);
}

export function decodeList(bytes: Uint8Array): PieceList {
  const plain = decompressed(bytes);
  const all = new Uint32Array(new Uint8Array(plain).buffer);
  const numbers = all.subarray(0, all.length / 2);
  for (let at = 1; at < numbers.length; at++) numbers[at] += numbers[at - 1];
  return { numbers, lengths: all.subarray(all.length / 2) };
}

function decompressed(bytes: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(bytes);
  } catch (error) {
    throw new SnapshotError('The store is damaged: the list of the parts of a revision was altered.', { cause: error });
  }
}
