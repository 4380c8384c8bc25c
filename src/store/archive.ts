// In charge of the checked content that a revision keeps, as bytes: a line of family names, with the map where there is one, then
// a line a tree, by their slugs.

import type { RegionMap } from '../domain/region-map.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';
import { SnapshotError } from '../snapshot/format.ts';

export interface Archived {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

type FamilyName = FamilyNames extends Map<infer Name, infer Names> ? [Name, Names] : never;

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

/** Content that is read while its bytes come: neither all of them nor all lines have to be in memory at once. */
export class Unpacking {
  readonly #trees: Tree[] = [];
  readonly #lineLengths: number[] = [];
  #isOfToday = true;
  #first: { families: Iterable<FamilyName>; map?: RegionMap } | undefined;
  /** Of a line whose end has not come yet. */
  #begun: Uint8Array[] = [];

  add({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEW_LINE); end !== -1; end = bytes.indexOf(NEW_LINE, start)) {
      const last = bytes.subarray(start, end);
      this.#take(this.#begun.length > 0 ? Buffer.concat([...this.#begun, last]) : last);
      this.#begun = [];
      start = end + 1;
    }
    if (start < bytes.length) this.#begun.push(bytes.subarray(start));
  }

  finish(): Unpacked {
    if (!this.#first || this.#begun.length > 0)
      throw new SnapshotError('The store is damaged: it lacks a part of the content of a revision.');
    const { families, map } = this.#first;
    const lineLengths = this.#isOfToday ? Uint32Array.from(this.#lineLengths) : undefined;
    return { trees: this.#trees, families: new Map(families), map, lineLengths };
  }

  #take(line: Buffer): void {
    const value = JSON.parse(line.toString());
    if (this.#first) this.#takeTree(value, line.length + 1);
    else this.#first = Array.isArray(value) ? { families: value } : value;
  }

  #takeTree(tree: Tree, length: number): void {
    const fields = fieldsOf(tree);
    this.#trees.push(withNewFields(tree));
    this.#lineLengths.push(length);
    this.#isOfToday &&= fieldsOf(tree) === fields;
  }
}

const NEW_LINE = 10;

function fieldsOf(tree: Tree): number {
  const texts = Object.values(tree.texts).reduce((sum, text) => sum + Object.keys(text).length, 0);
  return Object.keys(tree).length + texts;
}
