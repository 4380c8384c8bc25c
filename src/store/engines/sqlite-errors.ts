import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError, WrongStoreError } from '../errors.ts';

const BUSY_MILLISECONDS = 30_000;
const BUSY_PAUSE_MILLISECONDS = 50;

/** Result codes: https://www.sqlite.org/rescode.html */
const CODES = { perm: 3, busy: 5, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cantOpen: 14, notADatabase: 26 };
type Code = keyof typeof CODES;

const REASONS: [Code[], string][] = [
  [['full'], 'the disk is full'],
  [['busy'], 'another change is under way; try again when it is done'],
  [['readOnly', 'cantOpen', 'perm'], 'the database cannot be opened or written'],
  [['corrupt', 'notADatabase'], 'the database is damaged; restore a backup'],
  [['ioError'], 'the disk failed'],
];

interface SqliteError extends Error {
  errcode: number;
}

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}

/** The lowest byte of an extended result code is its primary code. */
export function hasCode(error: unknown, ...codes: Code[]): boolean {
  return isSqliteError(error) && codes.some((code) => CODES[code] === (error.errcode & 0xff));
}

/** Whether another process is writing: wait and try again. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, 'busy');
}

/** Repeats the work while the database is locked, without blocking the thread. */
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

/** A StoreError for an error of SQLite; any other error as it is. */
export function explain(error: unknown): unknown {
  return isSqliteError(error) ? new StoreError(`The store was not changed: ${reasonOf(error)}.`) : error;
}

export function unusable(path: string, error: unknown): StoreError {
  const message = `The store in ${dirname(path)} cannot be used: ${reasonOf(error)}.`;
  return hasCode(error, 'notADatabase') ? new WrongStoreError(message) : new StoreError(message);
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const known = REASONS.find(([codes]) => hasCode(error, ...codes))?.[1];
  return known ? `${known} (${message})` : message;
}
