// Finds the snapshot of a revision on this machine's disk, or compiles it from the rows of the store. Given the snapshot of an earlier
// revision, it reads only the rows that are newer.

import { hashText } from '../domain/tree-hash.ts';
import { buildSnapshot, type Selection } from '../snapshot/build-snapshot.ts';
import { ColumnsBuilder } from '../snapshot/columns/columns-builder.ts';
import { OtherFormatError } from '../snapshot/format.ts';
import { columnsOf, openSnapshot } from '../snapshot/open.ts';
import type { Cache } from '../store/cache.ts';
import { DamagedError } from '../store/errors.ts';
import type { StoredTree } from '../store/revisions/load.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { treeIn } from './compare.ts';

/** A revision of the same store, and its snapshot. */
export interface LoadedRevision {
  number: number;
  hash: string;
  bytes: Uint8Array;
}

/** Calls `onDamaged` with a file on disk that was damaged, and is deleted now. */
export async function snapshotOf(
  revision: Revision,
  revisions: RevisionStore,
  cache: Cache,
  {
    previous,
    onDamaged = () => {},
  }: { previous?: LoadedRevision; onDamaged?(file: string, error: unknown): void } = {},
): Promise<Uint8Array> {
  return (
    (await snapshotOnDisk(revision.hash, cache, onDamaged)) ?? (await compileRevision(revision, revisions, previous))
  );
}

export async function snapshotOnDisk(
  hash: string,
  cache: Cache,
  onDamaged: (file: string, error: unknown) => void,
): Promise<Uint8Array | undefined> {
  try {
    return await cache.snapshot(hash);
  } catch (error) {
    if (error instanceof OtherFormatError) return undefined;
    onDamaged(cache.pathOf(hash), error);
    cache.forget(cache.pathOf(hash));
    return undefined;
  }
}

/** Throws a DamagedError if the rows are not those that were published. */
export async function compileRevision(
  revision: Revision,
  revisions: RevisionStore,
  previous?: LoadedRevision,
): Promise<Uint8Array> {
  const { bytes, isWhole } = await compileRows(revision, revisions, previous);
  if (openSnapshot(bytes, { isVerified: true }).hash === revision.hash) return bytes;
  if (!isWhole) return await compileRevision(revision, revisions);
  throw new DamagedError(`the rows of ${revision.id} are not those that were published`);
}

async function compileRows(
  { number }: Revision,
  revisions: RevisionStore,
  previous: LoadedRevision | undefined,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const builder = new ColumnsBuilder();
  const replaced = new Set<string>();
  const onTree = (stored: StoredTree) => {
    addStored(builder, stored);
    replaced.add(stored.slug);
  };
  const { since, removed, documents } = await revisions.load(number, onTree, previous);
  const built = builder.finish();
  const selections: Selection[] = [
    { columns: built, places: Uint32Array.from({ length: built.trees }, (_, at) => at) },
  ];
  if (previous && since !== null) {
    for (const slug of removed) replaced.add(slug);
    const before = openSnapshot(previous.bytes, { isVerified: true });
    const all = Array.from({ length: before.trees }, (_, place) => place);
    const places = Uint32Array.from(all.filter((place) => !replaced.has(before.slugs.get(place))));
    selections.push({ columns: columnsOf(before), places });
  }
  return { bytes: buildSnapshot({ selections, ...documents }, { releaseColumns: true }), isWhole: since === null };
}

function addStored(builder: ColumnsBuilder, { slug, record }: StoredTree): void {
  const tree = treeIn(record);
  if (tree.slug !== slug) throw new DamagedError(`the record of ${slug} is that of ${tree.slug}`);
  try {
    builder.add(tree, hashText(record));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DamagedError(`the record of ${slug} is not that of a tree (${error.message})`);
  }
}
