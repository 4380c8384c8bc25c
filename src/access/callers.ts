import { type Address, type Range, Ranges } from '../net/address.ts';
import { hashKey, isWellFormed } from './api-key.ts';

export interface KnownKey {
  id: string;
  name: string;
  hash: string;
  /** Unix time in milliseconds, or null if it never expires. */
  expiresAt: number | null;
  /** Whether it has a successor, so that its end is intended. */
  isReplaced?: true;
}

export class Callers {
  readonly #keys: ReadonlyMap<string, KnownKey>;
  readonly #allowlist: Ranges;

  constructor(keys: readonly KnownKey[], allowlist: readonly Range[]) {
    this.#keys = new Map(keys.map((key) => [key.hash, key]));
    this.#allowlist = new Ranges(allowlist);
  }

  /** The key of a request's header, expired or not. Looks up its hash only, so that timing reveals nothing. */
  findKey(text: string | undefined): KnownKey | undefined {
    return text === undefined || !isWellFormed(text) ? undefined : this.#keys.get(hashKey(text));
  }

  isAllowlisted(address: Address): boolean {
    return this.#allowlist.includes(address);
  }
}

export function isValidAt({ expiresAt }: KnownKey, now: number): boolean {
  return expiresAt === null || expiresAt > now;
}
