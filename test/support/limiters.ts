// Every kind of rate limiter, each with a clock that a test moves.

import type { TestContext } from 'node:test';
import { createClient } from '@redis/client';
import pino from 'pino';
import type { ClientKey, Clock, Decision } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, newWindows } from '../../src/access/rate-limit/memory.ts';
import { RedisRateLimiter } from '../../src/access/rate-limit/redis.ts';
import { RedisCounter } from '../../src/access/rate-limit/redis-counter.ts';
import { RedisReport } from '../../src/access/rate-limit/redis-report.ts';
import { privateRedis, withoutRedis } from './engines.ts';
import { often } from './often.ts';
import { PATIENCE_MILLISECONDS } from './until.ts';

const WALL = Date.parse('2026-11-15T00:00:00.250Z');

export class TestClock implements Clock {
  elapsed = 5000;
  wallStep = 0;
  monotonic() {
    return this.elapsed;
  }
  wall() {
    return WALL + this.elapsed + this.wallStep;
  }
}

/** One that goes on by itself as well, as that of Redis does. */
class RunningClock extends TestClock {
  readonly #startedAt = performance.now();
  override monotonic() {
    return super.monotonic() + this.#passed;
  }
  override wall() {
    return super.wall() + this.#passed;
  }
  get #passed() {
    return Math.floor(performance.now() - this.#startedAt);
  }
}

export interface LimiterBench {
  clock: TestClock;
  take(client: ClientKey): Promise<Decision>;
  peek(client: ClientKey): Decision;
  /** Lets time pass. */
  pass(milliseconds: number): Promise<void>;
}

export interface Implementation {
  skip: string | false;
  /** Random runs that it is quick enough for. */
  runs: number;
  /** How much of a window may pass by itself while a test runs. */
  slackMilliseconds: number;
  make(t: Pick<TestContext, 'after'>, limit: number, windowSeconds: number): Promise<LimiterBench>;
}

export function memoryLimiter(limit: number, windowSeconds: number, clock: Clock): MemoryRateLimiter {
  return new MemoryRateLimiter({ limit, windowSeconds, clock, windows: newWindows(clock, 99) });
}

/** Every counter in Redis is made to end sooner. */
export const PASS = `for _, key in ipairs(redis.call('KEYS', '*')) do
  redis.call('PEXPIRE', key, math.max(redis.call('PTTL', key) - ARGV[1], 0))
end`;

async function overRedis(
  t: Pick<TestContext, 'after'>,
  url: string,
  limit: number,
  windowSeconds: number,
  clock: TestClock,
) {
  const report = new RedisReport({ log: pino({ level: 'silent' }) });
  const counter = new RedisCounter({ url, windowSeconds, report, silenceMilliseconds: PATIENCE_MILLISECONDS });
  await counter.start();
  t.after(() => counter.close());
  const options = { answerMilliseconds: PATIENCE_MILLISECONDS };
  const limiter = new RedisRateLimiter(counter, memoryLimiter(limit, windowSeconds, clock), options);
  return { clock, counter, limiter };
}

export const IMPLEMENTATIONS: Record<string, Implementation> = {
  memory: {
    skip: false,
    runs: often(60),
    slackMilliseconds: 0,
    async make(_, limit, windowSeconds) {
      const clock = new TestClock();
      const limiter = memoryLimiter(limit, windowSeconds, clock);
      return {
        clock,
        take: async (client) => limiter.take(client),
        peek: (client) => limiter.peek(client),
        pass: async (milliseconds) => {
          clock.elapsed += milliseconds;
        },
      };
    },
  },
  redis: {
    skip: withoutRedis,
    runs: 10,
    slackMilliseconds: 500,
    async make(t, limit, windowSeconds) {
      const { url } = await privateRedis();
      const hand = await createClient({ url }).connect();
      t.after(() => hand.destroy());
      await hand.flushDb();
      const { clock, counter, limiter } = await overRedis(t, url, limit, windowSeconds, new RunningClock());
      return {
        clock,
        peek: (client) => limiter.peek(client),
        take: async (client) => {
          if (!counter.isUp) throw new Error('Redis is not used');
          return await limiter.take(client);
        },
        pass: async (milliseconds) => {
          clock.elapsed += milliseconds;
          await hand.sendCommand(['EVAL', PASS, '0', String(milliseconds)]);
        },
      };
    },
  },
  'redis gone': {
    skip: false,
    runs: often(10),
    slackMilliseconds: 0,
    async make(t, limit, windowSeconds) {
      const { clock, limiter } = await overRedis(t, 'redis://127.0.0.1:1', limit, windowSeconds, new TestClock());
      return {
        clock,
        take: async (client) => await limiter.take(client),
        peek: (client) => limiter.peek(client),
        pass: async (milliseconds) => {
          clock.elapsed += milliseconds;
        },
      };
    },
  },
};
