// In charge of writing a file so that it is there whole, or not at all, whatever happens in between.

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Durable only after the file's own fsync, the rename, and the fsync of its folder. */
export function writeDurably(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    withFile(temporary, 'w', (file) => {
      for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
      fsyncSync(file);
    });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolderOf(path);
}

export function syncFile(path: string): void {
  withFile(path, 'r+', fsyncSync);
}

export function syncFolderOf(path: string): void {
  withFile(dirname(path), 'r', fsyncSync);
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
