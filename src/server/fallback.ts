// In charge of what a server would serve without its store: the callers and the newest revision that were read, kept on disk
// as they come. Also knows by it which store is meant, so that another one in its place is no news.

import type { Logger } from 'pino';
import type { KnownKey } from '../access/callers.ts';
import { WrongStoreError } from '../store/errors.ts';
import type { State, Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { type Cache, type CachedState, isEmpty } from './cache.ts';

/** How long to leave a disk alone that refused something. */
const RETRY_MILLISECONDS = 60_000;

/** What those who serve are told of. */
export interface StoreEvents {
  onCallers(keys: KnownKey[], allowlist: string[]): void;
  /** Loaded in so many seconds. */
  onPublished(revision: Revision, loaded: Loaded, seconds: number): void;
  /** The active revision could not be loaded and the last good one stays; or nothing of the kind is the case any more. */
  onUnloadable(revision: Revision | undefined): void;
  /** The store was looked at, and all callers that it knows were told. */
  onRead(): void;
  /** The store could not be read. */
  onFailure(error: unknown): void;
}

/** A whole snapshot and the chronicle that goes with it, in shared memory. */
export interface Loaded {
  bytes: Uint8Array;
  chronicle: Uint8Array;
}

interface LoadedSnapshot extends Loaded {
  revision: Revision;
  hash: string;
}

const NOTHING: CachedState = { store: null, version: 0, changedAt: null, keys: [], allowlist: [], published: null };

export class Fallback {
  /** What an earlier run left. */
  readonly earlier: CachedState | undefined;
  readonly #cache: Cache;
  readonly #log: Logger;
  /** What is to stand on disk, and the snapshot that is still to be written. */
  #state: CachedState;
  #snapshot: LoadedSnapshot | undefined;
  /** One after the other. A snapshot takes its time, and the state does not wait for it. */
  #writingState: Promise<void> = Promise.resolve();
  #writingSnapshot: Promise<void> = Promise.resolve();
  /** What could not be written at the last try. */
  readonly #unwritten = new Set<'state' | 'snapshot'>();
  #retryAt: number | undefined;
  /** Whether a catalogue was loaded, be it written or not. */
  #hasLoaded = false;

  constructor(cache: Cache, log: Logger) {
    this.#cache = cache;
    this.#log = log;
    this.earlier = cache.state();
    this.#state = this.earlier ?? NOTHING;
  }

  /** The newest revision whose snapshot is on disk. */
  get published(): CachedState['published'] {
    return this.#state.published;
  }

  /** What another store holds is no news of this one. Who knew of nothing has none yet, nor has one that an older Sylva left. */
  assertSame({ identity }: State): void {
    const { store } = this.#state;
    if (store === null || identity === store || (isEmpty(this.#state) && !this.#hasLoaded)) return;
    throw new WrongStoreError(
      `The database holds another store than the one that was served here. Put that one back; or, where this one is meant, stop the server, remove ${this.#cache.folder}, and start it again.`,
    );
  }

  /** Whether the last change that is known of a store is none of its own any more. */
  async isSetBack({ audit }: Store, { identity, version }: State): Promise<boolean> {
    const known = this.#state;
    if (identity !== known.store || isEmpty(known)) return false;
    return version < known.version || (known.changedAt !== null && !(await audit.tellsOf(known.changedAt)));
  }

  keepCallers(
    { identity, version, changedAt }: State,
    keys: KnownKey[],
    allowlist: string[],
    isSetBack: boolean,
  ): void {
    const before = this.#state;
    if (isSetBack)
      this.#log.warn(
        { version, known: before.version },
        'the store is older than what was known: keys that were revoked since then work again',
      );
    this.#keepState({ ...before, store: identity, version, changedAt, keys, allowlist });
  }

  keepSnapshot(snapshot: LoadedSnapshot): void {
    this.#hasLoaded = true;
    this.#snapshot = snapshot;
    this.#writingSnapshot = this.#writingSnapshot.then(() => this.#writeSnapshot());
  }

  /** Writes again what the disk refused a while ago. `now` is of a monotonic clock. */
  retry(now: number): void {
    if (this.#unwritten.size === 0) this.#retryAt = undefined;
    else this.#retryAt ??= now + RETRY_MILLISECONDS;
    if (this.#retryAt === undefined || now < this.#retryAt) return;
    this.#retryAt = now + RETRY_MILLISECONDS;
    if (this.#unwritten.has('state')) this.#keepState(this.#state);
    if (this.#snapshot) this.keepSnapshot(this.#snapshot);
  }

  /** When everything that was to be kept is, or cannot be. */
  async written(): Promise<void> {
    await this.#writingSnapshot;
    await this.#writingState;
  }

  #keepState(state: CachedState): void {
    this.#state = state;
    this.#writingState = this.#writingState.then(() => this.#writeState());
  }

  /** Where several came meanwhile, the last alone. */
  async #writeSnapshot(): Promise<void> {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    const { revision, hash, bytes, chronicle } = snapshot;
    this.#snapshot = undefined;
    const before = this.#state.published?.hash;
    const write = async () => {
      await this.#cache.keepSnapshot(hash, bytes, before);
      await this.#cache.keepChronicle(revision, chronicle);
    };
    if (await this.#write('snapshot', write)) this.#keepState({ ...this.#state, published: { revision, hash } });
    else this.#snapshot ??= snapshot;
  }

  /** What stands on disk and could not be replaced must not be believed later. */
  async #writeState(): Promise<void> {
    const wasWritten = !this.#unwritten.has('state');
    if ((await this.#write('state', () => this.#cache.keepState(this.#state))) || this.#cache.forgetState()) return;
    const file = this.#cache.statePath;
    if (wasWritten)
      this.#log.error({ file }, 'this file is outdated, and a start without the store would believe it: remove it');
  }

  /** A disk that takes nothing more keeps nothing from being served. It is complained of once. */
  async #write(what: 'state' | 'snapshot', write: () => Promise<void>): Promise<boolean> {
    try {
      await write();
      if (this.#unwritten.delete(what) && this.#unwritten.size === 0)
        this.#log.info('what is known is kept on disk again');
      return true;
    } catch (error) {
      if (this.#unwritten.size === 0) this.#log.error({ err: error }, 'cannot keep on disk what is known');
      this.#unwritten.add(what);
      return false;
    }
  }
}
