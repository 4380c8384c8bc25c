// Opens a store in a SQLite file. Each commit is durable.

import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../config/location.ts';
import { NoStoreError, StoreError, WrongStoreError } from '../errors.ts';
import { keepPrivate, makePrivateFolder } from '../files.ts';
import { prepareTables } from '../migrations/format.ts';
import type { Database, Engine, OpenOptions } from './engine.ts';
import { FileNotices } from './file-notices.ts';
import { kyselyOf } from './sqlite-dialect.ts';
import { hasCode, unusable, whenFree } from './sqlite-errors.ts';
import { holdsAnything, SqliteFiles } from './sqlite-files.ts';

const POLL_MILLISECONDS = 200;

export async function openSqlite(path: string, options: OpenOptions): Promise<Engine> {
  const file = openFile(path, options);
  const files = new SqliteFiles(path);
  const notices = new FileNotices(path);
  const db = kyselyOf(file, { files, onCommit: () => notices.tell() });
  const engine: Engine = {
    kind: 'sqlite',
    db,
    isNew: false,
    isOlder: false,
    pollMilliseconds: POLL_MILLISECONDS,
    read: (work) => readSeparately(path, files, options.patienceMilliseconds, work),
    watch: (onChange) => notices.follow(onChange),
    isSame: () => files.areSame(),
    async close() {
      notices.close();
      await db.destroy();
      // Kysely leaves a file open that no query has used.
      if (file.isOpen) file.close();
    },
  };
  try {
    await whenFree(() => assertIsStore(file, path, options.mustExist));
    await whenFree(async () => {
      allowReadingWhileWriting(file);
      await prepareTables(engine, path, options);
    });
  } catch (error) {
    await engine.close();
    throw error instanceof StoreError ? error : unusable(path, error);
  }
  for (const each of [path, `${path}-wal`, `${path}-shm`]) keepPrivate(each);
  files.areSame();
  return engine;
}

export function noStoreIn(path: string): NoStoreError {
  return new NoStoreError(`There is no store in ${basename(path) === DATABASE_FILE ? dirname(path) : path}.`);
}

function openFile(path: string, { mustExist, patienceMilliseconds }: OpenOptions): DatabaseSync {
  try {
    if (mustExist && !holdsAnything(path)) throw noStoreIn(path);
    makePrivateFolder(dirname(path));
    const file = new DatabaseSync(path, { timeout: patienceMilliseconds });
    // WAL's usual NORMAL may lose the last commits in a power cut: a revoked key would come back.
    file.exec('PRAGMA synchronous = FULL');
    return file;
  } catch (error) {
    throw error instanceof StoreError ? error : unusable(path, error);
  }
}

/** A new store is created in an empty database, not among the tables of another program. */
function assertIsStore(file: DatabaseSync, path: string, mustExist: boolean): void {
  if (isStore(file)) return;
  if (has(file, 'true')) throw new WrongStoreError(`${path} holds no store.`);
  if (mustExist) throw noStoreIn(path);
}

export function isStore(file: DatabaseSync): boolean {
  return has(file, "name = 'kysely_migration'");
}

function has(file: DatabaseSync, condition: string): boolean {
  return file.prepare(`SELECT 1 FROM sqlite_master WHERE ${condition}`).get() !== undefined;
}

/** A backup lacks this mode. A database that can only be read stays as it is. */
function allowReadingWhileWriting(file: DatabaseSync): void {
  if (file.prepare('PRAGMA journal_mode').get()?.journal_mode === 'wal') return;
  try {
    file.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    if (!hasCode(error, 'readOnly')) throw error;
  }
}

/** Uses a connection of its own: a long transaction would block all other work. */
async function readSeparately<T>(
  path: string,
  files: SqliteFiles,
  timeout: number,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  files.keepShared();
  const file = new DatabaseSync(path, { readOnly: true, timeout });
  try {
    return await kyselyOf(file, { files, isReadOnly: true }).transaction().execute(work);
  } finally {
    files.keepShared();
    file.close();
  }
}
