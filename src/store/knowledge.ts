// In charge of what a server knows of its store: tells it to those who serve, and keeps it on disk for a day without the
// store. Older knowledge fills a gap, and never takes the place of newer.

import type { Logger } from 'pino';
import { overlap, parseRange, type Range } from '../access/address.ts';
import type { KnownKey } from '../access/callers.ts';
import { replacedIn, type StoredKey } from './access-store.ts';
import type { Cache } from './cache.ts';
import { StoreError, WrongStoreError } from './errors.ts';
import { isNothing, type Known } from './known.ts';
import type { Revision } from './revision-store.ts';
import { Snapshots } from './snapshots.ts';
import { isBusy } from './sqlite.ts';
import type { State, Store } from './store.ts';

/** What changed, for those who serve, and how it is with the store. */
export interface Audience {
  callersChanged(keys: KnownKey[], allowlist: string[]): void;
  /** The bytes are a whole snapshot in shared memory, loaded in so many seconds. */
  published(revision: Revision, bytes: Uint8Array, seconds: number): void;
  /** The active revision could not be loaded and the last good one stays; or nothing of the kind is the case any more. */
  unloadable(revision: Revision | undefined): void;
  /** The store was read and nothing is newer than what was told. */
  upToDate(): void;
  /** The store could not be read or written. */
  failed(error: unknown): void;
}

interface Options {
  cache: Cache;
  trusted: readonly Range[];
  audience: Audience;
  log: Logger;
}

type OnContradiction = (message: string) => void;

export class Knowledge {
  readonly #options: Options;
  readonly #snapshots: Snapshots;
  /** What an earlier run left on disk. */
  readonly #last: Known | undefined;
  /** Of the store that it is of; undefined where nothing is known, or by an older Sylva. */
  #identity: string | undefined;
  #version: number;
  /** Those who were told of in this run, and the revision. */
  #callers: Pick<Known, 'keys' | 'allowlist'> | undefined;
  #served: Revision | undefined;
  /** The newest revision whose snapshot is on disk. */
  #kept: Known['published'];
  /** What could not be written at the last try. */
  readonly #unkept = new Set<'known' | 'snapshot'>();

  constructor(options: Options) {
    this.#options = options;
    this.#snapshots = new Snapshots(options.cache, options.log);
    this.#last = options.cache.known();
    this.#identity = this.#last?.store ?? undefined;
    this.#version = this.#last?.version ?? 0;
    this.#kept = this.#last?.published ?? null;
  }

  /** Whether an earlier run left something to serve without the store. */
  get canFallBack(): boolean {
    return this.#last !== undefined;
  }

  /** What another store holds is no news of this one. */
  assertSame({ identity }: State): void {
    if (this.#identity === undefined || identity === this.#identity) return;
    throw new WrongStoreError(
      `The database holds another store than the one that was served here. Put that one back; or, where this one is meant, stop the server, remove ${this.#options.cache.folder}, and start it again.`,
    );
  }

  /** Takes up what the store holds. Callers are kept on disk before the catalogue is fetched, which may fail. */
  async read(store: Store, state: State, onContradiction: OnContradiction): Promise<void> {
    this.#compare(state);
    await this.#readCallers(store, onContradiction);
    this.#keepKnown(state);
    await this.#readCatalogue(store);
    this.#keepKnown(state);
  }

  /** Tells what an earlier run left of whatever was not read. */
  async fallBack(): Promise<void> {
    if (!this.#last) return;
    const { keys, allowlist } = this.#last;
    if (!this.#callers) this.#tellCallers(keys, allowlist, (contradiction) => this.#options.log.error(contradiction));
    await this.#serveKept();
  }

  #compare({ identity, version }: State): void {
    if (identity === this.#identity && version < this.#version) {
      const about = { version, known: this.#version };
      this.#options.log.warn(
        about,
        'the store is older than what was known: keys that were revoked since then work again',
      );
    }
    this.#version = version;
  }

  async #readCallers({ access }: Store, onContradiction: OnContradiction): Promise<void> {
    const [keys, allowlist] = await Promise.all([access.keys(), access.allowlist()]);
    const cidrs = allowlist.map(({ cidr }) => cidr);
    this.#tellCallers(knownKeys(keys), cidrs, onContradiction);
  }

  /** A range of the allowlist with a trusted proxy in it would let everybody in, and is left out. */
  #tellCallers(keys: KnownKey[], cidrs: string[], onContradiction: OnContradiction): void {
    const isSound = (cidr: string) => {
      const range = parseRange(cidr) as Range;
      return !this.#options.trusted.some((proxy) => overlap(proxy, range));
    };
    const allowlist = cidrs.filter(isSound);
    if (allowlist.length < cidrs.length) onContradiction(contradictionOf(cidrs.filter((cidr) => !isSound(cidr))));
    this.#callers = { keys, allowlist };
    this.#options.audience.callersChanged(keys, allowlist);
  }

  /** A revision that cannot be loaded leaves the last good one in place. */
  async #readCatalogue(store: Store): Promise<void> {
    const revision = await store.revisions.active();
    const { audience, log } = this.#options;
    if (!revision || isSame(revision, this.#served)) {
      audience.unloadable(undefined);
      return;
    }
    try {
      await this.#load(revision, store);
    } catch (error) {
      // A store that cannot be reached is asked again; what it holds is another matter.
      if (error instanceof StoreError || isBusy(error)) throw error;
      log.error({ err: error, revision: revision.id }, 'cannot load the active revision; the last good one stays');
      await this.#serveKept();
      audience.unloadable(revision);
    }
  }

  async #load(revision: Revision, store: Store): Promise<void> {
    const { cache, audience, log } = this.#options;
    const began = performance.now();
    const { bytes, hash } = await this.#snapshots.of(revision, store);
    this.#served = revision;
    audience.published(revision, bytes, (performance.now() - began) / 1000);
    log.info({ revision: revision.id, trees: revision.trees }, 'serving revision');
    if (this.#keep('snapshot', () => cache.keepSnapshot(hash, bytes, this.#kept?.hash)))
      this.#kept = { revision, hash };
  }

  /** Where nothing is served yet, what is on disk is better than nothing. */
  async #serveKept(): Promise<void> {
    if (this.#served || !this.#kept) return;
    const { audience, log } = this.#options;
    const { revision, hash } = this.#kept;
    const began = performance.now();
    const cached = await this.#snapshots.kept(hash);
    if (!cached) return;
    this.#served = revision;
    audience.published(revision, cached.bytes, (performance.now() - began) / 1000);
    log.warn({ revision: revision.id }, 'serving the last good revision from disk');
  }

  /** What stands on disk and could not be replaced must not be believed later. */
  #keepKnown({ identity, version }: State): void {
    const { cache, log } = this.#options;
    const known = { keys: [], allowlist: [], ...this.#callers, published: this.#kept };
    this.#identity = isNothing(known) ? undefined : identity;
    const wasKept = !this.#unkept.has('known');
    if (this.#keep('known', () => cache.keepKnown({ store: identity, version, ...known })) || cache.forgetKnown())
      return;
    const file = cache.knownPath;
    if (wasKept)
      log.error({ file }, 'this file is outdated, and a start without the store would believe it: remove it');
  }

  /** A disk that takes nothing more keeps nothing from being served. It is complained of once. */
  #keep(what: 'known' | 'snapshot', write: () => void): boolean {
    const { log } = this.#options;
    try {
      write();
      if (this.#unkept.delete(what) && this.#unkept.size === 0) log.info('what is known is kept on disk again');
      return true;
    } catch (error) {
      if (this.#unkept.size === 0) log.error({ err: error }, 'cannot keep on disk what is known');
      this.#unkept.add(what);
      return false;
    }
  }
}

/** A store that was replaced may use a number again. */
function isSame(revision: Revision, before: Revision | undefined): boolean {
  return revision.number === before?.number && revision.hash === before.hash;
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
