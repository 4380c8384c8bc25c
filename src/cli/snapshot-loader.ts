// In charge of the snapshot that a publish builds on: where it is a large one, another thread loads it while this one reads content,
// and makes room for the next one.

import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import type { Settings } from '../config/settings.ts';
import { MANY_TREES } from '../snapshot/compile.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { snapshotAtHand } from './snapshot-at-hand.ts';

export interface Loading {
  revision: Revision;
  settings: Settings;
}

export interface Loaded {
  /** Undefined where it is not at hand. */
  bytes: Uint8Array | undefined;
  room: SharedArrayBuffer | undefined;
}

const THREAD = `./snapshot-loader-thread${extname(import.meta.url)}`;

export class SnapshotLoader {
  readonly #loading: Loading;
  readonly #worker: Worker | undefined;
  readonly #loaded: Promise<Loaded | undefined>;
  #room: SharedArrayBuffer | undefined;

  constructor(loading: Loading, fewest = MANY_TREES) {
    this.#loading = loading;
    this.#worker =
      loading.revision.trees >= fewest ? helperThread(new URL(THREAD, import.meta.url), loading) : undefined;
    this.#loaded = this.#worker ? this.#loadedBy(this.#worker) : Promise.resolve(undefined);
  }

  /** For a snapshot that is a little longer, and all zeros. It comes with what was loaded; undefined where it could not be made. */
  get room(): SharedArrayBuffer | undefined {
    return this.#room;
  }

  /** What the thread could not do is done here. */
  async bytes(): Promise<Uint8Array | undefined> {
    const { revision, settings } = this.#loading;
    const loaded = await this.#loaded;
    return loaded ? loaded.bytes : await snapshotAtHand(revision, settings);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  /** Undefined where it has failed. */
  #loadedBy(worker: Worker): Promise<Loaded | undefined> {
    const { promise, resolve } = Promise.withResolvers<Loaded | undefined>();
    worker.on('message', (loaded: Loaded) => {
      this.#room = loaded.room;
      resolve(loaded);
    });
    // Its exit follows.
    worker.on('error', () => {});
    worker.on('exit', () => resolve(undefined));
    return promise;
  }
}
