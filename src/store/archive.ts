// In charge of checked content as the store keeps it: one compressed line of JSON a tree, so that a revision can be
// compared with another, or compiled again by a later Sylva.

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FamilyNames } from '../content/families.ts';
import type { Tree } from '../tree.ts';

export interface Archived {
  trees: Tree[];
  families: FamilyNames;
}

/** The same content in any order gives the same bytes. */
export function pack({ trees, families }: Archived): Uint8Array {
  const lines = [JSON.stringify([...families].sort()), ...trees.map((tree) => JSON.stringify(tree)).sort()];
  return zstdCompressSync(Buffer.concat(lines.map((line) => Buffer.from(`${line}\n`))));
}

export function unpack(bytes: Uint8Array): Archived {
  const [families, ...trees] = linesOf(zstdDecompressSync(bytes)).map((line) => JSON.parse(line));
  return { trees, families: new Map(families) };
}

/** Line by line: the whole may be longer than a string can be. */
function linesOf(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    lines.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return lines;
}
