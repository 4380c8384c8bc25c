// In charge of the embedded database: one SQLite file, durable at every commit.

import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { type Database, type Engine, isUpToDate, migrate, type OpenOptions } from './engine.ts';
import { StoreError } from './errors.ts';
import { Kysely, SqliteDialect } from './kysely.ts';
import { keepPrivate, makePrivateFolder } from './private.ts';

/** A publish of a large catalogue holds the lock for seconds. */
const BUSY_MILLISECONDS = 30_000;
const POLL_MILLISECONDS = 200;

export async function openSqlite(path: string, { mustExist }: Pick<OpenOptions, 'mustExist'>): Promise<Engine> {
  const file = openFile(path, mustExist);
  const db: Database = new Kysely({ dialect: new SqliteDialect({ database: tolerant(file) }) });
  let isNew: boolean;
  try {
    isNew = await bringUpToDate(db, file);
  } catch (error) {
    await db.destroy();
    throw error instanceof StoreError ? error : unusable(path, error);
  }
  for (const each of [path, `${path}-wal`, `${path}-shm`]) keepPrivate(each);
  const { ino } = statSync(path);
  return {
    kind: 'sqlite',
    db,
    isNew,
    pollMilliseconds: POLL_MILLISECONDS,
    begin: () => Promise.resolve(),
    renumber: () => Promise.resolve(),
    watch() {},
    assertSame() {
      if (statSync(path, { throwIfNoEntry: false })?.ino === ino) return;
      throw new StoreError(`The database ${path} was removed or replaced.`);
    },
    close: () => db.destroy(),
  };
}

/** After a failed write SQLite has rolled back by itself; an error of a second rollback would hide the first. */
function tolerant(file: SQLite.Database) {
  return {
    close: () => file.close(),
    prepare: (sql: string) => file.prepare(sql === 'rollback' && !file.inTransaction ? 'SELECT 1' : sql),
  };
}

function openFile(path: string, mustExist: boolean): SQLite.Database {
  try {
    makePrivateFolder(dirname(path));
    const file = new SQLite(path, { timeout: BUSY_MILLISECONDS, fileMustExist: mustExist });
    // WAL's usual NORMAL may lose the last commits in a power cut: a revoked key would come back.
    file.pragma('synchronous = FULL');
    return file;
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Whether there was no store before. */
async function bringUpToDate(db: Database, file: SQLite.Database): Promise<boolean> {
  if (isUpToDate(migrationsDone(file))) return false;
  file.pragma('journal_mode = WAL');
  file.exec('BEGIN IMMEDIATE');
  try {
    const done = migrationsDone(file);
    if (!isUpToDate(done)) await migrate(db, 'sqlite');
    file.exec('COMMIT');
    return done.length === 0;
  } catch (error) {
    file.exec('ROLLBACK');
    throw error;
  }
}

function migrationsDone(file: SQLite.Database): string[] {
  const isNew = !file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  return isNew ? [] : (file.prepare('SELECT name FROM kysely_migration').pluck().all() as string[]);
}

function unusable(path: string, error: unknown): StoreError {
  return new StoreError(`The store in ${dirname(path)} cannot be used: ${reasonOf(error)}.`);
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
