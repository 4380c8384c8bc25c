// The client under the service's limit, and its cache, against a real server.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MemoryCache, SylvaClient, type SylvaClientOptions } from '../../client/src/index.ts';
import { Limiter } from '../../client/src/limiter.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** A window of 60 s, whose end and whose beginning are told in whole seconds, and a margin: each is rounded up. */
const LONGEST_WAIT_SECONDS = 63;

const trees = (description: string) => [makeTree({ texts: { en: makeText({ description }) } })];

/** A client whose answers' statuses are noted. */
async function start(t: TestContext, options: Partial<SylvaClientOptions>, flags: Record<string, string> = {}) {
  const service = await startTestService(t, { trees: trees('old'), flags });
  const statuses: number[] = [];
  const noting: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    statuses.push(response.status);
    return response;
  };
  return { ...service, statuses, client: new SylvaClient({ baseUrl: service.origin, fetch: noting, ...options }) };
}

test('many requests at once stay under the limit: none is refused', async (t) => {
  const { client, statuses } = await start(t, {}, { 'rate-limit': '10', 'rate-window': '1' });
  const started = performance.now();
  await Promise.all(Array.from({ length: 15 }, () => client.families.list()));
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal(statuses.length, 15);
  assert.ok(performance.now() - started > 1000, 'a window was waited for');
});

test('one request after the other stays under the limit too', async (t) => {
  const { client, statuses } = await start(t, {}, { 'rate-limit': '3', 'rate-window': '1' });
  for (let number = 0; number < 5; number++) await client.families.list();
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal(client.rateLimit?.limit, 3);
});

test('a wait for the limit that is too long is an error, and one that is aborted ends', async (t) => {
  const { client } = await start(t, { maxWaitMs: 1000 }, { 'rate-limit': '1', 'rate-window': '60' });
  await client.families.list();
  const error = await client.families.list().catch((each) => each);
  assert.deepEqual([error.name, error.status], ['RateLimitedError', undefined]);
  assert.ok(error.retryAfterSeconds > 1 && error.retryAfterSeconds <= LONGEST_WAIT_SECONDS);
  const patient = await start(t, {}, { 'rate-limit': '1', 'rate-window': '60' });
  await patient.client.families.list();
  const signal = AbortSignal.timeout(50);
  await assert.rejects(patient.client.families.list({}, { signal }), { name: 'TimeoutError' });
  assert.deepEqual(patient.statuses, [200]);
});

test('a window that ends between two looks at the clock is not waited for without end', async (t) => {
  for (const step of [9, 16, 30, 45, 60]) {
    const limiter = new Limiter({ baseUrl: 'http://localhost', maxWaitMs: 60_000 });
    let now = 0;
    const clock = t.mock.method(performance, 'now', () => {
      now += step;
      return now;
    });
    for (let reset = 1; reset < 5; reset++) {
      await limiter.begin(true, AbortSignal.timeout(10_000));
      limiter.end(usedUpUntil(reset));
    }
    clock.mock.restore();
    assert.equal(limiter.rateLimit?.resetAt.getTime(), 4000);
  }
});

/** What an answer says in the last moment of a window. */
function usedUpUntil(reset: number): Headers {
  const [limit, remaining] = ['1', '0'];
  return new Headers({
    ...{ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': String(reset) },
    date: new Date(reset * 1000).toUTCString(),
  });
}

test('what the cache has is asked for conditionally, until the catalogue changes', async (t) => {
  const { client, statuses, publish } = await start(t, { cache: new MemoryCache() });
  const first = await client.trees.list();
  assert.deepEqual(await client.trees.list(), first);
  assert.deepEqual(statuses, [200, 304]);
  publish(trees('new'), 'r2');
  assert.equal((await client.trees.list()).data[0].description, 'new');
  assert.equal((await client.trees.list()).data[0].description, 'new');
  assert.deepEqual(statuses, [200, 304, 200, 304]);
});

test('a cache that fails is taken for one that has nothing', async (t) => {
  const broken = { get: () => Promise.reject(new Error('gone')), set: () => Promise.reject(new Error('full')) };
  const { client, statuses } = await start(t, { cache: broken });
  for (let number = 0; number < 2; number++) assert.equal((await client.trees.list()).data.length, 1);
  assert.deepEqual(statuses, [200, 200]);
});

test('the cache in memory keeps what was used last', () => {
  const cache = new MemoryCache({ maxEntries: 2 });
  for (const name of ['a', 'b']) cache.set(name, { etag: name, body: '' });
  cache.get('a');
  cache.set('c', { etag: 'c', body: '' });
  assert.deepEqual(
    ['a', 'b', 'c'].map((name) => cache.get(name)?.etag),
    ['a', undefined, 'c'],
  );
});
