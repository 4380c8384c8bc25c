// Notifies other processes of a change by setting the time of the file, which they watch. A notice can be lost, as on a network
// disk, so watchers poll as well.

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
    // The next poll finds the change.
  }
}
