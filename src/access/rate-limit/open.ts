// In charge of which rate limiter a thread has: one that counts in this process, or over all instances where there is a Redis.

import type { Logger } from 'pino';
import { type RateLimiter, systemClock } from './contract.ts';
import { MemoryRateLimiter, type SharedWindows } from './memory.ts';
import { RedisRateLimiter } from './redis.ts';
import { RedisCounter } from './redis-counter.ts';
import { RedisReport } from './redis-report.ts';

interface Options {
  limit: number;
  windowSeconds: number;
  /** The address of a Redis, if there is one. */
  redis: string | null;
  windows: SharedWindows;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Told of each decision that Redis should have had a part in, and had not. */
  onFallback(): void;
}

export interface OpenRateLimiter {
  limiter: RateLimiter;
  setLimit(limit: number): void;
  /** Whether a Redis counts just now. */
  isRedisUp(): boolean;
  close(): void;
}

/** A Redis counts, or is known not to, when this returns. */
export async function openRateLimiter({ redis, log, onFallback, ...options }: Options): Promise<OpenRateLimiter> {
  const memory = new MemoryRateLimiter({ ...options, clock: systemClock });
  const report = new RedisReport({ log, told: options.windows.redisTold });
  const counter = redis ? new RedisCounter({ url: redis, windowSeconds: options.windowSeconds, report }) : undefined;
  await counter?.start();
  return {
    limiter: counter
      ? new RedisRateLimiter(counter, memory, { onFallback, onLate: (delay) => report.logLate(delay) })
      : memory,
    setLimit(limit) {
      memory.limit = limit;
    },
    isRedisUp: () => counter?.isUp ?? false,
    close: () => counter?.close(),
  };
}
