// In charge of knowing who may call, in a running server: follows the store, and writes back when keys were used.

import type { Logger } from 'pino';
import { overlap, parseRange, type Range } from '../access/address.ts';
import { Callers } from '../access/callers.ts';
import type { AccessStore, StoredKey } from './access-store.ts';

const POLL_MILLISECONDS = 200;
const USE_INTERVAL_MILLISECONDS = 60_000;

export class AccessFollower {
  callers = new Callers([], []);
  readonly #store: AccessStore;
  readonly #trusted: readonly Range[];
  readonly #log: Logger;
  readonly #now: () => Date;
  #version = -1;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** When each key was last used, and when that was last written. */
  readonly #used = new Map<string, number>();
  readonly #written = new Map<string, number>();

  constructor(store: AccessStore, trusted: readonly Range[], log: Logger, now: () => Date) {
    this.#store = store;
    this.#trusted = trusted;
    this.#log = log;
    this.#now = now;
  }

  /** Reads what stands now, then keeps following. Fails where the allowlist contradicts the trusted proxies. */
  async start(): Promise<void> {
    const contradictions = await this.#read();
    if (contradictions.length > 0) throw new Error(contradiction(contradictions));
    this.#schedule();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    await this.#writeUses(0);
  }

  /** On the request's path: only remembers. */
  markUsed(id: string, at: number): void {
    this.#used.set(id, at);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().finally(() => this.#schedule());
    }, POLL_MILLISECONDS).unref();
  }

  /** A store that is gone leaves what was known in place. */
  async #poll(): Promise<void> {
    try {
      if ((await this.#store.version()) !== this.#version) {
        const contradictions = await this.#read();
        if (contradictions.length > 0) this.#log.error(contradiction(contradictions));
      }
      await this.#writeUses(USE_INTERVAL_MILLISECONDS);
    } catch (error) {
      this.#log.error({ err: error }, 'cannot read who may call; what was known stays');
    }
  }

  /** The ranges of the allowlist that are left out because a trusted proxy is in them: they would let everybody in. */
  async #read(): Promise<string[]> {
    const version = await this.#store.version();
    const [keys, allowlist] = await Promise.all([this.#store.keys(), this.#store.allowlist()]);
    const ranges = allowlist.map(({ cidr }) => ({ cidr, range: parseRange(cidr) as Range }));
    const isContradiction = (range: Range) => this.#trusted.some((proxy) => overlap(proxy, range));
    const sound = ranges.filter(({ range }) => !isContradiction(range));
    this.callers = new Callers(
      knownKeys(keys),
      sound.map(({ range }) => range),
    );
    this.#version = version;
    return ranges.filter(({ range }) => isContradiction(range)).map(({ cidr }) => cidr);
  }

  /** Writes the uses of keys whose last writing is at least this long ago. */
  async #writeUses(interval: number): Promise<void> {
    const now = this.#now().getTime();
    const due = [...this.#used].filter(([id, at]) => {
      const written = this.#written.get(id) ?? Number.NEGATIVE_INFINITY;
      return at > written && now - written >= interval;
    });
    if (due.length === 0) return;
    await this.#store.recordUse(new Map(due.map(([id, at]) => [id, new Date(at).toISOString()])));
    for (const [id] of due) this.#written.set(id, now);
  }
}

function knownKeys(keys: StoredKey[]) {
  return keys
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name, hash, expiresAt }) => ({
      id,
      name,
      hash,
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    }));
}

function contradiction(cidrs: string[]): string {
  return `The allowlist holds ${cidrs.join(', ')}, where a trusted proxy is: whoever comes through it would be let in. Remove the one or the other.`;
}
