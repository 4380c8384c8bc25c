import type { Logger } from 'pino';
import { type RateLimiter, systemClock } from './contract.ts';
import { MemoryRateLimiter, type SharedWindows } from './memory.ts';
import { RedisRateLimiter } from './redis.ts';
import { RedisCounter } from './redis-counter.ts';
import { RedisReport } from './redis-report.ts';

interface Options {
  limit: number;
  windowSeconds: number;
  redis: string | null;
  windows: SharedWindows;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Called for each decision that should have been made by Redis and wasn't. */
  onFallback(): void;
}

interface OpenRateLimiter {
  limiter: RateLimiter;
  memory: MemoryRateLimiter;
  counter: RedisCounter | undefined;
}

/** When it returns, Redis counts or is known not to. */
export async function openRateLimiter({ redis, log, onFallback, ...options }: Options): Promise<OpenRateLimiter> {
  const memory = new MemoryRateLimiter({ ...options, clock: systemClock });
  if (!redis) return { limiter: memory, memory, counter: undefined };
  const report = new RedisReport({ log, logState: options.windows.redisLogState });
  const counter = new RedisCounter({ url: redis, windowSeconds: options.windowSeconds, report });
  await counter.start();
  const onLate = (delayMilliseconds: number) => report.logLate(delayMilliseconds);
  return { limiter: new RedisRateLimiter(counter, memory, { onFallback, onLate }), memory, counter };
}
