// In charge of the embedded database: one SQLite file in the data folder, durable at every commit.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATION_NAMES, migrations, type Tables } from './schema.ts';

export type Database = Kysely<Tables>;

/** The store cannot be used, for a reason that its message tells. */
export class StoreError extends Error {
  override name = 'StoreError';
}

export const DATABASE_FILE = 'sylva.db';

/** A publish of a large catalogue holds the lock for seconds. */
const BUSY_MILLISECONDS = 30_000;

export async function openDatabase(dataFolder: string, mustExist: boolean): Promise<Database> {
  const file = openFile(dataFolder, mustExist);
  const database: Database = new Kysely({ dialect: new SqliteDialect({ database: tolerant(file) }) });
  try {
    await bringUpToDate(database, file);
    return database;
  } catch (error) {
    await database.destroy();
    throw error instanceof StoreError ? error : unusable(dataFolder, error);
  }
}

/** After a failed write SQLite has rolled back by itself; an error of a second rollback would hide the first. */
function tolerant(file: SQLite.Database) {
  return {
    close: () => file.close(),
    prepare: (sql: string) => file.prepare(sql === 'rollback' && !file.inTransaction ? 'SELECT 1' : sql),
  };
}

function openFile(dataFolder: string, mustExist: boolean): SQLite.Database {
  try {
    mkdirSync(dataFolder, { recursive: true });
    const file = new SQLite(join(dataFolder, DATABASE_FILE), { timeout: BUSY_MILLISECONDS, fileMustExist: mustExist });
    // WAL's usual NORMAL may lose the last commits in a power cut: a revoked key would come back.
    file.pragma('synchronous = FULL');
    return file;
  } catch (error) {
    throw unusable(dataFolder, error);
  }
}

/** Under a lock, so that two who come first do not both make the tables. */
async function bringUpToDate(db: Database, file: SQLite.Database): Promise<void> {
  if (isUpToDate(file)) return;
  file.pragma('journal_mode = WAL');
  file.exec('BEGIN IMMEDIATE');
  try {
    if (!isUpToDate(file)) {
      const { error } = await new Migrator({ db, provider: migrations }).migrateToLatest();
      if (error) throw error;
    }
    file.exec('COMMIT');
  } catch (error) {
    file.exec('ROLLBACK');
    throw error;
  }
}

function isUpToDate(file: SQLite.Database): boolean {
  const isNew = !file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  if (isNew) return false;
  const done = file.prepare('SELECT name FROM kysely_migration').pluck().all() as string[];
  if (done.some((name) => !MIGRATION_NAMES.includes(name))) {
    throw new StoreError('This store was made by a newer Sylva than this one: upgrade before you use it.');
  }
  return done.length === MIGRATION_NAMES.length;
}

function unusable(dataFolder: string, error: unknown): StoreError {
  return new StoreError(`The store in ${dataFolder} cannot be used: ${reasonOf(error)}.`);
}

/** What a failed change of the store means to a person; other errors are none of ours. */
export function explain(error: unknown): unknown {
  return error instanceof SQLite.SqliteError ? new StoreError(`The store was not changed: ${reasonOf(error)}.`) : error;
}

const REASONS: [RegExp, string][] = [
  [/^SQLITE_FULL/, 'the disk is full'],
  [/^SQLITE_BUSY/, 'another change is under way; try again when it is done'],
  [/^SQLITE_READONLY|^SQLITE_CANTOPEN|^SQLITE_PERM/, 'the database cannot be opened or written'],
  [/^SQLITE_CORRUPT|^SQLITE_NOTADB/, 'the database is damaged; restore a backup'],
  [/^SQLITE_IOERR/, 'the disk failed'],
];

function reasonOf(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string };
  const known = REASONS.find(([codes]) => codes.test(code))?.[1];
  return known ? `${known} (${message})` : message;
}
