// In charge of a running server's knowledge: follows the store by asking for its version, and sooner where the store
// tells by itself that it has changed; falls back on what it last knew; and writes back when keys were used.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { overlap, parseRange, type Range } from '../access/address.ts';
import type { KnownKey } from '../access/callers.ts';
import type { CallerUse } from '../access/usage.ts';
import { replacedIn, type StoredKey } from './access-store.ts';
import type { Cache, Known } from './cache.ts';
import { StoreError } from './errors.ts';
import type { Revision } from './revision-store.ts';
import { Snapshots } from './snapshots.ts';
import type { Store } from './store.ts';
import { Uses } from './uses.ts';

/** While there is no store to say how often it wants to be asked. */
const RETRY_MILLISECONDS = 200;
/** A database that hangs does not keep the process from ending. */
const FINISH_MILLISECONDS = 1_000;

/** What changed, for those who serve. */
export interface Audience {
  callersChanged(keys: KnownKey[], allowlist: string[]): void;
  /** The bytes are a whole snapshot in shared memory, loaded in so many seconds. */
  published(revision: Revision, bytes: Uint8Array, seconds: number): void;
  /** The active revision could not be loaded and the last good one stays; or nothing of the kind is the case any more. */
  unloadable(revision: Revision | undefined): void;
  /** The store was read and nothing is newer than what was told. */
  upToDate(): void;
  /** The store could not be read or written. */
  failed(): void;
}

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  cache: Cache;
  trusted: readonly Range[];
  audience: Audience;
  log: Logger;
  now(): Date;
}

export class Follower {
  readonly #options: Options;
  readonly #snapshots: Snapshots;
  #store: Store | undefined;
  #version = -1;
  #known: Known = { keys: [], allowlist: [], published: null };
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isFailing = false;
  /** Whether something changed while the store was being read. */
  #isBehind = false;
  #isPolling = false;
  readonly #uses: Uses;

  constructor(options: Options) {
    this.#options = options;
    this.#snapshots = new Snapshots(options.cache, options.log);
    this.#uses = new Uses(options.log);
  }

  /** Tells what stands now, or what was last known where the store cannot be read, then keeps following. */
  async start(): Promise<void> {
    const { cache } = this.#options;
    const last = cache.known();
    try {
      this.#store = await this.#open(last !== undefined);
      await this.#read(this.#store, (contradiction) => {
        throw new ContradictionError(contradiction);
      });
    } catch (error) {
      if (!last || error instanceof ContradictionError) throw error;
      this.#complain(error);
      await this.#fallBackOn(last);
    }
    this.#schedule();
  }

  /** Notes what callers used; one of the next polls writes it. */
  note(uses: readonly CallerUse[]): void {
    this.#uses.note(uses, this.#options.now().getTime());
  }

  /** How many counts of use wait to be written. */
  get waitingUses(): number {
    return this.#uses.waiting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.race([this.#finish(), pause(FINISH_MILLISECONDS, undefined, { ref: false })]);
    await this.#store?.close();
  }

  async #finish(): Promise<void> {
    await this.#polling;
    await this.#writeUses(0);
  }

  async #open(mustExist: boolean): Promise<Store> {
    const store = await this.#options.openStore(mustExist);
    if (this.#isStopped) await store.close();
    else store.watch(() => this.#pollSoon());
    return store;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    const wait = this.#isBehind ? 0 : (this.#store?.pollMilliseconds ?? RETRY_MILLISECONDS);
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().finally(() => this.#schedule());
    }, wait).unref();
  }

  #pollSoon(): void {
    this.#isBehind = true;
    if (this.#isPolling || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#schedule();
  }

  async #poll(): Promise<void> {
    this.#isBehind = false;
    this.#isPolling = true;
    try {
      this.#store ??= await this.#open(true);
      const version = await this.#store.version();
      if (version !== this.#version)
        await this.#read(this.#store, (contradiction) => this.#options.log.error(contradiction));
      await this.#writeUses();
      if (this.#isFailing) this.#options.log.info('the store can be read again');
      this.#isFailing = false;
      this.#options.audience.upToDate();
    } catch (error) {
      this.#complain(error);
      await this.#store?.close().catch(() => {});
      this.#store = undefined;
      this.#version = -1;
    } finally {
      this.#isPolling = false;
    }
  }

  /** Once for each failure, however long it lasts. */
  #complain(error: unknown): void {
    this.#options.audience.failed();
    if (!this.#isFailing && !this.#isStopped)
      this.#options.log.error({ err: error }, 'cannot read the store; what was known stays');
    this.#isFailing = true;
  }

  async #read(store: Store, onContradiction: (message: string) => void): Promise<void> {
    const version = await store.version();
    await this.#readCallers(store, onContradiction);
    await this.#readCatalogue(store);
    this.#keep(() => this.#options.cache.keepKnown(this.#known));
    this.#version = version;
    this.#options.audience.upToDate();
  }

  /** A disk that takes nothing more keeps nothing from being served; but what stands on it must not be believed later. */
  #keep(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#options.log.error({ err: error }, 'cannot keep on disk what is known');
      this.#options.cache.forgetKnown();
    }
  }

  async #readCallers(store: Store, onContradiction: (message: string) => void): Promise<void> {
    const [keys, allowlist] = await Promise.all([store.access.keys(), store.access.allowlist()]);
    const cidrs = allowlist.map(({ cidr }) => cidr);
    this.#tellCallers(knownKeys(keys), cidrs, onContradiction);
  }

  /** A range of the allowlist with a trusted proxy in it would let everybody in, and is left out. */
  #tellCallers(keys: KnownKey[], cidrs: string[], onContradiction: (message: string) => void): void {
    const isSound = (cidr: string) => {
      const range = parseRange(cidr) as Range;
      return !this.#options.trusted.some((proxy) => overlap(proxy, range));
    };
    const allowlist = cidrs.filter(isSound);
    if (allowlist.length < cidrs.length) onContradiction(contradictionOf(cidrs.filter((cidr) => !isSound(cidr))));
    this.#known = { ...this.#known, keys, allowlist };
    this.#options.audience.callersChanged(keys, allowlist);
  }

  /** A revision that cannot be loaded leaves the last good one in place. */
  async #readCatalogue(store: Store): Promise<void> {
    const revision = await store.revisions.active();
    const before = this.#known.published;
    const { cache, audience, log } = this.#options;
    if (!revision || isSame(revision, before?.revision)) {
      audience.unloadable(undefined);
      return;
    }
    const began = performance.now();
    try {
      const { bytes, hash } = await this.#snapshots.of(revision, store);
      this.#known = { ...this.#known, published: { revision, hash } };
      audience.published(revision, bytes, (performance.now() - began) / 1000);
      this.#keep(() => cache.keepSnapshot(hash, bytes, before?.hash));
      log.info({ revision: revision.id, trees: revision.trees }, 'serving revision');
    } catch (error) {
      // A store that cannot be reached is asked again; what it holds is another matter.
      if (error instanceof StoreError) throw error;
      log.error({ err: error, revision: revision.id }, 'cannot load the active revision; the last good one stays');
      if (!before) await this.#fallBackOn(cache.known());
      audience.unloadable(revision);
    }
  }

  async #fallBackOn(known: Known | undefined): Promise<void> {
    if (!known) return;
    const { audience, log } = this.#options;
    this.#known = known;
    this.#tellCallers(known.keys, known.allowlist, (contradiction) => log.error(contradiction));
    if (!known.published) return;
    const { revision, hash } = known.published;
    const began = performance.now();
    const cached = await this.#snapshots.kept(hash);
    if (!cached) return;
    audience.published(revision, cached.bytes, (performance.now() - began) / 1000);
    log.warn({ revision: revision.id }, 'serving the last good revision from disk');
  }

  async #writeUses(interval?: number): Promise<void> {
    if (this.#store) await this.#uses.write(this.#store, this.#options.now().getTime(), interval);
  }
}

/** A store that was replaced may use a number again. */
function isSame(revision: Revision, before: Revision | undefined): boolean {
  return revision.number === before?.number && revision.hash === before.hash;
}

class ContradictionError extends Error {
  override name = 'ContradictionError';
}

function knownKeys(keys: StoredKey[]): KnownKey[] {
  const replaced = replacedIn(keys);
  return keys
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, hash, expiresAt }) => ({
      id,
      name,
      hash,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
      ...(replaced.has(id) && { isReplaced: true }),
    }));
}

function contradictionOf(cidrs: string[]): string {
  return `The allowlist holds ${cidrs.join(', ')}, where a trusted proxy is: whoever comes through it would be let in. Remove the one or the other.`;
}
