// In charge of a running server's knowledge: follows the store, falls back on what it last knew, and writes back when
// keys were used.

import type { Logger } from 'pino';
import { overlap, parseRange, type Range } from '../access/address.ts';
import type { KnownKey } from '../access/callers.ts';
import { compile } from '../snapshot/compile.ts';
import { decode, FORMAT_VERSION } from '../snapshot/format.ts';
import type { StoredKey } from './access-store.ts';
import type { Cache, Known } from './cache.ts';
import type { Revision } from './revision-store.ts';
import type { Store } from './store.ts';

const POLL_MILLISECONDS = 200;
const USE_INTERVAL_MILLISECONDS = 60_000;

/** What changed, for those who serve. */
export interface Audience {
  callersChanged(keys: KnownKey[], allowlist: string[]): void;
  /** The bytes are a whole snapshot in shared memory. */
  published(revision: Revision, bytes: Uint8Array): void;
  /** The store was read and nothing is newer than what was told. */
  upToDate(): void;
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
  #store: Store | undefined;
  #version = -1;
  #known: Known = { keys: [], allowlist: [], published: null };
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isFailing = false;
  /** When each key was last used, and when that was last written. */
  readonly #used = new Map<string, number>();
  readonly #written = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Tells what stands now, or what was last known where the store cannot be read, then keeps following. */
  async start(): Promise<void> {
    const { cache } = this.#options;
    const last = cache.known();
    try {
      this.#store = await this.#options.openStore(last !== undefined);
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

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#writeUses(0).catch((error) => this.#complain(error));
    await this.#store?.close();
  }

  markUsed(id: string, at: number): void {
    this.#used.set(id, at);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().finally(() => this.#schedule());
    }, POLL_MILLISECONDS).unref();
  }

  async #poll(): Promise<void> {
    try {
      this.#store ??= await this.#options.openStore(true);
      const version = await this.#store.version();
      if (version !== this.#version)
        await this.#read(this.#store, (contradiction) => this.#options.log.error(contradiction));
      await this.#writeUses(USE_INTERVAL_MILLISECONDS);
      if (this.#isFailing) this.#options.log.info('the store can be read again');
      this.#isFailing = false;
      this.#options.audience.upToDate();
    } catch (error) {
      this.#complain(error);
      await this.#store?.close().catch(() => {});
      this.#store = undefined;
      this.#version = -1;
    }
  }

  /** Once for each failure, however long it lasts. */
  #complain(error: unknown): void {
    if (!this.#isFailing) this.#options.log.error({ err: error }, 'cannot read the store; what was known stays');
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
    if (!revision || isSame(revision, before?.revision)) return;
    const { cache, audience, log } = this.#options;
    try {
      const { bytes, hash } = (await this.#fromCache(revision.hash)) ?? (await this.#fromStore(store, revision));
      this.#known = { ...this.#known, published: { revision, hash } };
      audience.published(revision, bytes);
      this.#keep(() => cache.keepSnapshot(hash, bytes, before?.hash));
      log.info({ revision: revision.id, trees: revision.trees }, 'serving revision');
    } catch (error) {
      log.error({ err: error, revision: revision.id }, 'cannot load the active revision; the last good one stays');
      if (!before) await this.#fallBackOn(cache.known());
    }
  }

  async #fromCache(hash: string): Promise<{ bytes: Uint8Array; hash: string } | undefined> {
    const bytes = await this.#options.cache.snapshot(hash);
    if (!bytes) return undefined;
    try {
      return { bytes, hash: decode(bytes).hash };
    } catch (error) {
      this.#options.log.error({ err: error }, 'a snapshot on disk is damaged, and is fetched again');
      this.#options.cache.forgetSnapshot(hash);
      return undefined;
    }
  }

  /** A snapshot of an older format is compiled again from the content that the store keeps. */
  async #fromStore(store: Store, revision: Revision): Promise<{ bytes: Uint8Array; hash: string }> {
    const isReadable = revision.format === FORMAT_VERSION;
    const bytes = isReadable
      ? await store.revisions.snapshot(revision)
      : shared(compile(await store.revisions.content(revision)));
    const { hash } = decode(bytes);
    if (isReadable && hash !== revision.hash)
      throw new Error(`The snapshot of ${revision.id} is another one than was published.`);
    return { bytes, hash };
  }

  async #fallBackOn(known: Known | undefined): Promise<void> {
    if (!known) return;
    const { audience, log } = this.#options;
    this.#known = known;
    this.#tellCallers(known.keys, known.allowlist, (contradiction) => log.error(contradiction));
    if (!known.published) return;
    const { revision, hash } = known.published;
    const cached = await this.#fromCache(hash);
    if (!cached) return;
    audience.published(revision, cached.bytes);
    log.warn({ revision: revision.id }, 'serving the last good revision from disk');
  }

  /** Writes the uses of keys whose last writing is at least this long ago. */
  async #writeUses(interval: number): Promise<void> {
    const now = this.#options.now().getTime();
    const due = [...this.#used].filter(([id, at]) => {
      const written = this.#written.get(id) ?? Number.NEGATIVE_INFINITY;
      return at > written && now - written >= interval;
    });
    if (due.length === 0 || !this.#store) return;
    await this.#store.access.recordUse(new Map(due.map(([id, at]) => [id, new Date(at).toISOString()])));
    for (const [id] of due) this.#written.set(id, now);
  }
}

/** A store that was replaced may use a number again. */
function isSame(revision: Revision, before: Revision | undefined): boolean {
  return revision.number === before?.number && revision.hash === before.hash;
}

class ContradictionError extends Error {
  override name = 'ContradictionError';
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function knownKeys(keys: StoredKey[]): KnownKey[] {
  return keys
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, hash, expiresAt }) => ({
      id,
      name,
      hash,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    }));
}

function contradictionOf(cidrs: string[]): string {
  return `The allowlist holds ${cidrs.join(', ')}, where a trusted proxy is: whoever comes through it would be let in. Remove the one or the other.`;
}
