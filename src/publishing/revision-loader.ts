// Loads a revision for a server: its snapshot and the change log up to it. A large catalogue is loaded by a worker, over a connection of
// its own, so that the thread that follows keys is never busy for long.

import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Settings } from '../config/settings.ts';
import { startWorker } from '../config/worker.ts';
import { encodeChangeLog } from '../snapshot/change-log.ts';
import type { Cache } from '../store/cache.ts';
import { DamagedError, MovedOnError, StoreError } from '../store/errors.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { type LoadedRevision, snapshotOf } from './revision-snapshot.ts';

/** Fewer trees are compiled before a worker has started. */
const MIN_TREES_FOR_WORKER = 1_000;
const WORKER = `./load-worker${extname(import.meta.url)}`;

/** In shared memory. */
export interface Loaded {
  bytes: Uint8Array;
  changeLog: Uint8Array;
}

export interface LoadOrder {
  revision: Revision;
  previous: LoadedRevision | undefined;
  settings: Settings;
}

/** Errors lose their class on the way between threads. */
export type LoadReport =
  | { damagedFile: string; message: string }
  | { loaded: Loaded }
  | { failure: string; kind: FailureKind };

/** Which error a failure was. */
export type FailureKind = keyof typeof ERRORS;

export function kindOf(error: unknown): FailureKind {
  if (error instanceof DamagedError) return 'damaged';
  return error instanceof MovedOnError ? 'moved-on' : 'other';
}

const ERRORS = { damaged: DamagedError, 'moved-on': MovedOnError, other: StoreError };

function errorOf(message: string, kind: FailureKind): StoreError {
  return Object.assign(new ERRORS[kind](''), { message });
}
export type OnDamaged = (file: string, error: unknown) => void;

export async function loadHere(
  { revision, previous }: Pick<LoadOrder, 'revision' | 'previous'>,
  revisions: RevisionStore,
  cache: Cache,
  onDamaged: OnDamaged,
): Promise<Loaded> {
  const bytes = await snapshotOf(revision, revisions, cache, { ...(previous && { previous }), onDamaged });
  return { bytes, changeLog: encodeChangeLog(await revisions.changes(revision.number)) };
}

export class RevisionLoader {
  readonly #settings: Settings;
  readonly #cache: Cache;
  readonly #minTrees: number;
  #worker: Worker | undefined;

  constructor(settings: Settings, cache: Cache, minTrees = MIN_TREES_FOR_WORKER) {
    this.#settings = settings;
    this.#cache = cache;
    this.#minTrees = minTrees;
  }

  /** `previous` is what is served, if anything is. */
  async load(
    revision: Revision,
    revisions: RevisionStore,
    previous: LoadedRevision | undefined,
    onDamaged: OnDamaged,
  ): Promise<Loaded> {
    const order: LoadOrder = { revision, previous, settings: this.#settings };
    const worker = revision.trees >= this.#minTrees ? startWorker(new URL(WORKER, import.meta.url), order) : undefined;
    if (!worker) return await loadHere(order, revisions, this.#cache, onDamaged);
    this.#worker = worker;
    const outcome = Promise.withResolvers<Loaded>();
    worker.on('message', (report: LoadReport) => {
      if ('damagedFile' in report) onDamaged(report.damagedFile, new Error(report.message));
      else if ('loaded' in report) outcome.resolve(report.loaded);
      else outcome.reject(errorOf(report.failure, report.kind));
    });
    worker.on('error', outcome.reject);
    worker.on('exit', () => outcome.reject(new Error('The worker that loads a revision ended before it was done.')));
    try {
      return await outcome.promise;
    } finally {
      await worker.terminate();
    }
  }

  /** Ends the worker that loads, which would keep the process from ending. */
  stop(): void {
    void this.#worker?.terminate();
  }
}
