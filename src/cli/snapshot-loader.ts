// In charge of the snapshot that a publish builds on: where it is a large one, another thread loads it while this one reads content.

import { once } from 'node:events';
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import type { Settings } from '../config/settings.ts';
import { MANY_TREES } from '../snapshot/compile.ts';
import type { Revision } from '../store/revision-store.ts';
import { snapshotAtHand } from './snapshot-at-hand.ts';

export interface Loading {
  revision: Revision;
  settings: Settings;
}

export interface Loaded {
  /** Undefined where it is not at hand. */
  bytes: Uint8Array | undefined;
}

const THREAD = `./snapshot-loader-thread${extname(import.meta.url)}`;

export class SnapshotLoader {
  readonly #loading: Loading;
  readonly #worker: Worker | undefined;
  readonly #loaded: Promise<Loaded | undefined>;

  constructor(loading: Loading, fewest = MANY_TREES) {
    this.#loading = loading;
    this.#worker =
      loading.revision.trees >= fewest ? helperThread(new URL(THREAD, import.meta.url), loading) : undefined;
    this.#loaded = this.#worker ? loadedBy(this.#worker) : Promise.resolve(undefined);
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
}

/** Undefined where it has failed. */
async function loadedBy(worker: Worker): Promise<Loaded | undefined> {
  let loaded: Loaded | undefined;
  worker.on('message', (message: Loaded) => {
    loaded = message;
  });
  await once(worker, 'exit').catch(() => {});
  return loaded;
}
