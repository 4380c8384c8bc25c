// In charge of the embedded database: one SQLite file, durable at every commit.

import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { DATABASE_FILE } from '../config/location.ts';
import {
  type Database,
  type Engine,
  isUpToDate,
  migrate,
  NoStoreError,
  type OpenOptions,
  PLUGINS,
  StoreError,
  WrongStoreError,
} from './engine.ts';
import { FileNotices } from './file-notices.ts';
import { keepPrivate, makePrivateFolder } from './files.ts';
import { holdsAnything, SqliteFiles } from './sqlite-files.ts';

/** A publish of a large catalogue holds the lock for seconds. */
const BUSY_MILLISECONDS = 30_000;
const BUSY_PAUSE_MILLISECONDS = 50;
const POLL_MILLISECONDS = 200;

export async function openSqlite(path: string, { mustExist, patienceMilliseconds }: OpenOptions): Promise<Engine> {
  const file = openFile(path, mustExist, patienceMilliseconds);
  const files = new SqliteFiles(path);
  const notices = new FileNotices(path);
  const db: Database = new Kysely({ dialect: dialectOf(file, files, notices), plugins: PLUGINS });
  let isNew: boolean;
  try {
    await whenFree(() => assertIsStore(file, path, mustExist));
    isNew = await whenFree(() => bringUpToDate(db, file));
  } catch (error) {
    await db.destroy();
    throw error instanceof StoreError ? error : unusable(path, error);
  }
  for (const each of [path, `${path}-wal`, `${path}-shm`]) keepPrivate(each);
  files.areSame();
  return {
    kind: 'sqlite',
    db,
    isNew,
    pollMilliseconds: POLL_MILLISECONDS,
    begin: () => Promise.resolve(),
    renumber: () => Promise.resolve(),
    watch: (onChange) => notices.follow(onChange),
    isSame: () => files.areSame(),
    async close() {
      notices.close();
      await db.destroy();
    },
  };
}

function dialectOf(file: SQLite.Database, files: SqliteFiles, notices: FileNotices): Dialect {
  const options = { database: guarded(file, files) };
  return Object.assign(new SqliteDialect(options), { createDriver: () => new Driver(options, file, notices) });
}

class Driver extends SqliteDriver {
  readonly #file: SQLite.Database;
  readonly #notices: FileNotices;

  constructor(options: SqliteDialectConfig, file: SQLite.Database, notices: FileNotices) {
    super(options);
    this.#file = file;
    this.#notices = notices;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#notices.tell();
  }

  /** After a failed write SQLite has rolled back by itself; an error of a second rollback would hide the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

function guarded(file: SQLite.Database, files: SqliteFiles): SqliteDatabase {
  return {
    close() {
      files.keepShared();
      file.close();
    },
    prepare(sql) {
      files.keepShared();
      return file.prepare(sql) as SqliteStatement;
    },
  };
}

export function noStoreIn(path: string): NoStoreError {
  return new NoStoreError(`There is no store in ${basename(path) === DATABASE_FILE ? dirname(path) : path}.`);
}

/** One that is still to be made is made in an empty database, not among the tables of somebody else. */
function assertIsStore(file: SQLite.Database, path: string, mustExist: boolean): void {
  if (migrationsDone(file).length > 0) return;
  if (file.prepare('SELECT 1 FROM sqlite_master').get()) throw new WrongStoreError(`${path} holds no store.`);
  if (mustExist) throw noStoreIn(path);
}

function openFile(path: string, mustExist: boolean, timeout: number): SQLite.Database {
  try {
    if (mustExist && !holdsAnything(path)) throw noStoreIn(path);
    makePrivateFolder(dirname(path));
    const file = new SQLite(path, { timeout, fileMustExist: mustExist });
    // WAL's usual NORMAL may lose the last commits in a power cut: a revoked key would come back.
    file.pragma('synchronous = FULL');
    return file;
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(path, error);
  }
}

/** Waits for others without holding up the thread, which has more to do. */
export async function whenFree<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_MILLISECONDS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await pause(BUSY_PAUSE_MILLISECONDS);
  }
}

/** Whether somebody else is changing the database: not a fault, but a matter of waiting. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'SQLITE_BUSY');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith(code);
}

/** Whether there was no store before. */
async function bringUpToDate(db: Database, file: SQLite.Database): Promise<boolean> {
  allowReadingWhileWriting(file);
  if (isUpToDate(migrationsDone(file))) return false;
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

/** A backup comes without it; a database that can only be read stays as it is. */
function allowReadingWhileWriting(file: SQLite.Database): void {
  if (file.pragma('journal_mode', { simple: true }) === 'wal') return;
  try {
    file.pragma('journal_mode = WAL');
  } catch (error) {
    if (!hasCode(error, 'SQLITE_READONLY')) throw error;
  }
}

function migrationsDone(file: SQLite.Database): string[] {
  const isNew = !file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  return isNew ? [] : (file.prepare('SELECT name FROM kysely_migration').pluck().all() as string[]);
}

function unusable(path: string, error: unknown): StoreError {
  const message = `The store in ${dirname(path)} cannot be used: ${reasonOf(error)}.`;
  return hasCode(error, 'SQLITE_NOTADB') ? new WrongStoreError(message) : new StoreError(message);
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
