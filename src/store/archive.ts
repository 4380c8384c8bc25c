// In charge of the checked content that a revision keeps, as bytes: a line of family names, with the map where there is one, then
// a line a tree.

import { zstdDecompressSync } from 'node:zlib';
import type { RegionMap } from '../domain/region-map.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';

export interface Archived {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** The same content in any order gives the same bytes. */
export function pack({ trees, families, map }: Archived): Uint8Array[] {
  const names = [...families].sort();
  const lines = trees.map((tree) => JSON.stringify(tree)).sort();
  return [lineOf(JSON.stringify(map ? { families: names, map } : names)), Buffer.concat(lines.map(lineOf))];
}

function lineOf(text: string): Buffer {
  return Buffer.from(`${text}\n`);
}

export function unpack(bytes: Uint8Array): Archived {
  const [first, ...trees] = linesOf(plain(bytes)).map((line) => JSON.parse(line));
  const { families, map } = Array.isArray(first) ? { families: first } : first;
  return { trees: trees.map(withNewFields), families: new Map(families), map };
}

/** How an archive begins that version 0.2.0 has compressed as a whole. */
const ZSTD_MAGIC = 0xfd2fb528;

function plain(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCompressed = buffer.length >= 4 && buffer.readUInt32LE(0) === ZSTD_MAGIC;
  return isCompressed ? zstdDecompressSync(buffer) : buffer;
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
