// Loads the content of a revision, or what is different from an earlier one, page by page.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../engines/engine.ts';
import { DamagedError } from '../errors.ts';
import { type Documents, readDocuments } from '../tables/documents.ts';
import { keptRevision, type Revision, remembered } from '../tables/revisions.ts';
import { changedSlugs, newest, slices } from '../tables/tree-versions.ts';

/** A record can have megabytes; a page of them is held in memory. */
const PAGE_ROWS = 200;

export interface StoredTree {
  slug: string;
  record: string;
}

export interface LoadedRows {
  /** The number of the earlier revision that this is the difference to; null if this is the whole content. */
  since: number | null;
  /** Slugs that had a tree at the earlier revision, and have none now. */
  removed: string[];
  documents: Documents;
}

export async function loadRows(
  db: Database,
  number: number,
  onTree: (tree: StoredTree) => void,
  earlier?: Pick<Revision, 'number' | 'hash'>,
): Promise<LoadedRows> {
  const revision = await keptRevision(db, number);
  const since = earlier && (await isRemembered(db, earlier, number)) ? earlier.number : undefined;
  const documents = await readDocuments(db, number);
  const versions = await newest(db, { at: number, since }).execute();
  const before = new Map(since === undefined ? [] : await hashesBefore(db, since, number));
  const changed = versions.filter(({ slug, hash }) => hash !== null && hash !== before.get(slug));
  const trees = changed.map(({ slug }) => slug);
  if (since === undefined && trees.length !== revision.trees)
    throw new DamagedError(`${revision.id} has ${trees.length} of its ${revision.trees} trees`);
  for (const page of slices(trees, PAGE_ROWS)) {
    for (const tree of await storedTrees(db, number, page)) onTree(tree);
    await nextTurn();
  }
  const removed = versions.filter(({ slug, hash }) => hash === null && typeof before.get(slug) === 'string');
  return { since: since ?? null, removed: removed.map(({ slug }) => slug), documents };
}

/** A store that was restored may have used the number again, for other content. */
async function isRemembered(db: Database, { number, hash }: Pick<Revision, 'number' | 'hash'>, upTo: number) {
  const same = remembered(db, upTo).where('number', '=', number).where('hash', '=', hash);
  return (await same.executeTakeFirst()) !== undefined;
}

/** Of slugs that have changed since. */
async function hashesBefore(db: Database, since: number, number: number): Promise<[string, string | null][]> {
  const versions = newest(db, { at: since, slugs: changedSlugs(db, since, number) });
  return (await versions.execute()).map(({ slug, hash }) => [slug, hash]);
}

/** Of those of the slugs that have a tree at a revision. Fails with a DamagedError if a record is missing. */
export async function storedTrees(db: Database, at: number, slugs: string[]): Promise<StoredTree[]> {
  const rows = await newest(db, { at, slugs }).where('version.hash', 'is not', null).select('version.record').execute();
  return rows.map(({ slug, record }) => {
    if (record === null) throw new DamagedError(`r${at} lacks the record of ${slug}`);
    return { slug, record };
  });
}
