import { type Address, firstBits } from '../../net/address.ts';

/** An IPv4 address, or an IPv6 network. */
export interface ClientKey {
  family: 4 | 6;
  high: number;
  low: number;
}

export interface Decision {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** Unix time in whole seconds. */
  resetAt: number;
  /** Whole seconds until then: at least 1, at most the window. */
  retryAfterSeconds: number;
}

/** A count that Redis returned. */
export interface Counted {
  /** Requests in the window, including this one. */
  count: number;
  /** Until the window ends: a duration, so that clocks need not agree. */
  leftMilliseconds: number;
  /** Between request and reply: the window may end that much earlier than `leftMilliseconds` says. */
  delayMilliseconds: number;
}

export interface RateLimiter {
  /** Counts one request of a client, and decides whether it is within the limit. */
  take(client: ClientKey): Decision | Promise<Decision>;
  /** The state of a client's window, without counting. */
  peek(client: ClientKey): Decision;
}

export interface Clock {
  /** Milliseconds that never go backwards, the same in every thread. */
  monotonic(): number;
  /** Unix time in milliseconds, which may be adjusted at any moment. */
  wall(): number;
}

/** `ipv6Prefix` is at most 64, so that a key has at most 64 bits. */
export function clientKeyOf({ family, value }: Address, ipv6Prefix: number): ClientKey {
  if (family === 4) return { family, high: 0, low: Number(value) };
  const network = firstBits(value, 6, ipv6Prefix) << BigInt(64 - ipv6Prefix);
  return { family, high: Number(network >> 32n), low: Number(network & 0xffffffffn) };
}

export const systemClock: Clock = {
  monotonic() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  wall: () => Date.now(),
};

/** The finalizer of MurmurHash3. */
export function spread({ family, high, low }: ClientKey, seed: number): number {
  const start = seed + (family === 6 ? 1 : 0);
  let hash = Math.imul(high ^ start, 0xcc9e2d51) ^ Math.imul(low ^ (start >>> 7), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
