// In charge of who may call: the keys and the allowlist as they stand at one moment.

import { type Address, type Range, Ranges } from '../net/address.ts';
import { hashKey, isWellFormed } from './api-key.ts';

export interface KnownKey {
  id: string;
  name: string;
  hash: string;
  /** Unix time in milliseconds, or null where it never expires. */
  expiresAt: number | null;
  /** Whether a successor was made: its end is then what somebody wants. */
  isReplaced?: true;
}

export class Callers {
  readonly #keys: ReadonlyMap<string, KnownKey>;
  readonly #allowlist: Ranges;

  constructor(keys: readonly KnownKey[], allowlist: readonly Range[]) {
    this.#keys = new Map(keys.map((key) => [key.hash, key]));
    this.#allowlist = new Ranges(allowlist);
  }

  /** The key of a request's header, expired or not. Only its hash is looked up, so that time tells nothing of it. */
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
