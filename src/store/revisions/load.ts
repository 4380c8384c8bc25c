// Loads the content of a revision, or what is different from an earlier one, page by page.

import type { Database } from '../engines/engine.ts';
import { DamagedError } from '../errors.ts';
import { type Documents, readDocuments } from '../tables/documents.ts';
import { keptRevision, type Revision, rememberedNumbers } from '../tables/revisions.ts';
import { type NewVersion, newest, pagesOfRecords, type Version } from '../tables/tree-versions.ts';

export type OnTree = (tree: { slug: string; record: string }) => void;

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
  onTree: OnTree,
  earlier?: Pick<Revision, 'number' | 'hash'>,
): Promise<LoadedRows> {
  const revision = await keptRevision(db, number);
  const since = earlier && (await isRemembered(db, earlier, number)) ? earlier.number : undefined;
  const documents = await readDocuments(db, number);
  const removed: string[] = [];
  let trees = 0;
  for await (const page of pagesOfRecords(db, { at: number, since })) {
    const before = since === undefined ? new Map<string, Version>() : await versionsBefore(db, since, page);
    for (const version of page) {
      const hashBefore = before.get(version.slug)?.hash ?? null;
      if (version.hash === null && hashBefore !== null) removed.push(version.slug);
      if (version.hash === null || version.hash === hashBefore) continue;
      onTree({ slug: version.slug, record: recordOf(version) });
      trees++;
    }
  }
  if (since === undefined && trees !== revision.trees)
    throw new DamagedError(`${revision.id} has ${trees} of its ${revision.trees} trees`);
  return { since: since ?? null, removed, documents };
}

/** A store that was restored may have used the number again, for other content. */
async function isRemembered(
  db: Database,
  { number, hash }: Pick<Revision, 'number' | 'hash'>,
  upTo: number,
): Promise<boolean> {
  if (!(await rememberedNumbers(db, upTo)).includes(number)) return false;
  const row = await db.selectFrom('revisions').select('hash').where('number', '=', number).executeTakeFirst();
  return row?.hash === hash;
}

async function versionsBefore(db: Database, at: number, page: Version[]): Promise<Map<string, Version>> {
  if (page.length === 0) return new Map();
  const slugs = page.map(({ slug }) => slug);
  return new Map((await newest(db, { at, slugs }).execute()).map((row) => [row.slug, row]));
}

export function recordOf({ slug, record }: NewVersion): string {
  if (record === null) throw new DamagedError(`it lacks the record of ${slug}`);
  return record;
}
