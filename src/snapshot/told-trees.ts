// In charge of all that a snapshot tells of each tree, as bytes: its records in every language, and what its family is called, which
// exports tell of each tree.

import type { FamilyNames } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { familyNamesIn } from './family-names.ts';
import { RECORD_MARKS } from './layout.ts';
import type { MarkedBytes, Snapshot } from './open.ts';

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
    const { records, facets } = this.#snapshot;
    const { items, offsets } = facets.family.values;
    return [...LOCALES.map((locale) => recordOf(records[locale], tree)), this.#familyNames[items[offsets[tree]]]];
  }

  slug(tree: number): string {
    return this.#snapshot.slugs.get(tree);
  }

  /** Whether another snapshot tells the same of the tree with a slug. */
  tellsAgain(other: ToldTrees, tree: number, slug: string): boolean {
    const own = this.#snapshot.slugs.find(slug);
    if (own === -1) return false;
    const parts = this.of(own);
    return other.of(tree).every((part, index) => part.equals(parts[index]));
  }
}

export function namesOf(family: string, families: FamilyNames): string {
  const names = families.get(family) ?? {};
  return JSON.stringify(LOCALES.map((locale) => names[locale] ?? null));
}

function recordOf({ bytes, marks }: MarkedBytes, tree: number): Buffer {
  const at = tree * RECORD_MARKS.length;
  return bytes.subarray(marks[at + RECORD_MARKS.start], marks[at + RECORD_MARKS.length]);
}
