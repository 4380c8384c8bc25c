// Reads and writes versions of trees. The catalogue of a revision has the newest version of each slug up to it.

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
  slugs?: readonly string[] | ReturnType<typeof changedSlugs>;
}

/** Below the limits of both databases on parameters of a statement. */
export const MAX_BATCH_ROWS = 500;
const MAX_BATCH_CHARACTERS = 4 << 20;

/** A query for versions, in order of code points of their slugs. */
export function newest(db: Database, { at, since, slugs }: Range) {
  let places = db
    .selectFrom('treeVersions')
    .select(({ fn }) => ['slug', fn.max('revision').as('revision')])
    .where('revision', '<=', at)
    .groupBy('slug');
  if (since !== undefined) places = places.where('revision', '>', since);
  if (slugs) places = places.where('slug', 'in', slugs);
  return db
    .selectFrom(places.as('newest'))
    .innerJoin('treeVersions as version', (join) =>
      join.onRef('version.slug', '=', 'newest.slug').onRef('version.revision', '=', 'newest.revision'),
    )
    .select(['version.slug', 'version.revision', 'version.hash', 'version.movedTo'])
    .orderBy('version.slug');
}

/** A query for the slugs with versions after one revision and up to another. */
export function changedSlugs(db: Database, since: number, at: number) {
  return db.selectFrom('treeVersions').select('slug').where('revision', '>', since).where('revision', '<=', at);
}

/** What slugs lead to at a revision, by slug, without those that lead nowhere. */
export async function versionsAt(db: Database, at: number): Promise<Map<string, Version>> {
  const rows = await newest(db, { at }).execute();
  const somewhere = rows.filter(({ hash, movedTo }) => hash !== null || movedTo !== null);
  return new Map(somewhere.map(({ slug, hash, movedTo }) => [slug, { slug, hash, movedTo }]));
}

/** As the change log has it: a hash, `>slug`, or null. */
export function stateOf(version: Omit<Version, 'slug'> | undefined): string | null {
  return version?.hash ?? (version?.movedTo ? `>${version.movedTo}` : null);
}

export function isSame(a: Version | undefined, b: Version | undefined): boolean {
  return stateOf(a) === stateOf(b);
}

export async function insertVersions(change: Change, revision: number, versions: NewVersion[]): Promise<void> {
  const rows: Tables['treeVersions'][] = versions.map(({ slug, hash, movedTo, record }) => {
    return { slug, revision, hash, movedTo, record };
  });
  await change.insertInto('treeVersions').values(rows).execute();
}

/** Versions in batches that a short transaction can write. */
export async function* batchesOf(
  versions: Iterable<NewVersion> | AsyncIterable<NewVersion>,
): AsyncGenerator<NewVersion[]> {
  let [batch, characters]: [NewVersion[], number] = [[], 0];
  for await (const version of versions) {
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
