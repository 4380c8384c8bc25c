// Publishes a revision: writes rows under its pending number in short transactions, then activates it in one.

import { type Change, type Engine, write } from '../engines/engine.ts';
import { MovedOnError } from '../errors.ts';
import type { Changes, Event } from '../tables/audit.ts';
import { type Documents, insertDocuments } from '../tables/documents.ts';
import { type Revision, readActive, toRevision } from '../tables/revisions.ts';
import type { Tables } from '../tables/schema.ts';
import { batchesOf, insertVersions, MAX_BATCH_ROWS, type NewVersion } from '../tables/tree-versions.ts';

export type RevisionInfo = Pick<Revision, 'note' | 'hash' | 'trees' | 'families'>;

export interface PublishHooks {
  /** Is told how many versions are written. */
  onProgress?(written: number): void;
  /** Runs when all rows are written, outside of any transaction. */
  beforeActivation?(): Promise<void>;
}

export interface Publication extends PublishHooks {
  info: RevisionInfo;
  /** The number of the revision that the versions were compared with. It must still be active at the end. */
  base: number | null;
  versions: Iterable<NewVersion> | AsyncIterable<NewVersion>;
  documents: Documents;
  eventOf(id: string): Event;
}

/** Fewer rows hardly change the statistics of a table. */
const MIN_ANALYZED_ROWS = 1000;

/** Fails with a MovedOnError if another revision was published meanwhile; then nothing remains. */
export async function publishRevision(changes: Changes, publication: Publication): Promise<Revision> {
  const { engine } = changes;
  const number = await begin(changes, publication.info);
  try {
    const written = await writeRows(engine, number, publication);
    if (written >= MIN_ANALYZED_ROWS) await engine.analyze();
    await publication.beforeActivation?.();
    for (const other of await unpublishedBelow(engine, number)) await removeUnpublished(engine, other);
    return await activate(changes, number, publication);
  } catch (error) {
    // The next publish does what this one cannot.
    await removeUnpublished(engine, number).catch(() => {});
    throw error;
  }
}

async function begin(changes: Changes, info: RevisionInfo): Promise<number> {
  return await write(changes.engine, async (change) => {
    const number = await nextNumber(change);
    const row = { ...info, number, createdAt: changes.timestamp(), actor: changes.actor, state: 'pending' as const };
    await change.insertInto('revisions').values(row).execute();
    return number;
  });
}

/** Writes in short transactions. Fails with a MovedOnError if another publish abandoned the revision. */
async function writeRows(
  engine: Engine,
  number: number,
  { base, versions, documents, onProgress }: Publication,
): Promise<number> {
  const writePending = async (work: (change: Change) => Promise<unknown>) => {
    await write(engine, async (change) => {
      await updatePending(change, number, { state: 'pending' });
      await work(change);
    });
  };
  await writePending((change) => insertDocuments(change, number, base, documents));
  let written = 0;
  for await (const batch of batchesOf(versions)) {
    await writePending((change) => insertVersions(change, number, batch));
    written += batch.length;
    onProgress?.(written);
  }
  return written;
}

async function activate(changes: Changes, number: number, { base, eventOf }: Publication): Promise<Revision> {
  return await changes.make(async (change) => {
    const active = await readActive(change);
    if ((active?.number ?? null) !== base) throw new MovedOnError();
    const row = await updatePending(change, number, { state: 'published', createdAt: changes.timestamp() });
    const result = toRevision(row);
    return { result, event: eventOf(result.id) };
  });
}

/** Locks the row, so that nobody abandons the revision within this transaction. */
async function updatePending(
  change: Change,
  number: number,
  values: Partial<Tables['revisions']>,
): Promise<Tables['revisions']> {
  const own = change.updateTable('revisions').set(values).where('number', '=', number);
  const row = await own.where('state', '=', 'pending').returningAll().executeTakeFirst();
  if (!row) throw new MovedOnError();
  return row;
}

/** Numbers are never used twice, not even those of revisions that were not published. */
async function nextNumber(change: Change): Promise<number> {
  const { lastRevision } = await change
    .updateTable('state')
    .set((is) => ({ lastRevision: is('lastRevision', '+', 1) }))
    .returning('lastRevision')
    .executeTakeFirstOrThrow();
  return lastRevision;
}

/** No lower number can come later: numbers are drawn in order. */
async function unpublishedBelow({ db }: Engine, number: number): Promise<number[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('number')
    .where('number', '<', number)
    .where('state', 'in', ['pending', 'abandoned'])
    .execute();
  return rows.map((row) => row.number);
}

/** Abandons a revision that was not published, and deletes its rows in short transactions. */
async function removeUnpublished(engine: Engine, number: number): Promise<void> {
  while (await write(engine, (change) => removeSome(change, number)));
}

/** Whether there is more to remove. */
async function removeSome(change: Change, number: number): Promise<boolean> {
  const mine = change.updateTable('revisions').set({ state: 'abandoned' }).where('number', '=', number);
  const { numUpdatedRows } = await mine.where('state', 'in', ['pending', 'abandoned']).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const rows = change.selectFrom('treeVersions').select('slug').where('revision', '=', number).limit(MAX_BATCH_ROWS);
  const slugs = (await rows.execute()).map(({ slug }) => slug);
  if (slugs.length > 0) {
    await change.deleteFrom('treeVersions').where('revision', '=', number).where('slug', 'in', slugs).execute();
    return true;
  }
  await change.deleteFrom('documents').where('revision', '=', number).execute();
  await change.deleteFrom('revisions').where('number', '=', number).execute();
  return false;
}
