// Computes version hashes from the hash of each tree's text and the common names of its family.

import type { FamilyNames } from '../domain/tree.ts';
import { versionHash } from '../domain/tree-hash.ts';
import { HASH_BYTES } from './columns/columns.ts';

interface Families {
  /** What is compared of each family. */
  keys: string[];
  /** The family of each tree. */
  values: { offsets: Uint32Array; items: ArrayLike<number> };
  names: FamilyNames;
}

export class VersionHashes {
  readonly #treeHashes: Buffer;
  readonly #families: Families;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array, families: Families) {
    this.#treeHashes = Buffer.from(buffer, byteOffset, byteLength);
    this.#families = families;
  }

  of(tree: number): string {
    const { keys, values, names } = this.#families;
    const family = keys[values.items[values.offsets[tree]]];
    const treeHash = this.#treeHashes.toString('hex', tree * HASH_BYTES, (tree + 1) * HASH_BYTES);
    return versionHash(treeHash, names.get(family));
  }

  all(): string[] {
    return Array.from({ length: this.#treeHashes.length / HASH_BYTES }, (_, tree) => this.of(tree));
  }
}
