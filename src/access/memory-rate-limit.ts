// In charge of the rate limit within one process: exact counts, over all its threads, in a table of fixed size.
//
// A map would grow with a flood of addresses, and a cache that drops the oldest would let a blocked address in again.
// So live windows are never dropped: a slot is used again only when its window has ended, and a client that finds no
// free slot shares one with others until there is one. Sharing can only make the limit stricter.

import type { ClientKey, Clock, Decision, RateLimiter } from './rate-limit.ts';

/** Room for a million live windows, half of the slots empty: 32 MiB at most, touched only as clients come. */
const SLOTS = 1 << 21;
const MOST_PROBES = 128;
const SHARED_SLOTS = 1 << 16;

/** Ends of windows are kept in sixteenths of a second since the start, rounded up, which lasts for eight years. */
const TICK_MILLISECONDS = 1000 / 16;

/** How far apart two reports of a window's end may be: less than the shortest window. */
const STEADY_TICKS = 8;

/** How far the wall clock may stray from the monotonic one before we believe that it was set anew. */
const CLOCK_STEP_MILLISECONDS = 500;

/** After this many tries the thread that holds the lock must have died with it. */
const MOST_SPINS = 10_000_000;

/** What the limiters of all threads share. */
export interface SharedWindows {
  memory: SharedArrayBuffer;
  /** By the monotonic clock. */
  startedAt: number;
  /** Makes it unforeseeable which addresses share a slot. */
  seed: number;
}

export function newWindows(clock: Clock, seed: number): SharedWindows {
  const numbers = 1 + 2 * SLOTS + 2 * (SLOTS + SHARED_SLOTS);
  return { memory: new SharedArrayBuffer(numbers * 4), startedAt: clock.monotonic(), seed };
}

interface Options {
  limit: number;
  windowSeconds: number;
  clock: Clock;
  windows: SharedWindows;
}

export class MemoryRateLimiter implements RateLimiter {
  /** May change at any time: windows go on with what they have counted. */
  limit: number;
  readonly #windowMilliseconds: number;
  readonly #clock: Clock;
  readonly #seed: number;
  readonly #startedAt: number;
  #wallOffset: number;

  readonly #lock: Int32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  /** The tick at which the window ends; 0 where the slot was never used. */
  readonly #ends: Uint32Array;
  /** Requests in the window, doubled, plus 1 for IPv6. */
  readonly #counts: Uint32Array;

  constructor({ limit, windowSeconds, clock, windows }: Options) {
    this.limit = limit;
    this.#windowMilliseconds = windowSeconds * 1000;
    this.#clock = clock;
    this.#seed = windows.seed;
    this.#startedAt = windows.startedAt;
    this.#wallOffset = clock.wall() - clock.monotonic();

    let offset = 0;
    const next = (length: number) => {
      const numbers = new Uint32Array(windows.memory, offset, length);
      offset += numbers.byteLength;
      return numbers;
    };
    this.#lock = new Int32Array(next(1).buffer, 0, 1);
    this.#high = next(SLOTS);
    this.#low = next(SLOTS);
    this.#ends = next(SLOTS + SHARED_SLOTS);
    this.#counts = next(SLOTS + SHARED_SLOTS);
  }

  take(client: ClientKey): Decision {
    return this.#locked((elapsed) => this.#count(client, elapsed));
  }

  /** Takes over what was counted elsewhere, this request included, and decides by it. */
  learn(client: ClientKey, count: number, leftMilliseconds: number): Decision {
    return this.#locked((elapsed) => this.#takeOver(client, count, elapsed + leftMilliseconds, elapsed));
  }

  #locked(work: (elapsed: number) => Decision): Decision {
    const elapsed = this.#clock.monotonic() - this.#startedAt;
    this.#acquire();
    try {
      return work(elapsed);
    } finally {
      Atomics.store(this.#lock, 0, 0);
    }
  }

  /** Held for less than a microsecond, so that waiting in a loop is the quickest way. */
  #acquire(): void {
    for (let spin = 0; spin < MOST_SPINS; spin++) if (Atomics.compareExchange(this.#lock, 0, 0, 1) === 0) return;
  }

  #count(client: ClientKey, elapsed: number): Decision {
    const tick = Math.floor(elapsed / TICK_MILLISECONDS) + 1;
    const slot = this.#slotOf(client, tick);
    const familyBit = client.family === 6 ? 1 : 0;
    if (this.#ends[slot] <= tick) {
      this.#ends[slot] = Math.ceil((elapsed + this.#windowMilliseconds) / TICK_MILLISECONDS) + 1;
      this.#counts[slot] = familyBit;
    }
    const count = (this.#counts[slot] >>> 1) + 1;
    const isAllowed = count <= this.limit;
    if (isAllowed) this.#counts[slot] += 2;
    return this.#decide(
      isAllowed,
      Math.max(this.limit - count, 0),
      (this.#ends[slot] - 1) * TICK_MILLISECONDS,
      elapsed,
    );
  }

  /** An end that is nearly the known one is the same, told with another delay. Shared slots hold no single client's count. */
  #takeOver(client: ClientKey, count: number, endsAt: number, elapsed: number): Decision {
    const slot = this.#slotOf(client, Math.floor(elapsed / TICK_MILLISECONDS) + 1);
    const end = Math.ceil(endsAt / TICK_MILLISECONDS) + 1;
    const isKnown = Math.abs(this.#ends[slot] - end) <= STEADY_TICKS;
    const known = isKnown ? this.#counts[slot] >>> 1 : 0;
    if (slot < SLOTS) {
      if (!isKnown) this.#ends[slot] = end;
      this.#counts[slot] = 2 * Math.min(Math.max(count, known), this.limit) + (client.family === 6 ? 1 : 0);
    }
    const shownEnd = ((slot < SLOTS ? this.#ends[slot] : end) - 1) * TICK_MILLISECONDS;
    return this.#decide(count <= this.limit, Math.max(this.limit - count, 0), shownEnd, elapsed);
  }

  #decide(isAllowed: boolean, remaining: number, endsAt: number, elapsed: number): Decision {
    return {
      isAllowed,
      limit: this.limit,
      remaining,
      resetAt: Math.ceil((this.#startedAt + endsAt + this.#offsetOfWall(elapsed)) / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt - elapsed) / 1000)),
    };
  }

  /** Steady within a window, so that its end does not flicker between two seconds. */
  #offsetOfWall(elapsed: number): number {
    const offset = this.#clock.wall() - (this.#startedAt + elapsed);
    if (Math.abs(offset - this.#wallOffset) > CLOCK_STEP_MILLISECONDS) this.#wallOffset = offset;
    return this.#wallOffset;
  }

  /** The client's slot, or the first that it may have, or one that it shares. */
  #slotOf({ family, high, low }: ClientKey, tick: number): number {
    const familyBit = family === 6 ? 1 : 0;
    const start = mix(high, low, this.#seed + familyBit);
    let free = -1;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const slot = (start + probe) & (SLOTS - 1);
      const end = this.#ends[slot];
      if (end !== 0 && this.#high[slot] === high && this.#low[slot] === low && (this.#counts[slot] & 1) === familyBit)
        return slot;
      if (free === -1 && end <= tick) free = slot;
      if (end === 0) break;
    }
    if (free === -1) return SLOTS + (start & (SHARED_SLOTS - 1));
    this.#high[free] = high;
    this.#low[free] = low;
    this.#ends[free] = 0;
    return free;
  }
}

/** Spreads keys evenly (the finaliser of MurmurHash3). */
function mix(high: number, low: number, seed: number): number {
  let hash = Math.imul(high ^ seed, 0xcc9e2d51) ^ Math.imul(low ^ (seed >>> 7), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
