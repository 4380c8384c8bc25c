import { revisionNumber } from '../../domain/revision-id.ts';
import type { Database } from '../engines/engine.ts';
import { MovedOnError } from '../errors.ts';
import type { Tables } from './schema.ts';

export interface Revision {
  /** Such as `r12`. */
  id: string;
  number: number;
  /** When it was published. */
  createdAt: string;
  note: string | null;
  actor: string | null;
  /** The same for the same content. */
  hash: string;
  trees: number;
  families: number;
}

/** How many revisions `/changes` knows, at least. Of those that are not kept, the records are gone. */
export const REMEMBERED_REVISIONS = 101;

export async function readActive(db: Database): Promise<Revision | undefined> {
  const row = await published(db).limit(1).executeTakeFirst();
  return row && toRevision(row);
}

/** Undefined if the revision is not kept. */
export async function findRevision(db: Database, id: string): Promise<Revision | undefined> {
  const row = await published(db)
    .where('number', '=', revisionNumber(id) ?? -1)
    .executeTakeFirst();
  return row && toRevision(row);
}

/** Fails with a MovedOnError if the revision is not kept any more. */
export async function keptRevision(db: Database, number: number): Promise<Revision> {
  const revision = await findRevision(db, `r${number}`);
  if (!revision) throw new MovedOnError(`The revision r${number} is not kept any more.`);
  return revision;
}

/** A query for the numbers of revisions up to one whose versions are known, the newest first. */
export function remembered(db: Database, upTo: number) {
  const numbers = db.selectFrom('revisions').select('number').where('state', 'in', ['published', 'pruned']);
  return numbers.where('number', '<=', upTo).orderBy('number', 'desc');
}

/** A query for the revisions that are kept, the newest first. */
export function published(db: Database) {
  return db.selectFrom('revisions').selectAll().where('state', '=', 'published').orderBy('number', 'desc');
}

export function toRevision(row: Tables['revisions']): Revision {
  const { number, createdAt, note, actor, hash, trees, families } = row;
  return { id: `r${number}`, number, createdAt, note, actor, hash, trees, families };
}
