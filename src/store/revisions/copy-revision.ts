// Writes the rows of a revision whose content is that of an earlier one.

import type { Change, Database } from '../engines/engine.ts';
import { DamagedError, MovedOnError } from '../errors.ts';
import { insertDocuments, readDocuments } from '../tables/documents.ts';
import { type Revision, readRevision } from '../tables/revisions.ts';
import { insertVersions, isSame, newest, slices, versionsAt } from '../tables/tree-versions.ts';
import type { PendingRevision } from './publication.ts';

/** The slugs that differ between two revisions: those that lead somewhere in the first, and all others. */
export interface Differing {
  present: string[];
  absent: string[];
}

export async function differing(db: Database, wanted: Revision, base: number): Promise<Differing> {
  const [versions, active] = [await versionsAt(db, wanted.number), await versionsAt(db, base)];
  const trees = versions.values().filter(({ hash }) => hash !== null);
  if ([...trees].length !== wanted.trees) throw new DamagedError(`${wanted.id} does not have all of its trees`);
  const all = [...new Set([...versions.keys(), ...active.keys()])];
  const slugs = all.filter((slug) => !isSame(versions.get(slug), active.get(slug)));
  return { present: slugs.filter((slug) => versions.has(slug)), absent: slugs.filter((slug) => !versions.has(slug)) };
}

export async function copyRevision(
  pending: PendingRevision,
  wanted: Revision,
  base: number,
  { present, absent }: Differing,
): Promise<void> {
  for (const slugs of slices(present, MAX_COPIED_ROWS))
    await pending.write((change) => copyVersions(change, pending.number, wanted, slugs));
  for (const slugs of slices(absent)) {
    const removals = slugs.map((slug) => ({ slug, hash: null, movedTo: null, record: null }));
    await pending.write((change) => insertVersions(change, pending.number, removals));
  }
  await pending.write(async (change) => {
    await insertDocuments(change, pending.number, base, await readDocuments(change, wanted.number));
  });
}

const MAX_COPIED_ROWS = 200;

async function copyVersions(change: Change, revision: number, wanted: Revision, slugs: string[]): Promise<void> {
  const source = newest(change, { at: wanted.number, slugs }).clearSelect();
  await change
    .insertInto('treeVersions')
    .columns(['slug', 'revision', 'hash', 'movedTo', 'record'])
    .expression(
      source.select(({ lit }) => [
        'version.slug',
        lit(revision).as('revision'),
        'version.hash',
        'version.movedTo',
        'version.record',
      ]),
    )
    .execute();
  const copies = change.selectFrom('treeVersions').where('revision', '=', revision).where('slug', 'in', slugs);
  const lost = await copies.select('slug').where('hash', 'is not', null).where('record', 'is', null).executeTakeFirst();
  if (!lost) return;
  // Pruning removes records, too.
  if (!(await readRevision(change, wanted.number))) throw new MovedOnError();
  throw new DamagedError(`${wanted.id} lacks the record of ${lost.slug}`);
}
