// Named pipes with a reader that reads only when the test says so.

import { execFileSync } from 'node:child_process';
import { constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from './folders.ts';

export function fifo(t: TestContext): { path: string; reader: number } {
  const path = join(temporaryFolder(t), 'fifo');
  execFileSync('mkfifo', [path]);
  return { path, reader: openReader(path) };
}

export function openReader(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

/** What there is to read now, up to so many bytes. */
export function readNow(reader: number, most = 1024 * 1024): Buffer {
  const chunk = Buffer.alloc(most);
  try {
    return chunk.subarray(0, readSync(reader, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return Buffer.alloc(0);
    throw error;
  }
}

/** Leaves no room in it. */
export function fill(path: string): void {
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    for (;;) writeSync(writer, '.'.repeat(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
}
