// Follows the active revision: loads it when the store changes, and hands it to the serving threads and the cache. Nothing
// waits for it. If a revision cannot be loaded, the last good one stays.

import type { Logger } from 'pino';
import type { Clock } from '../access/rate-limit/contract.ts';
import type { Loaded, RevisionLoader } from '../publishing/revision-loader.ts';
import { type LoadedRevision, snapshotOnDisk } from '../publishing/revision-snapshot.ts';
import { encodeChangeLog } from '../snapshot/change-log.ts';
import type { Cache } from '../store/cache.ts';
import { whenFree } from '../store/engines/sqlite-errors.ts';
import { DamagedError, MovedOnError } from '../store/errors.ts';
import { isSameMoment, type State, type Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import type { Fallback, StoreEvents } from './fallback.ts';

/** Doubles with each further failure. */
const MIN_RETRY_MILLISECONDS = 500;
const MAX_RETRY_MILLISECONDS = 60_000;

interface Options extends Pick<StoreEvents, 'onPublished' | 'onUnloadable'> {
  fallback: Fallback;
  loader: RevisionLoader;
  cache: Cache;
  log: Logger;
  clock: Clock;
}

/** A restored store may reach the same number again, and even the same content. */
function isSame(revision: Revision, served: Revision | undefined): boolean {
  const { number, hash, createdAt } = revision;
  return number === served?.number && hash === served.hash && createdAt === served.createdAt;
}

export class CatalogueFollower {
  readonly #options: Options;
  #served: Revision | undefined;
  /** The served snapshot: only newer rows are loaded for the next one. */
  #loadedRevision: LoadedRevision | undefined;
  #asked: { store: Store; state: State } | undefined;
  #loading: Promise<void> | undefined;
  #isStopped = false;
  #failure: { complaint: string; retryMilliseconds: number; retryAt: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins to load the active revision if it may have changed, unless a load is under way. */
  follow(store: Store, state: State): void {
    const isAsked = store === this.#asked?.store && isSameMoment(state, this.#asked.state);
    const isToRetry = this.#failure !== undefined && this.#options.clock.monotonic() >= this.#failure.retryAt;
    if (this.#loading || (isAsked && !isToRetry)) return;
    this.#asked = { store, state };
    this.#loading = this.#load(store).finally(() => {
      this.#loading = undefined;
    });
  }

  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** The current load is abandoned, because its store is about to be closed. */
  stop(): void {
    this.#isStopped = true;
    this.#options.loader.stop();
  }

  /** If nothing is served yet, serves what is on disk. */
  async fallBack(): Promise<void> {
    const { fallback, cache, log } = this.#options;
    if (this.#served || !fallback.published) return;
    const { revision } = fallback.published;
    const began = performance.now();
    const bytes = await snapshotOnDisk(revision.hash, cache, this.#onDamaged);
    if (!bytes) return;
    const changeLog = (await this.#changeLogOnDisk(revision)) ?? encodeChangeLog({ revisions: [], slugs: [] });
    this.#serve(revision, { bytes, changeLog }, began);
    log.warn({ revision: revision.id }, 'serving the last good revision from disk');
  }

  async #changeLogOnDisk(revision: Revision): Promise<Uint8Array | undefined> {
    const { cache } = this.#options;
    return await cache.changeLog(revision).catch((error) => {
      this.#onDamaged(cache.changeLogPathOf(revision), error);
      cache.forget(cache.changeLogPathOf(revision));
      return undefined;
    });
  }

  readonly #onDamaged = (file: string, error: unknown): void => {
    this.#options.log.error({ err: error, file }, 'a file on disk is damaged, and is loaded from the store again');
  };

  async #load(store: Store): Promise<void> {
    let revision: Revision | undefined;
    try {
      revision = await whenFree(() => store.revisions.active());
      if (revision && !isSame(revision, this.#served)) await this.#fetch(revision, store);
      this.#failure = undefined;
      this.#options.onUnloadable(undefined);
    } catch (error) {
      if (this.#isStopped) return;
      if (error instanceof MovedOnError) {
        // Another revision is active by now: the next look finds it.
        this.#asked = undefined;
        return;
      }
      this.#fail(error, revision);
      await this.fallBack();
      this.#options.onUnloadable(revision);
    }
  }

  async #fetch(revision: Revision, { revisions }: Store): Promise<void> {
    const { fallback, loader, log } = this.#options;
    const began = performance.now();
    const loaded = await whenFree(() => loader.load(revision, revisions, this.#loadedRevision, this.#onDamaged));
    this.#serve(revision, loaded, began);
    log.info({ revision: revision.id, trees: revision.trees }, 'serving revision');
    fallback.keepRevision({ revision, ...loaded });
  }

  #serve(revision: Revision, loaded: Loaded, began: number): void {
    const { number, hash } = revision;
    this.#served = revision;
    this.#loadedRevision = { number, hash, bytes: loaded.bytes };
    this.#options.onPublished(revision, loaded, (performance.now() - began) / 1000);
  }

  /** A corrupted revision stays so until the store changes; other failures are retried. Logs each failure once. */
  #fail(error: unknown, revision: Revision | undefined): void {
    const { log, clock } = this.#options;
    const complaint = `${revision?.hash}: ${error}`;
    if (complaint !== this.#failure?.complaint)
      log.error({ err: error, revision: revision?.id }, 'cannot load the active revision; the last good one stays');
    const longer = Math.max(2 * (this.#failure?.retryMilliseconds ?? 0), MIN_RETRY_MILLISECONDS);
    const retryMilliseconds = Math.min(longer, MAX_RETRY_MILLISECONDS);
    const retryAt = error instanceof DamagedError ? Infinity : clock.monotonic() + retryMilliseconds;
    this.#failure = { complaint, retryMilliseconds, retryAt };
  }
}
