// Counts requests exactly, over all threads of one process, in a table of fixed size. Live windows are never dropped: a slot
// is reused only when its window has ended, and a client without a free slot shares one, which can only make the limit
// stricter. A map would grow with a flood of addresses, and a cache would let a blocked address in again.

import { threadId } from 'node:worker_threads';
import { SharedLock } from '../shared-lock.ts';
import { type ClientKey, type Clock, type Counted, type Decision, type RateLimiter, spread } from './contract.ts';
import { newRedisLogState } from './redis-report.ts';

/** A million live windows at half load: at most 41 MiB, touched only as clients come. */
const SLOTS = 1 << 21;
const MAX_PROBES = 128;
const SHARED_SLOTS = 1 << 16;

/** Two reports of a window's end may differ by this: less than the shortest window. */
const STEADY_MILLISECONDS = 500;

/** A larger deviation of the wall clock from the monotonic one means that it was adjusted. */
const CLOCK_STEP_MILLISECONDS = 500;

/** The end of a past window; a slot that was never used has 0. */
const LONG_AGO = Number.NEGATIVE_INFINITY;

export interface SharedWindows {
  memory: SharedArrayBuffer;
  startedAt: number;
  /** Makes it unpredictable which addresses share a slot. */
  seed: number;
  redisLogState: Int32Array;
}

export function newWindows(clock: Clock, seed: number): SharedWindows {
  const bytes = (SLOTS + SHARED_SLOTS) * (8 + 4) + SLOTS * (4 + 4) + 4;
  return {
    memory: new SharedArrayBuffer(bytes),
    startedAt: clock.monotonic(),
    seed,
    redisLogState: newRedisLogState(),
  };
}

/** Releases the lock of a thread that has ended. */
export function threadEnded({ memory }: SharedWindows, endedThreadId: number): void {
  lockOf(memory).releaseFor(endedThreadId);
}

function lockOf(memory: SharedArrayBuffer): SharedLock {
  return new SharedLock(new Int32Array(memory, memory.byteLength - 4, 1), threadId);
}

interface Options {
  limit: number;
  windowSeconds: number;
  clock: Clock;
  windows: SharedWindows;
}

export class MemoryRateLimiter implements RateLimiter {
  /** May change at any time; windows keep their counts. */
  limit: number;
  readonly #windowMilliseconds: number;
  readonly #clock: Clock;
  readonly #windows: SharedWindows;
  #wallOffset: number;
  readonly #lock: SharedLock;
  /** Milliseconds from the start to the window's end; 0 if the slot was never used. */
  readonly #ends: Float64Array;
  /** Requests in the window, doubled, plus 1 for IPv6. */
  readonly #counts: Uint32Array;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;

  constructor({ limit, windowSeconds, clock, windows }: Options) {
    const { memory } = windows;
    this.limit = limit;
    this.#windowMilliseconds = windowSeconds * 1000;
    this.#clock = clock;
    this.#windows = windows;
    this.#wallOffset = clock.wall() - clock.monotonic();
    this.#lock = lockOf(memory);
    this.#ends = new Float64Array(memory, 0, SLOTS + SHARED_SLOTS);
    this.#counts = new Uint32Array(memory, this.#ends.byteLength, SLOTS + SHARED_SLOTS);
    this.#high = new Uint32Array(memory, this.#counts.byteOffset + this.#counts.byteLength, SLOTS);
    this.#low = new Uint32Array(memory, this.#high.byteOffset + this.#high.byteLength, SLOTS);
  }

  take(client: ClientKey): Decision {
    return this.#locked((elapsed) => this.#count(client, elapsed));
  }

  peek(client: ClientKey): Decision {
    return this.#locked((elapsed) => {
      const slot = this.#slotOf(client, elapsed);
      const isLive = this.#ends[slot] > elapsed;
      const left = this.limit - (isLive ? this.#counts[slot] >>> 1 : 0);
      const end = isLive ? this.#ends[slot] : elapsed + this.#windowMilliseconds;
      return this.#decide(true, Math.max(left, 0), end, elapsed);
    });
  }

  /** Adopts a count of Redis, which includes this request, and decides by it. */
  applyCount(client: ClientKey, counted: Counted): Decision {
    return this.#locked((elapsed) => this.#adopt(client, counted, elapsed));
  }

  #locked(work: (elapsed: number) => Decision): Decision {
    const elapsed = this.#clock.monotonic() - this.#windows.startedAt;
    this.#lock.acquire();
    try {
      return work(elapsed);
    } finally {
      this.#lock.release();
    }
  }

  #count(client: ClientKey, elapsed: number): Decision {
    const slot = this.#slotOf(client, elapsed);
    if (this.#ends[slot] <= elapsed) {
      this.#counts[slot] = client.family === 6 ? 1 : 0;
      this.#ends[slot] = elapsed + this.#windowMilliseconds;
    }
    const count = (this.#counts[slot] >>> 1) + 1;
    const isAllowed = count <= this.limit;
    if (isAllowed) this.#counts[slot] += 2;
    return this.#decide(isAllowed, Math.max(this.limit - count, 0), this.#ends[slot], elapsed);
  }

  // An end near the known one belongs to the same window. A known window that ends later began during the reported one, and
  // so did its requests. Shared slots hold no single client's count.
  #adopt(client: ClientKey, { count, leftMilliseconds, delayMilliseconds }: Counted, elapsed: number): Decision {
    const slot = this.#slotOf(client, elapsed);
    const end = elapsed + leftMilliseconds;
    const isWithin = this.#ends[slot] >= end - delayMilliseconds - STEADY_MILLISECONDS;
    const known = isWithin ? this.#counts[slot] >>> 1 : 0;
    const isOver = leftMilliseconds <= delayMilliseconds;
    if (slot < SLOTS && !isOver) {
      if (!isWithin || this.#ends[slot] - end > STEADY_MILLISECONDS) this.#ends[slot] = end;
      this.#counts[slot] = 2 * Math.min(Math.max(count, known), this.limit) + (client.family === 6 ? 1 : 0);
    }
    const shownEnd = slot < SLOTS && !isOver ? this.#ends[slot] : end;
    return this.#decide(count <= this.limit, Math.max(this.limit - count, 0), shownEnd, elapsed);
  }

  #decide(isAllowed: boolean, remaining: number, end: number, elapsed: number): Decision {
    const leftMilliseconds = Math.min(end - elapsed, this.#windowMilliseconds);
    return {
      isAllowed,
      limit: this.limit,
      remaining,
      resetAt: Math.ceil((this.#windows.startedAt + end + this.#offsetOfWall(elapsed)) / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil(leftMilliseconds / 1000)),
    };
  }

  /** Steady within a window, so that its end doesn't flicker between two seconds. */
  #offsetOfWall(elapsed: number): number {
    const offset = this.#clock.wall() - (this.#windows.startedAt + elapsed);
    if (Math.abs(offset - this.#wallOffset) > CLOCK_STEP_MILLISECONDS) this.#wallOffset = offset;
    return this.#wallOffset;
  }

  /** The client's slot, or the first free one, or a shared one. */
  #slotOf(client: ClientKey, elapsed: number): number {
    const { family, high, low } = client;
    const familyBit = family === 6 ? 1 : 0;
    const start = spread(client, this.#windows.seed);
    let free = -1;
    for (let probe = 0; probe < MAX_PROBES; probe++) {
      const slot = (start + probe) & (SLOTS - 1);
      const end = this.#ends[slot];
      if (end !== 0 && this.#high[slot] === high && this.#low[slot] === low && (this.#counts[slot] & 1) === familyBit)
        return slot;
      if (free === -1 && end <= elapsed) free = slot;
      if (end === 0) break;
    }
    const shared = SLOTS + (start & (SHARED_SLOTS - 1));
    if (free === -1 || this.#ends[shared] > elapsed) return shared;
    this.#counts[free] = familyBit;
    this.#high[free] = high;
    this.#low[free] = low;
    this.#ends[free] = LONG_AGO;
    return free;
  }
}
