// Checks that the files of an open SQLite database stay the same, and keeps the length of the one that is mapped into memory.

import { statSync, truncateSync } from 'node:fs';

/** The database, its log, and the memory that all processes share which have it open. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** A store is never an empty file. */
export function holdsAnything(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

export class SqliteFiles {
  readonly #path: string;
  readonly #inodes = new Map<string, number>();
  #sharedBytes = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** SQLite doesn't notice: it still reads from memory what an emptied or removed file held. */
  areSame(): boolean {
    return holdsAnything(this.#path) && SUFFIXES.every((suffix) => this.#isSame(suffix));
  }

  /** A file may come later, but must not go or be replaced while the database is open. */
  #isSame(suffix: string): boolean {
    const found = statSync(`${this.#path}${suffix}`, { throwIfNoEntry: false })?.ino;
    const before = this.#inodes.get(suffix) ?? found;
    if (before !== undefined) this.#inodes.set(suffix, before);
    return found === before;
  }

  /** Must be called before SQLite is: touching memory whose file was cut off ends the process. */
  keepShared(): void {
    const path = `${this.#path}-shm`;
    try {
      const { size } = statSync(path);
      if (size < this.#sharedBytes) truncateSync(path, this.#sharedBytes);
      else this.#sharedBytes = size;
    } catch {
      // A removed file stays whole for those who have it open.
    }
  }
}
