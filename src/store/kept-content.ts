// In charge of the checked content that an older Sylva kept beside each snapshot: a snapshot of its format is compiled again from that.
// It is a line of family names, with the map where there is one, then a line a tree.

import { zstdDecompressSync } from 'node:zlib';
import type { RegionMap } from '../domain/region-map.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';
import type { CompiledContent } from '../snapshot/compile.ts';
import { SnapshotError } from '../snapshot/format.ts';
import type { Change, Database } from './engine.ts';
import { ADVICE, fetchPieces, listOf } from './pieces.ts';
import { Workshop } from './workshop.ts';

export async function keptContent(db: Database | Change, revision: number): Promise<CompiledContent> {
  const list = await listOf(db, revision, 'content');
  const bytes = list?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;
  await using workshop = new Workshop(bytes);
  const unpacking = new Unpacking();
  const compressed: Uint8Array[] = [];
  for await (const piece of fetchPieces(db, list?.numbers ?? [], workshop)) {
    if (compressed.length > 0 || isCompressed(piece.bytes)) compressed.push(piece.bytes);
    else unpacking.add(piece.bytes);
  }
  if (compressed.length > 0) unpacking.add(zstdDecompressSync(Buffer.concat(compressed)));
  return unpacking.finish();
}

/** How content begins that version 0.2.0 has compressed as a whole: no line begins like it. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function isCompressed(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.equals(bytes.subarray(0, ZSTD_MAGIC.length));
}

type FamilyName = FamilyNames extends Map<infer Name, infer Names> ? [Name, Names] : never;

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

  finish(): CompiledContent {
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
