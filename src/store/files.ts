// Writes files atomically and privately: a file is there whole or not at all, and only its owner can read it. No two calls may
// write under one name at once.

import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  makePrivateFolder(dirname(path));
  await putInPlace(path, (temporary) => withFile(temporary, 'r+', (file) => writeAll(file, bytes)));
}

/** Without waiting for the disk: for files with a checksum that tells what a power cut left of them. */
export async function writeSoon(path: string, bytes: Uint8Array): Promise<void> {
  makePrivateFolder(dirname(path));
  await replaceFile(path, (temporary) => withFile(temporary, 'r+', (file) => writeAll(file, bytes)));
}

/** Puts what `write` makes of an empty file in the place of `path`, durably. */
export async function putInPlace(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await replaceFile(path, async (temporary) => {
    await write(temporary);
    await sync(temporary);
  });
  await sync(dirname(resolve(path)));
}

async function replaceFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${resolve(path)}.${process.pid}.tmp`;
  removeUnfinished(resolve(path));
  try {
    // A new file, never one that somebody else has put there.
    rmSync(temporary, { force: true });
    closeSync(openSync(temporary, 'wx', 0o600));
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Node takes less than 2 GiB. */
const MAX_WRITE_BYTES = 1 << 30;

/** In few parts: each waits until this thread has time for it. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, Math.min(bytes.length - at, MAX_WRITE_BYTES));
    at += bytesWritten;
  }
}

/** Makes the disk keep a file that is there already. */
export async function makeDurable(path: string): Promise<void> {
  await sync(path);
  await sync(dirname(resolve(path)));
}

async function sync(path: string): Promise<void> {
  await withFile(path, 'r', (file) => file.sync());
}

/** The process that was writing, and what SQLite had beside it. */
const UNFINISHED = /\.(\d{1,7})\.tmp(?:-journal|-wal|-shm)?$/;

/** Removes what killed processes left of this file, and of those whose names differ in digits alone, as backups' do. */
function removeUnfinished(path: string): void {
  const own = basename(path);
  try {
    for (const entry of readdirSync(dirname(path), { withFileTypes: true })) {
      const found = UNFINISHED.exec(entry.name);
      if (!found || !entry.isFile()) continue;
      const [name, writer] = [entry.name.slice(0, found.index), Number(found[1])];
      const isAbandoned = writer === process.pid ? name === own : isAlike(name, own) && !isRunning(writer);
      if (isAbandoned) rmSync(join(dirname(path), entry.name), { force: true });
    }
  } catch {
    // Writing may be possible even if the folder cannot be listed, or lets nothing be removed.
  }
}

function isAlike(name: string, other: string): boolean {
  return name.replace(/\d+/g, '0') === other.replace(/\d+/g, '0');
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<void>): Promise<void> {
  await using file = await open(path, flags);
  await use(file);
}

/** Leaves the rights of a folder that exists as they are. */
export function makePrivateFolder(path: string): void {
  if (isFolder(path)) return;
  // Step by step: Node's own way tries for ever if no folder can be made, as in /proc.
  makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Takes the rights of others away from a file or folder of ours, if possible. Leaves the target of a link alone. */
export function keepPrivate(path: string): void {
  try {
    const entry = lstatSync(path);
    const isOurs = entry.uid === process.geteuid?.() && !entry.isSymbolicLink();
    if (isOurs && entry.mode & 0o077) chmodSync(path, entry.mode & 0o700);
  } catch {
    // It does not exist, or cannot be changed; neither keeps it from being used.
  }
}
