// In charge of the rate limit over all instances: counted in Redis and remembered here, so that a client finds the same
// window when Redis is gone and each instance has to count by itself.

import type { ClientKey, Decision, RateLimiter } from './contract.ts';
import type { MemoryRateLimiter } from './memory.ts';
import type { RedisCounter } from './redis-counter.ts';

export class RedisRateLimiter implements RateLimiter {
  readonly #counter: RedisCounter;
  readonly #local: MemoryRateLimiter;
  readonly #onFallback: () => void;

  /** `onFallback` is told of each decision that Redis had no part in. */
  constructor(counter: RedisCounter, local: MemoryRateLimiter, onFallback: () => void = () => {}) {
    this.#counter = counter;
    this.#local = local;
    this.#onFallback = onFallback;
  }

  take(client: ClientKey): Decision | Promise<Decision> {
    if (!this.#counter.isUp) return this.#decideAlone(client);
    return this.#counter.count(nameOf(client)).then(
      ({ count, leftMilliseconds }) => this.#local.applyCount(client, count, leftMilliseconds),
      () => this.#decideAlone(client),
    );
  }

  peek(client: ClientKey): Decision {
    return this.#local.peek(client);
  }

  #decideAlone(client: ClientKey): Decision {
    this.#onFallback();
    return this.#local.take(client);
  }
}

function nameOf({ family, high, low }: ClientKey): string {
  return family === 4 ? `sylva:rate:4:${low}` : `sylva:rate:6:${high}:${low}`;
}
