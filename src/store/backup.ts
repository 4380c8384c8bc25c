// In charge of a whole store in one file: taken while others read and write, and put back where there is none.

import { chownSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { Changes } from './change.ts';
import { type Engine, StoreError } from './engine.ts';
import { copyBytes, makePrivateFolder, putInPlace } from './files.ts';
import { noStoreIn, openSqlite } from './sqlite.ts';
import { holdsAnything } from './sqlite-files.ts';

const PATIENCE_MILLISECONDS = 30_000;

/** Told before each step, since a step itself cannot be watched. */
export type Progress = (step: string) => void;

/** One read transaction, so that the copy is of one moment whatever is published meanwhile. */
export async function backUp(source: string, target: string, progress: Progress = () => {}): Promise<void> {
  if (!holdsAnything(source)) throw noStoreIn(source);
  if (existsSync(target)) throw new StoreError(`${target} is there already: choose another name.`);
  await writeFile(target, async (temporary) => {
    progress('copying');
    const file = new SQLite(source, { readonly: true, timeout: PATIENCE_MILLISECONDS });
    try {
      file.prepare('VACUUM INTO ?').run(temporary);
    } finally {
      file.close();
    }
    progress('checking');
    checkWhole(temporary);
  });
}

/** Also brings a store of an older Sylva up to date, and refuses one of a newer. */
export async function restore(
  backup: string,
  target: string,
  who: string,
  progress: Progress = () => {},
): Promise<void> {
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
    await copyBytes(backup, temporary);
    // What root restores is for the service to write to.
    const { uid, gid } = statSync(dirname(target));
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
  });
  progress('opening');
  try {
    const engine = await openSqlite(target, { mustExist: true, patienceMilliseconds: PATIENCE_MILLISECONDS });
    await noteRestore(engine, who, backup).finally(() => engine.close());
  } catch (error) {
    rmSync(target, { force: true });
    removeLeftovers(target);
    throw error;
  }
}

/** SQLite would read it with its log, and the copy would lack what stands there alone. */
function refuseWithLog(backup: string): void {
  const log = ['-wal', '-journal'].map((suffix) => `${backup}${suffix}`).find(holdsAnything);
  if (log === undefined) return;
  throw new StoreError(
    `${log} may hold changes that ${basename(backup)} lacks, so this is no backup. Take both into a new store: sylva store copy --from sqlite:${backup} --to sqlite:NEW`,
  );
}

/** The log of a database that is gone would be taken for that of the restored one. */
function removeLeftovers(target: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(`${target}${suffix}`, { force: true });
}

async function noteRestore(engine: Engine, who: string, backup: string): Promise<void> {
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
