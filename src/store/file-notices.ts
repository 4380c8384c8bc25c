// In charge of telling whoever serves from a file that it has changed: who has changed it sets its time, of which the others hear.
// A notice may never come, as from a disk in a network: who listens polls.

import { type FSWatcher, utimesSync, watch } from 'node:fs';

export class FileNotices {
  readonly #path: string;
  #watcher: FSWatcher | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  tell(): void {
    const now = new Date();
    ifPossible(() => utimesSync(this.#path, now, now));
  }

  follow(onNotice: () => unknown): void {
    ifPossible(() => {
      this.#watcher = watch(this.#path, { persistent: false }, onNotice).on('error', () => this.close());
    });
  }

  close(): void {
    this.#watcher?.close();
  }
}

function ifPossible(work: () => void): void {
  try {
    work();
  } catch {
    // The next poll tells as well.
  }
}
