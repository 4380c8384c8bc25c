// Follows keys and allowlist: reads them at every change of the store, and hands them to the serving threads and the cache.

import type { KnownKey } from '../access/callers.ts';
import { parseRange, type Range } from '../net/address.ts';
import { overlap } from '../net/coverage.ts';
import { isSameMoment, type State, type Store } from '../store/store.ts';
import { replacedIn, type StoredKey } from '../store/tables/access.ts';
import type { Fallback, StoreEvents } from './fallback.ts';

interface Options extends Pick<StoreEvents, 'onCallers'> {
  fallback: Fallback;
  trusted: readonly Range[];
}

export class CallersFollower {
  readonly #options: Options;
  #read: { store: Store; state: State } | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns what is wrong with the allowlist, if anything. */
  async follow(store: Store, state: State): Promise<string | undefined> {
    if (store === this.#read?.store && isSameMoment(state, this.#read.state)) return undefined;
    const [stored, ranges] = await Promise.all([store.access.keys(), store.access.allowlist()]);
    const keys = workingKeys(stored);
    const { allowlist, contradiction } = this.#judge(ranges.map(({ cidr }) => cidr));
    const isSetBack = await this.#options.fallback.isSetBack(store, state);
    this.#read = { store, state };
    this.#options.onCallers(keys, allowlist);
    this.#options.fallback.keepCallers(state, keys, allowlist, isSetBack);
    return contradiction;
  }

  /** Until the store was read, uses the callers of an earlier run. */
  fallBack(): string | undefined {
    const { earlier } = this.#options.fallback;
    if (this.#read || !earlier) return undefined;
    const { allowlist, contradiction } = this.#judge(earlier.allowlist);
    this.#options.onCallers(earlier.keys, allowlist);
    return contradiction;
  }

  /** Omits ranges that contain a trusted proxy, because they would let everybody in. */
  #judge(cidrs: string[]): { allowlist: string[]; contradiction: string | undefined } {
    const { trusted } = this.#options;
    const holdsProxy = (cidr: string) => trusted.some((proxy) => overlap(proxy, parseRange(cidr) as Range));
    const { wrong, allowlist = [] } = Object.groupBy(cidrs, (cidr) => (holdsProxy(cidr) ? 'wrong' : 'allowlist'));
    const contradiction =
      wrong &&
      `The allowlist holds ${wrong.join(', ')}, where a trusted proxy is: whoever comes through it would be let in. Remove the one or the other.`;
    return { allowlist, contradiction };
  }
}

function workingKeys(keys: StoredKey[]): KnownKey[] {
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
