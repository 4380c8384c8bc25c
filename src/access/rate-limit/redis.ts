// Limits requests over all instances: counts in Redis and copies the counts to memory, so that a client finds the same
// window if Redis fails and each instance counts alone.

import type { ClientKey, Decision, RateLimiter } from './contract.ts';
import type { MemoryRateLimiter } from './memory.ts';
import { type RedisCounter, within } from './redis-counter.ts';

/** A longer wait would be noticeable. */
const ANSWER_MILLISECONDS = 50;

interface Options {
  answerMilliseconds?: number;
  /** Called for each decision without Redis. */
  onFallback?(): void;
  /** Called for a reply that came too late for its request. */
  onLate?(delayMilliseconds: number): void;
}

export class RedisRateLimiter implements RateLimiter {
  readonly #counter: RedisCounter;
  readonly #local: MemoryRateLimiter;
  readonly #options: Required<Options>;

  constructor(counter: RedisCounter, local: MemoryRateLimiter, options: Options = {}) {
    this.#counter = counter;
    this.#local = local;
    this.#options = { answerMilliseconds: ANSWER_MILLISECONDS, onFallback() {}, onLate() {}, ...options };
  }

  /** Counts locally if the reply is late, and adopts Redis's count whenever it arrives. */
  take(client: ClientKey): Decision | Promise<Decision> {
    if (!this.#counter.isUp) return this.#decideAlone(client);
    let isDecided = false;
    const answer = this.#counter.count(nameOf(client)).then((counted) => {
      if (isDecided) this.#options.onLate(counted.delayMilliseconds);
      return this.#local.applyCount(client, counted);
    });
    return within(this.#options.answerMilliseconds, answer).catch(() => {
      isDecided = true;
      return this.#decideAlone(client);
    });
  }

  peek(client: ClientKey): Decision {
    return this.#local.peek(client);
  }

  #decideAlone(client: ClientKey): Decision {
    this.#options.onFallback();
    return this.#local.take(client);
  }
}

function nameOf({ family, high, low }: ClientKey): string {
  return family === 4 ? `sylva:rate:4:${low}` : `sylva:rate:6:${high}:${low}`;
}
