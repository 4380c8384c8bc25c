// In charge of what the store asks of a database beyond its tables, and of bringing a store of any age up to date.

import type { Kysely, Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StoreError } from './errors.ts';
import type { Kind } from './location.ts';
import { MIGRATION_NAMES, migrations, type Tables } from './schema.ts';

export type Database = Kysely<Tables>;
export type Change = Transaction<Tables>;

export interface Engine {
  kind: Kind;
  db: Database;
  /** Whether there was no store in it before it was opened. */
  isNew: boolean;
  /** How often its version is to be asked for. */
  pollMilliseconds: number;
  /** Runs within each change, before anything else. */
  begin(change: Change): Promise<void>;
  /** Lets numbers that go up by themselves go on after rows that were put in with theirs. */
  renumber(change: Change): Promise<void>;
  /** Calls back soon after a change, as well as it can: a change may also be found by asking for the version only. */
  watch(onChange: () => void): void;
  /** Whether it is still the database that was opened. */
  isSame(): boolean;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Fails where there is no store yet, instead of making one. */
  mustExist: boolean;
  /** How long one statement may take where the database is on another machine, or waits for one that is locked. */
  patienceMilliseconds: number;
}

/** Whether every migration was done; a store of a newer Sylva is refused. */
export function isUpToDate(done: readonly string[]): boolean {
  if (done.some((name) => !MIGRATION_NAMES.includes(name))) {
    throw new StoreError('This store was made by a newer Sylva than this one: upgrade before you use it.');
  }
  return done.length === MIGRATION_NAMES.length;
}

/** To be called under a lock, so that two who come first do not both make the tables. */
export async function migrate(db: Kysely<Tables>, kind: Kind): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations(kind) }).migrateToLatest();
  if (error) throw error;
}
