// The limiter over Redis against its model: two instances, a Redis that answers late, is lost, comes back, forgets, or is
// tampered with.

import { type TestContext, test } from 'node:test';
import { createClient } from '@redis/client';
import fc from 'fast-check';
import pino from 'pino';
import type { ClientKey, Counted } from '../../src/access/rate-limit/contract.ts';
import type { MemoryRateLimiter } from '../../src/access/rate-limit/memory.ts';
import { RedisRateLimiter } from '../../src/access/rate-limit/redis.ts';
import { RedisCounter } from '../../src/access/rate-limit/redis-counter.ts';
import { RedisReport } from '../../src/access/rate-limit/redis-report.ts';
import { privateRedis, withoutRedis } from '../support/engines.ts';
import { memoryLimiter, PASS, TestClock } from '../support/limiters.ts';
import { PATIENCE_MILLISECONDS, until } from '../support/until.ts';
import { type BreakableLink, breakableLink } from './breakable-link.ts';
import { explore, step } from './explore.ts';
import { admit, assertDecision, liveWindow, type Windows, windowOf } from './limiter-model.ts';

const INSTANCES = 2;
const LANES = 8;
/** The clock goes in strides, and no window ends near one: what passes by itself meanwhile makes no difference. */
const STRIDE = 100_000;
const WINDOW = 6.5 * STRIDE;

const CLIENTS: ClientKey[] = [
  { family: 4, high: 0, low: 1 },
  { family: 6, high: 0, low: 1 },
  { family: 6, high: 0x20010db8, low: 1 },
];

/** What passed by itself is taken out of its answers. */
class SteadyCounter extends RedisCounter {
  override async count(key: string): Promise<Counted> {
    const { count, leftMilliseconds } = await super.count(key);
    const steadyMilliseconds = (Math.ceil(leftMilliseconds / STRIDE + 0.5) - 0.5) * STRIDE;
    return { count, leftMilliseconds: steadyMilliseconds, delayMilliseconds: 0 };
  }
}

interface Instance {
  counter: RedisCounter;
  local: MemoryRateLimiter;
  limiter: RedisRateLimiter;
  /** One over the same counter and memory that finds every answer late. */
  impatient: RedisRateLimiter;
  /** Late answers that came. */
  late: number;
}

interface Model {
  now: number;
  limit: number;
  isUp: boolean;
  redis: Windows;
  /** By instance, what it remembers. */
  local: Windows[];
}

interface Real {
  clock: TestClock;
  link: BreakableLink;
  instances: Instance[];
  /** A command of Redis itself, beside the limiters. */
  hand(...words: string[]): Promise<unknown>;
}

/** What Redis says is remembered; a known window that does not end before the one told of began within it. */
function remember(local: Windows, client: string, told: { end: number; count: number }, model: Model): void {
  const known = liveWindow(local, client, model.now);
  const before = known && known.end >= told.end ? known.count : 0;
  local.set(client, { end: told.end, count: Math.min(Math.max(told.count, before), model.limit) });
}

function countInRedis(model: Model, instance: number, client: string) {
  const window = windowOf(model.redis, client, model.now, WINDOW);
  if (window.end === Infinity) window.end = model.now + WINDOW;
  window.count++;
  remember(model.local[instance], client, window, model);
  const { end, count } = window;
  return { isAllowed: count <= model.limit, remaining: Math.max(model.limit - count, 0), end };
}

function countAlone(model: Model, instance: number, client: string) {
  const window = windowOf(model.local[instance], client, model.now, WINDOW);
  const isAllowed = admit(window, model.limit);
  return { isAllowed, remaining: Math.max(model.limit - window.count, 0), end: window.end };
}

const commonOf = ({ now, limit }: Model, { clock }: Real) => ({
  now,
  limit,
  wallOffset: clock.wall() - now,
  windowMilliseconds: WINDOW,
});

const drawn = fc.record({ instance: fc.nat(INSTANCES - 1), client: fc.nat(CLIENTS.length - 1) });

const take = fc
  .record({ of: drawn, times: fc.integer({ min: 1, max: 3 }) })
  .map(({ of: { instance, client }, times }) =>
    step<Model, Real>(`${times} of ${client} at ${instance}`, async (model, real) => {
      for (let time = 0; time < times; time++) {
        const decision = await real.instances[instance].limiter.take(CLIENTS[client]);
        const expected = (model.isUp ? countInRedis : countAlone)(model, instance, String(client));
        assertDecision(decision, { ...commonOf(model, real), ...expected });
      }
    }),
  );

const takeLate = fc
  .record({ of: drawn, times: fc.integer({ min: 1, max: 3 }) })
  .map(({ of: { instance, client }, times }) =>
    step<Model, Real>(
      `${times} of ${client} at ${instance}, answered late`,
      async (model, real) => {
        const { impatient, late } = real.instances[instance];
        real.link.hold();
        for (let time = 0; time < times; time++) {
          const decision = await impatient.take(CLIENTS[client]);
          assertDecision(decision, { ...commonOf(model, real), ...countAlone(model, instance, String(client)) });
        }
        real.link.release();
        await until(() => real.instances[instance].late === late + times);
        for (let time = 0; time < times; time++) countInRedis(model, instance, String(client));
        assertPeek(model, real, instance, client);
      },
      ({ isUp }) => isUp,
    ),
  );

function assertPeek(model: Model, real: Real, instance: number, client: number): void {
  const known = liveWindow(model.local[instance], String(client), model.now) ?? { end: model.now + WINDOW, count: 0 };
  const remaining = Math.max(model.limit - known.count, 0);
  const expected = { ...commonOf(model, real), isAllowed: true, remaining, end: known.end };
  assertDecision(real.instances[instance].limiter.peek(CLIENTS[client]), expected);
}

const peek = drawn.map(({ instance, client }) =>
  step<Model, Real>(`peek of ${client} at ${instance}`, async (model, real) =>
    assertPeek(model, real, instance, client),
  ),
);

const pass = fc.integer({ min: 1, max: 8 }).map((strides) =>
  step<Model, Real>(`pass ${strides}`, async (model, { clock, hand }) => {
    model.now = clock.elapsed += strides * STRIDE;
    // What has no end is gone then.
    for (const [client, { end }] of model.redis) if (end === Infinity) model.redis.delete(client);
    await hand('EVAL', PASS, '0', String(strides * STRIDE));
  }),
);

const setLimit = fc.integer({ min: 1, max: 6 }).map((limit) =>
  step<Model, Real>(`set the limit to ${limit}`, async (model, { instances }) => {
    model.limit = limit;
    for (const { local } of instances) local.limit = limit;
  }),
);

const lose = step<Model, Real>(
  'lose Redis',
  async (model, { link, instances }) => {
    model.isUp = false;
    link.cut();
    await until(() => instances.every(({ counter }) => !counter.isUp));
  },
  ({ isUp }) => isUp,
);

const getBack = step<Model, Real>(
  'get Redis back',
  async (model, { link, instances }) => {
    model.isUp = true;
    link.mend();
    await until(() => instances.every(({ counter }) => counter.isUp));
  },
  ({ isUp }) => !isUp,
);

const forget = step<Model, Real>('Redis forgets', async (model, { hand }) => {
  model.redis.clear();
  await hand('FLUSHDB');
  await hand('SCRIPT', 'FLUSH');
});

const persist = fc.nat(1).map((client) =>
  step<Model, Real>(
    `somebody takes away the end of ${client}`,
    async (model, { hand }) => {
      const window = liveWindow(model.redis, String(client), model.now);
      const { family, high, low } = CLIENTS[client];
      await hand('PERSIST', family === 4 ? `sylva:rate:4:${low}` : `sylva:rate:6:${high}:${low}`);
      if (window) window.end = Infinity;
    },
    ({ redis, now }) => liveWindow(redis, String(client), now) !== undefined,
  ),
);

async function newInstance(url: string, clock: TestClock, limit: number): Promise<Instance> {
  const windowSeconds = WINDOW / 1000;
  const report = new RedisReport({ log: pino({ level: 'silent' }) });
  const counter = new SteadyCounter({ url, windowSeconds, report, silenceMilliseconds: PATIENCE_MILLISECONDS });
  await counter.start();
  await until(() => counter.isUp);
  const local = memoryLimiter(limit, windowSeconds, clock);
  const limiter = new RedisRateLimiter(counter, local, { answerMilliseconds: PATIENCE_MILLISECONDS });
  const onLate = () => {
    made.late++;
  };
  const impatient = new RedisRateLimiter(counter, local, { answerMilliseconds: 1, onLate });
  const made = { counter, local, limiter, impatient, late: 0 };
  return made;
}

async function handOn(t: TestContext, url: string): Promise<Real['hand']> {
  const client = await createClient({ url }).connect();
  t.after(() => client.destroy());
  return (...words) => client.sendCommand(words);
}

test('redis: over two instances, with Redis, late or without it, every decision is that of two maps of windows', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await privateRedis();
  const target = Number(new URL(redis.url).port);
  const hands = await Promise.all(Array.from({ length: LANES }, (_, lane) => handOn(t, `${redis.url}/${lane}`)));
  await explore<Model, Real>({
    steps: [
      take,
      take,
      take,
      takeLate,
      peek,
      pass,
      setLimit,
      fc.constantFrom(lose, getBack),
      fc.constant(forget),
      persist,
    ],
    async begin(lane) {
      const [clock, link, limit] = [new TestClock(), await breakableLink(target), 3];
      await hands[lane]('FLUSHDB');
      const url = `redis://127.0.0.1:${link.port}/${lane}`;
      const instances = await Promise.all(Array.from({ length: INSTANCES }, () => newInstance(url, clock, limit)));
      const local = instances.map((): Windows => new Map());
      const model = { now: clock.elapsed, limit, isUp: true, redis: new Map(), local };
      return { model, real: { clock, link, instances, hand: hands[lane] } };
    },
    async end({ link, instances }) {
      for (const { counter } of instances) counter.close();
      link.close();
    },
    runs: { short: 16, long: 400 },
    longest: 25,
    lanes: LANES,
  });
});
