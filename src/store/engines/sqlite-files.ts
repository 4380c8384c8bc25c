// Watches over the files of an open SQLite database: whether they are still the same, and whether the one that is mapped into
// memory has kept its length.

import { statSync, truncateSync } from 'node:fs';

/** Besides the database itself, its log and the memory that all who have it open share. */
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

  /** What was read of an emptied file, or by the log of a removed one, is still at hand and says nothing. */
  areSame(): boolean {
    return holdsAnything(this.#path) && SUFFIXES.every((suffix) => this.#isSame(suffix));
  }

  /** A file may come later, but never go or be another one while the database is open. */
  #isSame(suffix: string): boolean {
    const found = statSync(`${this.#path}${suffix}`, { throwIfNoEntry: false })?.ino;
    const before = this.#inodes.get(suffix) ?? found;
    if (before !== undefined) this.#inodes.set(suffix, before);
    return found === before;
  }

  /** To be called before SQLite is: to touch memory whose file was cut off ends the process. What is missing is made anew. */
  keepShared(): void {
    const path = `${this.#path}-shm`;
    try {
      const { size } = statSync(path);
      if (size < this.#sharedBytes) truncateSync(path, this.#sharedBytes);
      else this.#sharedBytes = size;
    } catch {
      // Removed, it stays whole for those who have it open.
    }
  }
}
