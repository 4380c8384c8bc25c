// In charge of staying under the service's own limit: what its answers say of it, and who must wait.

import { RateLimitedError } from './errors.ts';
import { interruptible } from './wait.ts';

export interface RateLimit {
  limit: number;
  remaining: number;
  /** When the window ends. */
  resetAt: Date;
}

interface Window {
  limit: number;
  /** As the service said last; answers may arrive out of order, so the least of a window counts. */
  remaining: number;
  /** Unix time in seconds, by the service's clock: names the window. */
  reset: number;
  /** The same moment in milliseconds of this machine's monotonic clock. */
  endsAt: number;
}

/** So that rounding on the way never brings a request just before the window's end. */
const MARGIN_MS = 50;

/** More is taken for none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class Limiter {
  #window: Window | undefined;
  #underWay = 0;
  readonly #waiting = new Set<() => void>();
  readonly #baseUrl: string;
  readonly #maxWaitMs: number;

  constructor({ baseUrl, maxWaitMs }: { baseUrl: string; maxWaitMs: number }) {
    this.#baseUrl = baseUrl;
    this.#maxWaitMs = maxWaitMs;
  }

  get rateLimit(): RateLimit | undefined {
    const window = this.#window;
    return window && { limit: window.limit, remaining: window.remaining, resetAt: new Date(window.reset * 1000) };
  }

  /** Resolves when a request may be sent, at once where `waits` is false; each must be followed by `end`. */
  async begin(waits: boolean, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      // One look at the clock for both: a window that ended between two would have neither room nor an end to wait for.
      const now = performance.now();
      if (!waits || this.#hasRoom(now)) break;
      await this.#change(now, signal);
    }
    this.#underWay++;
  }

  /** The answer's headers, where there was one. */
  end(headers: Headers | undefined): void {
    this.#underWay--;
    if (headers) this.#learn(headers);
    for (const wake of [...this.#waiting]) wake();
  }

  /** While nothing is known of the limit, one request goes alone: its answer tells. */
  #hasRoom(now: number): boolean {
    const window = this.#window;
    if (!window) return this.#underWay === 0;
    const left = now >= window.endsAt ? window.limit : window.remaining;
    return left > this.#underWay;
  }

  /** Waits for an answer that tells more, or for the window's end. */
  #change(now: number, signal: AbortSignal | undefined): Promise<void> {
    const untilEnd = this.#window ? this.#window.endsAt - now : Number.POSITIVE_INFINITY;
    const isLong = this.#underWay === 0 && untilEnd > this.#maxWaitMs;
    if (isLong) throw usedUp(Math.ceil(untilEnd / 1000), this.#baseUrl);
    return interruptible<void>(signal, (resolve) => {
      const stop = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
      };
      const wake = () => {
        stop();
        resolve();
      };
      const timer = untilEnd > 0 ? setTimeout(wake, Math.min(untilEnd, LONGEST_TIMER_MS)) : undefined;
      this.#waiting.add(wake);
      return stop;
    });
  }

  #learn(headers: Headers): void {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
    ) as [number, number, number];
    if (Number.isNaN(limit + remaining + reset) || limit < 1) return;
    if (this.#window && reset < this.#window.reset) return;
    const isSame = reset === this.#window?.reset;
    this.#window = {
      limit,
      remaining: isSame ? Math.min(remaining, this.#window?.remaining ?? remaining) : remaining,
      reset,
      endsAt: isSame ? (this.#window?.endsAt ?? 0) : performance.now() + untilReset(reset, headers) + MARGIN_MS,
    };
  }
}

function usedUp(retryAfterSeconds: number, address: string): RateLimitedError {
  const message = `The limit is used up for another ${retryAfterSeconds} s.`;
  return new RateLimitedError(message, { retryAfterSeconds, address });
}

/** By the service's own clock where the answer tells it: this machine's may be wrong. */
function untilReset(reset: number, headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '');
  return reset * 1000 - (Number.isNaN(date) ? Date.now() : date);
}
