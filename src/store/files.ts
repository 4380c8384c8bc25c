// In charge of writing a file so that it is there whole, or not at all, whatever happens in between.

import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createPrivate, makePrivateFolder } from './private.ts';

const PART_BYTES = 1024 * 1024;

/** Durable only after the file's own fsync, the rename, and the fsync of its folder. */
export function writeDurably(path: string, bytes: Uint8Array): void {
  makePrivateFolder(dirname(path));
  putInPlace(path, (temporary) => withFile(temporary, 'r+', (file) => writeAll(file, bytes)));
}

/** What `write` makes of an empty file, whole and durable under its name, or not there at all. */
export function putInPlace(path: string, write: (temporary: string) => void): void {
  const temporary = `${resolve(path)}.${process.pid}.tmp`;
  try {
    closeSync(createPrivate(temporary));
    write(temporary);
    withFile(temporary, 'r+', fsyncSync);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  withFile(dirname(resolve(path)), 'r', fsyncSync);
}

/** The bytes alone: copying a file would copy the rights that others have to it. */
export function copyBytes(from: string, to: string): void {
  const part = Buffer.allocUnsafe(PART_BYTES);
  withFile(from, 'r', (source) => {
    withFile(to, 'r+', (target) => {
      for (;;) {
        const length = readSync(source, part);
        if (length === 0) return;
        writeAll(target, part.subarray(0, length));
      }
    });
  });
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}

function withFile(path: string, flags: string, use: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    use(file);
  } finally {
    closeSync(file);
  }
}
