// In charge of all that a snapshot tells of each tree, as bytes: its records in every language, and what its family is called, which
// exports tell of each tree.

import { type FamilyNames, type Tree, toJsonPieces } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { familyNamesIn } from './family-names.ts';
import { NO_TREE } from './layout.ts';
import { rangeOf, type Snapshot } from './open.ts';

export class ToldTrees {
  readonly #snapshot: Snapshot;
  /** By the number of the family. */
  readonly #familyNames: Buffer[];

  constructor(snapshot: Snapshot) {
    const { keys } = snapshot.facets.family;
    const families = familyNamesIn(snapshot);
    this.#snapshot = snapshot;
    this.#familyNames = Array.from({ length: keys.length }, (_, family) =>
      Buffer.from(namesOf(keys.get(family), families)),
    );
  }

  /** One after the other, they are what is told of the tree. */
  of(tree: number): Buffer[] {
    const { records } = this.#snapshot;
    const parts = LOCALES.map((locale) => records[locale].bytes.subarray(...rangeOf(records[locale], tree)));
    return [...parts, this.#namesOf(tree)];
  }

  /** Whether another snapshot calls the family of a tree of its own the same. */
  namesFamilyAs(tree: number, other: ToldTrees, others: number): boolean {
    return this.#namesOf(tree).equals(other.#namesOf(others));
  }

  #namesOf(tree: number): Buffer {
    const { items, offsets } = this.#snapshot.facets.family.values;
    return this.#familyNames[items[offsets[tree]]];
  }
}

/** For each tree of a snapshot its number in the one before it, where the records of both are the same; otherwise NO_TREE. */
export function numbersBefore(snapshot: Snapshot, before: Snapshot): Uint32Array {
  const find = before.slugs.finderFor(snapshot.slugs);
  return Uint32Array.from({ length: snapshot.trees }, (_, tree) => {
    const number = find(tree);
    return number !== -1 && hasSameRecords(snapshot, tree, before, number) ? number : NO_TREE;
  });
}

function hasSameRecords(snapshot: Snapshot, tree: number, other: Snapshot, others: number): boolean {
  return LOCALES.every((locale) => {
    const [records, otherRecords] = [snapshot.records[locale], other.records[locale]];
    const [start, end] = rangeOf(records, tree);
    const [otherStart, otherEnd] = rangeOf(otherRecords, others);
    return records.bytes.compare(otherRecords.bytes, otherStart, otherEnd, start, end) === 0;
  });
}

/** Whether a snapshot tells of the tree of a slug what that says now: its records hold all of it. */
export function tellsSame({ slugs, records }: Snapshot, tree: Tree): boolean {
  const number = slugs.find(tree.slug);
  if (number === -1) return false;
  return LOCALES.every((locale) => {
    const told = Buffer.from(Object.values(toJsonPieces(tree, locale)).join(''));
    return told.equals(records[locale].bytes.subarray(...rangeOf(records[locale], number)));
  });
}

export function namesOf(family: string, families: FamilyNames): string {
  const names = families.get(family) ?? {};
  return JSON.stringify(LOCALES.map((locale) => names[locale] ?? null));
}
