// Backs up a store into one file while others read and write, and restores one into an empty folder.

import { chownSync, createReadStream, existsSync, rmSync, statSync } from 'node:fs';
import { writeFile as writeBytes } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../engines/engine.ts';
import { isStore, noStoreIn, openSqlite } from '../engines/sqlite.ts';
import { holdsAnything } from '../engines/sqlite-files.ts';
import { StoreError } from '../errors.ts';
import { makePrivateFolder, putInPlace } from '../files.ts';
import { Changes } from '../tables/audit.ts';

const PATIENCE_MILLISECONDS = 30_000;

/** Called before each step. */
export type Progress = (step: string) => void;

/** The copy is of one moment. */
export async function backUp(source: string, target: string, progress: Progress = () => {}): Promise<void> {
  if (!holdsAnything(source)) throw noStoreIn(source);
  if (existsSync(target)) throw new StoreError(`${target} is there already: choose another name.`);
  await writeFile(target, async (temporary) => {
    progress('copying');
    {
      using file = new DatabaseSync(source, { readOnly: true, timeout: PATIENCE_MILLISECONDS });
      file.prepare('VACUUM INTO ?').run(temporary);
    }
    progress('checking');
    checkWhole(temporary);
  });
}

/** Refuses a store of a newer Sylva, and leaves one of an older as it is. Returns whether the store needs an upgrade. */
export async function restore(
  backup: string,
  target: string,
  who: string,
  progress: Progress = () => {},
): Promise<boolean> {
  if (!existsSync(backup)) throw new StoreError(`There is no file ${backup}.`);
  if (holdsAnything(target))
    throw new StoreError(`${dirname(target)} holds a store already: restore into an empty folder.`);
  refuseWithLog(backup);
  progress('checking');
  checkWhole(backup);
  progress('copying');
  makePrivateFolder(dirname(target));
  removeLeftovers(target);
  await writeFile(target, async (temporary) => {
    // Copying the file would copy the rights that others have to it.
    await writeBytes(temporary, createReadStream(backup), { flag: 'r+' });
    // The service must be able to write what root restores.
    const { uid, gid } = statSync(dirname(target));
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  });
  progress('opening');
  try {
    const options = { mustExist: true, acceptOlder: true, patienceMilliseconds: PATIENCE_MILLISECONDS };
    const engine = await openSqlite(target, options);
    await recordRestore(engine, who, backup).finally(() => engine.close());
    return engine.isOlder;
  } catch (error) {
    rmSync(target, { force: true });
    removeLeftovers(target);
    throw error;
  }
}

/** SQLite would read it with its log; the copy would lack what is only in the log. */
function refuseWithLog(backup: string): void {
  const log = ['-wal', '-journal'].map((suffix) => `${backup}${suffix}`).find(holdsAnything);
  if (log === undefined) return;
  throw new StoreError(
    `${log} may hold changes that ${basename(backup)} lacks, so this is no backup. Take both into a new store: sylva store copy --from sqlite:${backup} --to sqlite:NEW`,
  );
}

/** SQLite would apply the log of a lost database to the restored one. */
function removeLeftovers(target: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${target}${suffix}`, { force: true });
}

async function recordRestore(engine: Engine, who: string, backup: string): Promise<void> {
  const changes = new Changes(engine, who, () => new Date());
  await changes.make(async () => ({ result: undefined, event: { action: 'restored', subject: basename(backup) } }));
}

async function writeFile(target: string, write: (temporary: string) => Promise<void>): Promise<void> {
  try {
    await putInPlace(target, write);
  } catch (error) {
    throw error instanceof StoreError
      ? error
      : new StoreError(`${target} cannot be written: ${(error as Error).message}.`);
  }
}

function checkWhole(path: string): void {
  let isWhole = false;
  try {
    using file = new DatabaseSync(path, { readOnly: true });
    isWhole = isStore(file) && file.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';
  } catch {}
  if (!isWhole) throw new StoreError(`${path} is not a whole backup of a store.`);
}
