// In charge of the checked content that a revision keeps, as bytes: a line of family names, with the map where there is one, then
// a line a tree, by their slugs.

import { zstdDecompressSync } from 'node:zlib';
import type { RegionMap } from '../domain/region-map.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';

export interface Archived {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** Content that was read, in the order of its lines. */
export interface Unpacked extends Archived {
  /** How many bytes the line of each tree has; undefined where one would be written in another way today. */
  lineLengths: Uint32Array | undefined;
}

/** The line before those of the trees. */
export function firstLine({ families, map }: Archived): Buffer {
  const names = [...families].sort();
  return Buffer.from(lineOf(map ? { families: names, map } : names));
}

/** The same trees in any order give the same lines in the same order. */
export function inLineOrder(trees: Tree[]): Tree[] {
  return trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

export function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

export function unpack(bytes: Uint8Array): Unpacked {
  const lines = linesOf(plain(bytes));
  const first = JSON.parse(lines.next().value?.text ?? '');
  const { families, map } = Array.isArray(first) ? { families: first } : first;
  const trees: Tree[] = [];
  const lengths: number[] = [];
  let isOfToday = true;
  for (const { text, length } of lines) {
    const tree = JSON.parse(text);
    const fields = fieldsOf(tree);
    trees.push(withNewFields(tree));
    lengths.push(length);
    isOfToday &&= fieldsOf(tree) === fields;
  }
  return { trees, families: new Map(families), map, lineLengths: isOfToday ? Uint32Array.from(lengths) : undefined };
}

function fieldsOf(tree: Tree): number {
  const texts = Object.values(tree.texts).reduce((sum, text) => sum + Object.keys(text).length, 0);
  return Object.keys(tree).length + texts;
}

/** How an archive begins that version 0.2.0 has compressed as a whole. */
const ZSTD_MAGIC = 0xfd2fb528;

function plain(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isCompressed = buffer.length >= 4 && buffer.readUInt32LE(0) === ZSTD_MAGIC;
  return isCompressed ? zstdDecompressSync(buffer) : buffer;
}

/** One after the other: all of them as texts would take much memory, and the whole may be longer than a text can be. */
function* linesOf(bytes: Buffer): Generator<{ text: string; length: number }> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    yield { text: bytes.toString('utf8', start, end), length: end + 1 - start };
    start = end + 1;
  }
}
