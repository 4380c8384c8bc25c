// What the limiter over Redis promises beyond the suite for every limiter: exact over instances, and no harm when Redis
// is gone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createClient } from '@redis/client';
import pino from 'pino';
import { Redis } from '../../scripts/cluster/redis.ts';
import { type ClientKey, systemClock } from '../../src/access/rate-limit.ts';
import { RedisCounter } from '../../src/access/redis-counter.ts';
import { RedisRateLimiter } from '../../src/access/redis-rate-limit.ts';
import { enginesFolder, privateRedis, withoutRedis } from '../support/engines.ts';
import { memoryLimiter } from '../support/limiters.ts';
import { until } from '../support/until.ts';

const skip = withoutRedis;
/** On a busy machine Redis itself may be kept waiting. */
const PATIENT_MILLISECONDS = 10_000;
let clients = 0;
const newClient = (): ClientKey => ({ family: 4, high: 0, low: ++clients });

/** An instance's limiter, and what it logged. */
async function instance(t: TestContext, url: string, limit = 100, answerMilliseconds = 50) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const counter = new RedisCounter({ url, windowSeconds: 60, log, answerMilliseconds });
  await counter.start();
  t.after(() => counter.close());
  return { counter, lines, limiter: new RedisRateLimiter(counter, memoryLimiter(limit, 60, systemClock)) };
}

/** A connection of the test's own. */
async function handOn(t: TestContext, url: string) {
  const hand = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => {});
  t.after(() => hand.isOpen && hand.destroy());
  return await hand.connect();
}

async function ownRedis(t: TestContext): Promise<Redis> {
  const redis = await Redis.start(join(enginesFolder(), `redis-${t.name.length}`));
  t.after(() => redis.stop());
  return redis;
}

test('three instances at once admit exactly the limit, 20 of 20 times', { skip }, async (t) => {
  const { url } = await privateRedis();
  const instances = await Promise.all([1, 2, 3].map(() => instance(t, url, 100, PATIENT_MILLISECONDS)));
  for (let run = 0; run < 20; run++) {
    const client = newClient();
    const decisions = await Promise.all(
      Array.from({ length: 150 }, (_, index) => instances[index % 3].limiter.take(client)),
    );
    assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 100);
  }
  assert.ok(instances.every(({ counter }) => counter.isUp));
});

test('no counter is without an end, and one that somebody left without is given one', { skip }, async (t) => {
  const { url } = await privateRedis();
  const hand = await handOn(t, url);
  const { limiter } = await instance(t, url, 1, PATIENT_MILLISECONDS);
  const client = newClient();
  const name = `sylva:rate:4:${client.low}`;
  await limiter.take(client);
  await hand.persist(name);
  assert.equal((await limiter.take(client)).isAllowed, false);
  const left = await hand.pTTL(name);
  assert.ok(left > 0 && left <= 60_000, String(left));
});

test('a Redis that forgot the script is taught it again without a pause', { skip }, async (t) => {
  const { url } = await privateRedis();
  const hand = await handOn(t, url);
  const { limiter, counter } = await instance(t, url, 100, PATIENT_MILLISECONDS);
  await hand.scriptFlush();
  assert.equal((await limiter.take(newClient())).remaining, 99);
  assert.ok(counter.isUp);
});

for (const way of ['killed', 'hanging'] as const) {
  test(`Redis ${way}: answers come in good time, nobody gets a fresh allowance, and it returns by itself`, {
    skip,
  }, async (t) => {
    const redis = await ownRedis(t);
    const [one, two] = await Promise.all([1, 2].map(() => instance(t, redis.url, 10)));
    const client = newClient();
    for (let request = 0; request < 12; request++) await one.limiter.take(client);
    assert.equal((await two.limiter.take(client)).isAllowed, false);
    if (way === 'killed') await redis.stop();
    else redis.program.freeze();

    const startedAt = performance.now();
    for (const { limiter } of [one, two]) assert.equal((await limiter.take(client)).isAllowed, false);
    assert.ok(performance.now() - startedAt < 400);
    const others = newClient();
    const admitted = await Promise.all(Array.from({ length: 20 }, () => one.limiter.take(others)));
    assert.equal(admitted.filter(({ isAllowed }) => isAllowed).length, 10);
    assert.ok(!(one.limiter.take(others) instanceof Promise), 'it is not waited for again');

    if (way === 'killed') await redis.start();
    else redis.program.thaw();
    await until(() => one.counter.isUp && two.counter.isUp);
    assert.deepEqual(one.lines, [
      'Redis does not count: each instance limits by itself meanwhile',
      'Redis counts again: the rate limit holds over all instances',
    ]);
    assert.equal((await one.limiter.take(newClient())).remaining, 9);
  });
}

test('a Redis that answers but does not count is not used, and is complained of once', { skip }, async (t) => {
  const redis = await ownRedis(t);
  const hand = await handOn(t, redis.url);
  const { limiter, counter, lines } = await instance(t, redis.url, 10);
  await hand.configSet('maxmemory', '1');
  assert.equal((await limiter.take(newClient())).remaining, 9);
  assert.equal(counter.isUp, false);
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal(counter.isUp, false);
  assert.equal(lines.length, 1);
  await hand.configSet('maxmemory', '0');
  await until(() => counter.isUp);
});
