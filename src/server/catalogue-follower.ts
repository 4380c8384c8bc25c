// In charge of following the active revision: loads it when the store has changed, hands it to those who serve, and has it
// kept on disk. It takes its time for that, and nobody waits for it. What cannot be loaded leaves the last good one in place.

import type { Logger } from 'pino';
import type { Clock } from '../access/rate-limit/contract.ts';
import { SnapshotError } from '../snapshot/format.ts';
import { emptyChronicle } from '../snapshot/write-chronicle.ts';
import { whenFree } from '../store/engines/sqlite-errors.ts';
import { isSameMoment, type State, type Store } from '../store/store.ts';
import type { Known, Revision } from '../store/tables/revisions.ts';
import type { Fallback, Loaded, StoreEvents } from './fallback.ts';
import { type Snapshots, shared } from './snapshots.ts';

/** After trouble that may pass, and twice as long after each further one. */
const SHORTEST_RETRY_MILLISECONDS = 500;
const LONGEST_RETRY_MILLISECONDS = 60_000;

interface Options extends Pick<StoreEvents, 'onPublished' | 'onUnloadable'> {
  fallback: Fallback;
  snapshots: Snapshots;
  log: Logger;
  clock: Clock;
}

/** A store that was set back may come to the same number again, and even to the same content by another way. */
function isSame(revision: Revision, served: Revision | undefined): boolean {
  const { number, hash, createdAt } = revision;
  return number === served?.number && hash === served.hash && createdAt === served.createdAt;
}

export class CatalogueFollower {
  readonly #options: Options;
  #served: Revision | undefined;
  /** What is served, so that the next one is fetched only as far as it differs. */
  #known: Known | undefined;
  /** Where and when the store was last asked. */
  #asked: { store: Store; state: State } | undefined;
  #loading: Promise<void> | undefined;
  #isStopped = false;
  #failure: { complaint: string; retryMilliseconds: number; retryAt: number } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins to load the active revision where it may be another, unless one is being loaded: the next look comes soon. */
  follow(store: Store, state: State): void {
    const isAsked = store === this.#asked?.store && isSameMoment(state, this.#asked.state);
    const isToRetry = this.#failure !== undefined && this.#options.clock.monotonic() >= this.#failure.retryAt;
    if (this.#loading || (isAsked && !isToRetry)) return;
    this.#asked = { store, state };
    this.#loading = this.#load(store).finally(() => {
      this.#loading = undefined;
    });
  }

  /** When what is being loaded is served, or cannot be. */
  get loaded(): Promise<void> {
    return this.#loading ?? Promise.resolve();
  }

  /** What is being loaded is left: its store is closed soon. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Where nothing is served yet, what is on disk is better than nothing. */
  async fallBack(): Promise<void> {
    const { fallback, snapshots, log } = this.#options;
    if (this.#served || !fallback.published) return;
    const { revision, hash } = fallback.published;
    const began = performance.now();
    const bytes = await snapshots.onDisk(hash);
    if (!bytes) return;
    const chronicle = (await snapshots.chronicleOnDisk(revision)) ?? shared(emptyChronicle());
    this.#serve(revision, hash, { bytes, chronicle }, began);
    log.warn({ revision: revision.id }, 'serving the last good revision from disk');
  }

  async #load(store: Store): Promise<void> {
    let revision: Revision | undefined;
    try {
      revision = await whenFree(() => store.revisions.active());
      if (revision && !isSame(revision, this.#served)) await this.#fetch(revision, store);
      this.#failure = undefined;
      this.#options.onUnloadable(undefined);
    } catch (error) {
      if (this.#isStopped) return;
      this.#fail(error, revision);
      await this.fallBack();
      this.#options.onUnloadable(revision);
    }
  }

  async #fetch(revision: Revision, store: Store): Promise<void> {
    const { fallback, snapshots, log } = this.#options;
    const began = performance.now();
    const { bytes, hash } = await whenFree(() => snapshots.of(revision, store, this.#known));
    const chronicle = await whenFree(() => snapshots.chronicleOf(revision, store));
    this.#serve(revision, hash, { bytes, chronicle }, began);
    log.info({ revision: revision.id, trees: revision.trees }, 'serving revision');
    fallback.keepSnapshot({ revision, hash, bytes, chronicle });
  }

  #serve(revision: Revision, hash: string, loaded: Loaded, began: number): void {
    this.#served = revision;
    this.#known = { number: revision.number, hash, bytes: loaded.bytes };
    this.#options.onPublished(revision, loaded, (performance.now() - began) / 1000);
  }

  /** A snapshot that is damaged stays so until the store changes; anything else may pass. It is complained of once. */
  #fail(error: unknown, revision: Revision | undefined): void {
    const { log, clock } = this.#options;
    const complaint = `${revision?.hash}: ${error}`;
    if (complaint !== this.#failure?.complaint)
      log.error({ err: error, revision: revision?.id }, 'cannot load the active revision; the last good one stays');
    const longer = Math.max(2 * (this.#failure?.retryMilliseconds ?? 0), SHORTEST_RETRY_MILLISECONDS);
    const retryMilliseconds = Math.min(longer, LONGEST_RETRY_MILLISECONDS);
    const retryAt = error instanceof SnapshotError ? Infinity : clock.monotonic() + retryMilliseconds;
    this.#failure = { complaint, retryMilliseconds, retryAt };
  }
}
