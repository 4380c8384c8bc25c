import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely';
import type { DatabaseKind } from '../../config/location.ts';
import type { Tables } from '../tables/schema.ts';

export type Database = Kysely<Tables>;
export type Change = Transaction<Tables>;

/** Converts names in camel case to names with underscores, and back. */
export const PLUGINS = [new CamelCasePlugin()];

export interface Engine {
  kind: DatabaseKind;
  /** A transaction of it writes: use `read` for a transaction that only reads. */
  db: Database;
  /** Whether opening it created the store. */
  isNew: boolean;
  /** Whether the store has the format of an older Sylva: only `acceptOlder` opens one. */
  isOlder: boolean;
  /** How often to ask for the version of the state. */
  pollMilliseconds: number;
  /** Runs the work in one transaction that only reads. Other work on `db` continues meanwhile. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** Runs first in each transaction that writes: sets its time-outs. */
  begin?(change: Change): Promise<unknown>;
  /** Notifies watchers in other processes when the transaction commits. */
  notify?(change: Change): Promise<unknown>;
  /** Updates the statistics of tree versions after many rows, so that queries use the right index. */
  analyze?(): Promise<unknown>;
  /** Moves generated numbers past rows that were inserted with numbers of their own. */
  renumber?(change: Change): Promise<unknown>;
  /** Calls back soon after a change. A notice can be lost, so poll the version as well. */
  watch(onChange: () => unknown): void;
  /** Whether the database is the one that was opened: a file can be removed, emptied or replaced. */
  isSame(): boolean;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Fails with a NoStoreError instead of creating a store. */
  mustExist: boolean;
  /** Opens a store of an older format as it is. */
  acceptOlder: boolean;
  /** The longest time for one statement, including the wait for a lock. */
  patienceMilliseconds: number;
}

/** Runs the work in a transaction that writes, without a new version of the state. */
export async function write<T>({ db, begin }: Engine, work: (change: Change) => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (change) => {
    await begin?.(change);
    return await work(change);
  });
}
