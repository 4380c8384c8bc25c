// What the client does when a service is slow, broken or gone: retries, time-outs, and giving up.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { SylvaClient, type SylvaClientOptions } from '../../client/src/index.ts';
import { answer, type FakeService, startFakeService } from '../support/fake-service.ts';
import { notingTransport, shortenPauses } from '../support/pauses.ts';
import { until } from '../support/until.ts';

const families = { data: [], meta: {}, _links: {} };
const ok = answer(200, families);

function call({ baseUrl }: FakeService, options: Partial<SylvaClientOptions> = {}, signal?: AbortSignal) {
  return new SylvaClient({ baseUrl, ...options }).families.list({}, { signal });
}

test('what fails in passing is tried again', async (t) => {
  const now = { 'retry-after': '0' };
  for (const status of [408, 429, 500, 502, 503, 504]) {
    const service = await startFakeService(t, answer(status, 'busy', now), answer(status, 'busy', now), ok);
    assert.deepEqual(await call(service), families);
    assert.equal(service.requests(), 3);
  }
});

test('a connection that breaks is tried again, with growing pauses', async (t) => {
  const service = await startFakeService(
    t,
    (response) => response.destroy(),
    (response) => response.writeHead(200, { 'content-length': '100' }).write('{"da', () => response.destroy()),
    ok,
  );
  const { transport, pauses } = notingTransport(service);
  t.mock.method(Math, 'random', () => 0);
  assert.deepEqual(await transport.get('/families', undefined), families);
  assert.deepEqual(pauses, [150, 300], 'half of 300 ms and half of 600 ms at least');
});

test('what will not change is not tried again', async (t) => {
  for (const status of [400, 401, 403, 404, 405, 414, 501]) {
    const service = await startFakeService(t, answer(status, 'no'), ok);
    await assert.rejects(call(service), { status });
    assert.equal(service.requests(), 1);
  }
});

test('after maxRetries the last error is thrown', async (t) => {
  const service = await startFakeService(t, answer(503, '<html>', { 'retry-after': '0' }));
  await assert.rejects(call(service, { maxRetries: 2 }), { name: 'ServerError', status: 503, problem: undefined });
  assert.equal(service.requests(), 3);
});

test('Retry-After is honoured, in seconds and as a date', async (t) => {
  t.mock.method(Date, 'now', () => Date.parse('2026-01-01T00:00:00Z'));
  for (const retryAfter of ['7', 'Thu, 01 Jan 2026 00:00:07 GMT']) {
    const service = await startFakeService(t, answer(503, 'busy', { 'retry-after': retryAfter }), ok);
    const { transport, pauses } = notingTransport(service);
    await transport.get('/families', undefined);
    assert.deepEqual(pauses, [7000], retryAfter);
  }
});

test('a Retry-After beyond maxWaitMs is an error at once', async (t) => {
  const service = await startFakeService(t, answer(429, 'wait', { 'retry-after': '3600' }), ok);
  await assert.rejects(call(service), { name: 'RateLimitedError', retryAfterSeconds: 3600 });
  assert.equal(service.requests(), 1);
});

test('a service that does not answer in time, or not whole', async (t) => {
  shortenPauses(t);
  const silent = await startFakeService(t, () => {});
  const slow = await startFakeService(t, (response) => response.writeHead(200).write('{'));
  for (const service of [silent, slow]) {
    let tries = 0;
    const counting: typeof fetch = (...request) => {
      tries++;
      return fetch(...request);
    };
    const options = { fetch: counting, timeoutMs: 50, maxRetries: 1 };
    await assert.rejects(call(service, options), { name: 'TimeoutError' });
    assert.equal(tries, 2);
  }
});

test('a service that is not there', async () => {
  const client = new SylvaClient({ baseUrl: 'http://localhost:1', maxRetries: 0 });
  await assert.rejects(client.families.list(), { name: 'NetworkError' });
});

test('an answer that is no JSON', async (t) => {
  const service = await startFakeService(t, answer(200, '<html>Log in first</html>'));
  await assert.rejects(call(service), { name: 'UnexpectedAnswerError' });
});

test('a redirect to another service is not followed, so that the key goes nowhere else', async (t) => {
  const other = await startFakeService(t, ok);
  const service = await startFakeService(t, answer(302, '', { location: other.baseUrl }));
  await assert.rejects(call(service, { apiKey: 'secret' }), { name: 'UnexpectedAnswerError', status: 302 });
  assert.deepEqual([service.requests(), other.requests()], [1, 0]);
  const moved = await startFakeService(t, answer(301, '', { location: '/elsewhere' }), ok);
  assert.deepEqual(await call(moved), families);
  const endless = await startFakeService(t, answer(301, '', { location: '/elsewhere' }));
  await assert.rejects(call(endless), { name: 'UnexpectedAnswerError', status: 301 });
});

test('a signal ends a request, a pause and a wait, with its own reason, and keeps no listener', async (t) => {
  const silent = await startFakeService(t, () => {});
  const busy = await startFakeService(t, answer(503, 'busy', { 'retry-after': '60' }));
  for (const service of [silent, busy]) {
    const controller = new AbortController();
    const called = call(service, {}, controller.signal);
    await until(() => service.requests() === 1);
    controller.abort(new Error('enough'));
    await assert.rejects(called, { message: 'enough' });
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  }
  await assert.rejects(call(busy, {}, AbortSignal.abort(new Error('before'))), { message: 'before' });
});

test('a request that succeeds keeps no listener either', async (t) => {
  const service = await startFakeService(t, answer(503, 'busy', { 'retry-after': '0' }), ok);
  const { signal } = new AbortController();
  await call(service, {}, signal);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});
