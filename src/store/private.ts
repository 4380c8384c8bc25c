// In charge of what others may see of our files: nothing. The rights are given when a file is made, so that there is no moment
// at which it is open, and taken back from files that an older Sylva left open.

import { chmodSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';

/** A new file, never one that somebody else has put there. */
export function createPrivate(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, 'wx', 0o600);
}

/** A folder that is there stays as its maker wanted it. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * Takes the rights of others away from a file or folder of ours, unless the disk takes no change; what a link leads to is left
 * alone.
 */
export function keepPrivate(path: string): void {
  try {
    const entry = lstatSync(path);
    const isOurs = entry.uid === process.geteuid?.() && !entry.isSymbolicLink();
    if (isOurs && entry.mode & 0o077) chmodSync(path, entry.mode & 0o700);
  } catch {
    // It is not there, or cannot be changed; neither keeps it from being used.
  }
}
