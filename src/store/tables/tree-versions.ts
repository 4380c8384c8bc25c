// Reads and writes versions of trees. The catalogue of a revision has the newest version of each slug up to it.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change, Database } from '../engines/engine.ts';
import type { Tables } from './schema.ts';

/** What a slug leads to: a tree (hash), another slug (movedTo), or nothing any more. */
export interface Version {
  slug: string;
  hash: string | null;
  movedTo: string | null;
}

export interface NewVersion extends Version {
  record: string | null;
}

/** Which versions: the newest of each slug up to a revision, if it is newer than `since`. */
export interface Range {
  at: number;
  since?: number | undefined;
  slugs?: readonly string[];
  /** Slugs beyond this one, at most `limit`, in order of code points. */
  after?: string;
  limit?: number;
}

/** Below the limits of both databases on parameters of a statement. */
export const MAX_BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 4 << 20;
/** Records may have megabytes each; a page of them is held in memory. */
const RECORD_PAGE_ROWS = 200;
const PAGE_ROWS = 5000;

const COLUMNS = ['version.slug', 'version.revision', 'version.hash', 'version.movedTo'] as const;

/** A query for the versions, by slug. */
export function newest(db: Database, { at, since, slugs, after, limit }: Range) {
  let numbers = db
    .selectFrom('treeVersions')
    .select(({ fn }) => ['slug', fn.max('revision').as('revision')])
    .where('revision', '<=', at)
    .groupBy('slug')
    .orderBy('slug');
  if (since !== undefined) numbers = numbers.where('revision', '>', since);
  if (slugs) numbers = numbers.where('slug', 'in', slugs);
  if (after !== undefined) numbers = numbers.where('slug', '>', after);
  if (limit !== undefined) numbers = numbers.limit(limit);
  return db
    .selectFrom(numbers.as('newest'))
    .innerJoin('treeVersions as version', (join) =>
      join.onRef('version.slug', '=', 'newest.slug').onRef('version.revision', '=', 'newest.revision'),
    )
    .select(COLUMNS)
    .orderBy('version.slug');
}

/** Pages of versions by slug. The event loop has a turn after each. */
export async function* pagesOfVersions(db: Database, range: Range): AsyncGenerator<Version[]> {
  yield* pages(PAGE_ROWS, (page) => newest(db, { ...range, ...page }).execute());
}

export async function* pagesOfRecords(db: Database, range: Range): AsyncGenerator<NewVersion[]> {
  yield* pages(RECORD_PAGE_ROWS, (page) => newestRecords(db, { ...range, ...page }).execute());
}

export function newestRecords(db: Database, range: Range) {
  return newest(db, range).select('version.record');
}

async function* pages<V extends Version>(
  limit: number,
  read: (page: { after: string; limit: number }) => Promise<V[]>,
): AsyncGenerator<V[]> {
  for (let after = ''; ; ) {
    const page = await read({ after, limit });
    yield page;
    if (page.length < limit) return;
    after = page[limit - 1].slug;
    await nextTurn();
  }
}

/** What slugs lead to at a revision, by slug, without those that lead nowhere. */
export async function versionsAt(db: Database, at: number): Promise<Map<string, Version>> {
  const versions = new Map<string, Version>();
  for await (const page of pagesOfVersions(db, { at })) {
    for (const { slug, hash, movedTo } of page)
      if (hash !== null || movedTo !== null) versions.set(slug, { slug, hash, movedTo });
  }
  return versions;
}

export function isSame(a: Version | undefined, b: Version | undefined): boolean {
  return (a?.hash ?? null) === (b?.hash ?? null) && (a?.movedTo ?? null) === (b?.movedTo ?? null);
}

export async function insertVersions(change: Change, revision: number, versions: NewVersion[]): Promise<void> {
  const rows: Tables['treeVersions'][] = versions.map(({ slug, hash, movedTo, record }) => {
    return { slug, revision, hash, movedTo, record };
  });
  await change.insertInto('treeVersions').values(rows).execute();
}

/** Versions in batches that a short transaction can write. */
export function* batchesOf(versions: Iterable<NewVersion>): Generator<NewVersion[]> {
  let [batch, characters]: [NewVersion[], number] = [[], 0];
  for (const version of versions) {
    batch.push(version);
    characters += version.record?.length ?? 0;
    if (batch.length < MAX_BATCH_ROWS && characters < MAX_BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

export function* slices<T>(all: readonly T[], size = MAX_BATCH_ROWS): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
