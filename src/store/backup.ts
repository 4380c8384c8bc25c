// In charge of a whole store in one file: taken while others read and write, and put back into an empty data folder.

import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { DATABASE_FILE, openDatabase, StoreError } from './database.ts';
import { syncFile, syncFolderOf } from './files.ts';

/** One read transaction, so that the copy is of one moment whatever is published meanwhile. */
export function backUp(dataFolder: string, target: string): void {
  const source = join(dataFolder, DATABASE_FILE);
  if (!existsSync(source)) throw new StoreError(`There is no store in ${dataFolder}.`);
  if (existsSync(target)) throw new StoreError(`${target} is there already: choose another name.`);
  putInPlace(target, (temporary) => {
    const file = new SQLite(source, { readonly: true, timeout: 30_000 });
    try {
      file.prepare('VACUUM INTO ?').run(temporary);
    } finally {
      file.close();
    }
    checkWhole(temporary);
  });
}

/** Also brings a store of an older Sylva up to date, and refuses one of a newer. */
export async function restore(backup: string, dataFolder: string): Promise<void> {
  const target = join(dataFolder, DATABASE_FILE);
  if (!existsSync(backup)) throw new StoreError(`There is no file ${backup}.`);
  if (existsSync(target)) throw new StoreError(`${dataFolder} holds a store already: restore into an empty folder.`);
  checkWhole(backup);
  mkdirSync(dataFolder, { recursive: true });
  putInPlace(target, (temporary) => copyFileSync(backup, temporary));
  try {
    await (await openDatabase(dataFolder, true)).destroy();
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

/** Whole and durable under its name, or not there at all. */
function putInPlace(target: string, write: (temporary: string) => void): void {
  const temporary = `${resolve(target)}.${process.pid}.tmp`;
  try {
    write(temporary);
    syncFile(temporary);
    renameSync(temporary, target);
    syncFolderOf(resolve(target));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error instanceof StoreError
      ? error
      : new StoreError(`${target} cannot be written: ${(error as Error).message}.`);
  }
}

function checkWhole(path: string): void {
  try {
    const file = new SQLite(path, { readonly: true });
    const verdict = file.pragma('integrity_check', { simple: true });
    const isStore = file.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
    file.close();
    if (verdict === 'ok' && isStore) return;
  } catch {
    // What SQLite cannot read is no backup either.
  }
  throw new StoreError(`${path} is not a whole backup of a store.`);
}
