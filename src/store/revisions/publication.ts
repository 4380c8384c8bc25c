// Publishes a revision: writes rows under its pending number in short transactions, then activates it in one.

import { type Change, write } from '../engines/engine.ts';
import { MovedOnError } from '../errors.ts';
import type { Changes } from '../tables/audit.ts';
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
  eventOf(id: string): { action: string; subject: string; detail: string | null };
}

/** Fewer rows hardly change the statistics of a table. */
const MIN_ANALYZED_ROWS = 1000;

/** Fails with a MovedOnError if another revision was published meanwhile; then nothing remains. */
export async function publishRevision(changes: Changes, publication: Publication): Promise<Revision> {
  const pending = await PendingRevision.begin(changes, publication.info);
  try {
    const written = await writeRows(pending, publication);
    if (written >= MIN_ANALYZED_ROWS) await changes.engine.analyze?.();
    await publication.beforeActivation?.();
    for (const number of await unpublishedBelow(changes, pending.number)) await removeUnpublished(changes, number);
    return await pending.activate(publication);
  } catch (error) {
    // The next publish does what this one cannot.
    await removeUnpublished(changes, pending.number).catch(() => {});
    throw error;
  }
}

async function writeRows(
  pending: PendingRevision,
  { base, versions, documents, onProgress }: Publication,
): Promise<number> {
  await pending.write((change) => insertDocuments(change, pending.number, base, documents));
  let written = 0;
  for await (const batch of batchesOf(versions)) {
    await pending.write((change) => insertVersions(change, pending.number, batch));
    written += batch.length;
    onProgress?.(written);
  }
  return written;
}

export class PendingRevision {
  readonly number: number;
  readonly #changes: Changes;

  static async begin(changes: Changes, info: RevisionInfo): Promise<PendingRevision> {
    return await write(changes.engine, async (change) => {
      const number = await nextNumber(change);
      const row = { ...info, number, createdAt: changes.timestamp(), actor: changes.actor };
      await change
        .insertInto('revisions')
        .values({ ...row, state: 'pending' })
        .execute();
      return new PendingRevision(number, changes);
    });
  }

  private constructor(number: number, changes: Changes) {
    this.number = number;
    this.#changes = changes;
  }

  /** Runs the work in a short transaction. Fails with a MovedOnError if another publish abandoned this revision. */
  async write(work: (change: Change) => Promise<unknown>): Promise<void> {
    await write(this.#changes.engine, async (change) => {
      await this.#hold(change, { state: 'pending' });
      await work(change);
    });
  }

  async activate({ base, eventOf }: Pick<Publication, 'base' | 'eventOf'>): Promise<Revision> {
    return await this.#changes.make(async (change) => {
      const active = await readActive(change);
      if ((active?.number ?? null) !== base) throw new MovedOnError();
      const row = await this.#hold(change, { state: 'published', createdAt: this.#changes.timestamp() });
      const result = toRevision(row);
      return { result, event: eventOf(result.id) };
    });
  }

  /** Locks the row, so that nobody abandons the revision within this transaction. */
  async #hold(change: Change, values: Partial<Tables['revisions']>): Promise<Tables['revisions']> {
    const mine = change.updateTable('revisions').set(values).where('number', '=', this.number);
    const row = await mine.where('state', '=', 'pending').returningAll().executeTakeFirst();
    if (!row) throw new MovedOnError();
    return row;
  }
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
async function unpublishedBelow({ engine }: Changes, number: number): Promise<number[]> {
  const rows = await engine.db
    .selectFrom('revisions')
    .select('number')
    .where('number', '<', number)
    .where('state', 'in', ['pending', 'abandoned'])
    .execute();
  return rows.map((row) => row.number);
}

/** Abandons a revision that was not published, and deletes its rows in short transactions. */
async function removeUnpublished({ engine }: Changes, number: number): Promise<void> {
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
