// In charge of what the store asks of a database beyond its tables, of bringing a store of any age up to date, and of what a
// person is told when the store cannot be used.

import { setTimeout as pause } from 'node:timers/promises';
import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from '../config/location.ts';
import { MIGRATION_NAMES, migrations } from './migrations.ts';
import type { Tables } from './schema.ts';

export type Database = Kysely<Tables>;
export type Change = Transaction<Tables>;
/** Names as they are in the code become those of the tables, and back. */
export const PLUGINS = [new CamelCasePlugin()];

export interface Engine {
  kind: DatabaseKind;
  db: Database;
  /** Whether there was no store in it before it was opened. */
  isNew: boolean;
  /** How often its version is to be asked for. */
  pollMilliseconds: number;
  /** Runs within each change, before anything else. */
  begin(change: Change): Promise<unknown>;
  /** Lets numbers that go up by themselves go on after rows that were put in with theirs. */
  renumber(change: Change): Promise<unknown>;
  /** Calls back soon after a change, as well as it can: a change may also be found by asking for the version only. */
  watch(onChange: () => unknown): void;
  /** Whether it is still the database that was opened: a file may have been removed, emptied or replaced. */
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
export async function migrate(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrations(kind) }).migrateToLatest();
  if (error) throw error;
}

/** The store cannot be used, for a reason that its message tells. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The store that is meant is not there: something else is in its place, or nothing. */
export class WrongStoreError extends StoreError {
  override name = 'WrongStoreError';
}

/** Nothing is there, so that one could be made. */
export class NoStoreError extends WrongStoreError {
  override name = 'NoStoreError';
}

/** Ends when the work does, or after so long. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const tooLong = pause(milliseconds, undefined, { signal: patience.signal }).catch(() => {});
  try {
    await Promise.race([work, tooLong]);
  } finally {
    patience.abort();
  }
}
