// Keeps on disk what a server needs to start without its store: the callers and the newest revision. Also identifies the
// store, so that another one in its place is rejected.

import type { Logger } from 'pino';
import type { KnownKey } from '../access/callers.ts';
import type { Loaded } from '../publishing/revision-loader.ts';
import { type Cache, type CachedState, isEmpty } from '../store/cache.ts';
import { WrongStoreError } from '../store/errors.ts';
import type { State, Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';

const RETRY_MILLISECONDS = 60_000;

export interface StoreEvents {
  onCallers(keys: KnownKey[], allowlist: string[]): void;
  /** `seconds` is the time to load it. */
  onPublished(revision: Revision, loaded: Loaded, seconds: number): void;
  /** The active revision could not be loaded; undefined if it can be again. */
  onUnloadable(revision: Revision | undefined): void;
  /** The store was read, and all its callers were announced. */
  onRead(): void;
  onFailure(error: unknown): void;
}

interface RevisionToKeep extends Loaded {
  revision: Revision;
}

const NOTHING: CachedState = { store: null, version: 0, changedAt: null, keys: [], allowlist: [], published: null };

export class Fallback {
  readonly earlier: CachedState | undefined;
  readonly #cache: Cache;
  readonly #log: Logger;
  /** What is to be on disk, and the snapshot that is still to be written. */
  #state: CachedState;
  #revision: RevisionToKeep | undefined;
  /** Two sequences of writes, because a snapshot takes long and the state doesn't wait for it. */
  #writingState: Promise<void> = Promise.resolve();
  #writingRevision: Promise<void> = Promise.resolve();
  readonly #unwritten = new Set<'state' | 'snapshot'>();
  #retryAt: number | undefined;
  /** Whether a catalogue was loaded, even if it isn't written yet. */
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

  /** Throws if the store isn't the one on disk. An empty state, as an older Sylva leaves it, accepts any store. */
  assertSame({ identity }: State): void {
    const { store } = this.#state;
    if (store === null || identity === store || (isEmpty(this.#state) && !this.#hasLoaded)) return;
    throw new WrongStoreError(
      `The database holds another store than the one that was served here. Put that one back; or, where this one is meant, stop the server, remove ${this.#cache.folder}, and start it again.`,
    );
  }

  /** Whether the store lacks the last change that was seen, as after restoring a backup. */
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

  keepRevision(revision: RevisionToKeep): void {
    this.#hasLoaded = true;
    this.#revision = revision;
    this.#writingRevision = this.#writingRevision.then(() => this.#writeRevision());
  }

  /** Retries failed writes now and then. `now` is of a monotonic clock. */
  retry(now: number): void {
    if (this.#unwritten.size === 0) this.#retryAt = undefined;
    else this.#retryAt ??= now + RETRY_MILLISECONDS;
    if (this.#retryAt === undefined || now < this.#retryAt) return;
    this.#retryAt = now + RETRY_MILLISECONDS;
    if (this.#unwritten.has('state')) this.#keepState(this.#state);
    if (this.#revision) this.keepRevision(this.#revision);
  }

  async written(): Promise<void> {
    await this.#writingRevision;
    await this.#writingState;
  }

  #keepState(state: CachedState): void {
    this.#state = state;
    this.#writingState = this.#writingState.then(() => this.#writeState());
  }

  async #writeRevision(): Promise<void> {
    const kept = this.#revision;
    if (!kept) return;
    const { revision, bytes, changeLog } = kept;
    this.#revision = undefined;
    const before = this.#state.published?.revision.hash;
    const write = async () => {
      await this.#cache.keepSnapshot(revision.hash, bytes, before);
      await this.#cache.keepChangeLog(revision, changeLog);
    };
    if (await this.#write('snapshot', write)) this.#keepState({ ...this.#state, published: { revision } });
    else this.#revision ??= kept;
  }

  /** An outdated state that cannot be replaced is removed, so that no later start believes it. */
  async #writeState(): Promise<void> {
    const wasWritten = !this.#unwritten.has('state');
    if ((await this.#write('state', () => this.#cache.keepState(this.#state))) || this.#cache.forgetState()) return;
    const file = this.#cache.statePath;
    if (wasWritten)
      this.#log.error({ file }, 'this file is outdated, and a start without the store would believe it: remove it');
  }

  /** A full disk must not stop the service. Logs the first failure only. */
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
