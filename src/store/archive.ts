// In charge of the checked content that a revision keeps, as bytes: a line of family names, with the map where there is one, then
// a line a tree, by their slugs.

import type { RegionMap } from '../domain/region-map.ts';
import { bySlug, type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';
import { SnapshotError } from '../snapshot/format.ts';
import { ADVICE } from './pieces.ts';

export interface Archived<T extends { slug: string } = Tree> {
  trees: T[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

type FamilyName = FamilyNames extends Map<infer Name, infer Names> ? [Name, Names] : never;

/** The line before those of the trees. */
export function firstLine({ families, map }: Pick<Archived, 'families' | 'map'>): Buffer {
  const names = [...families].sort();
  return Buffer.from(lineOf(map ? { families: names, map } : names));
}

/** The same trees in any order give the same lines in the same order. */
export function inLineOrder<T extends { slug: string }>(trees: T[]): T[] {
  return bySlug(trees);
}

export function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Content that is read while its bytes come: neither all of them nor all lines have to be in memory at once. */
export class Unpacking {
  readonly #trees: Tree[] = [];
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

  finish(): Archived {
    if (!this.#first || this.#begun.length > 0)
      throw new SnapshotError(`The store is damaged: it lacks a part of the content of a revision. ${ADVICE}`);
    const { families, map } = this.#first;
    return { trees: this.#trees, families: new Map(families), map };
  }

  #take(line: Buffer): void {
    const value = JSON.parse(line.toString());
    if (this.#first) this.#trees.push(withNewFields(value));
    else this.#first = Array.isArray(value) ? { families: value } : value;
  }
}

const NEW_LINE = 10;
