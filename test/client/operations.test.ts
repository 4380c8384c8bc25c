// The client's operations and errors, against a real server.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import * as sylva from '../../client/src/index.ts';
import { generateKey } from '../../src/access/api-key.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const KEY = generateKey(randomBytes);
const trees = ['Fagaceae', 'Malvaceae', 'Fabaceae'].map((family, index) =>
  makeTree({ slug: `tree-${index}`, family, texts: { en: makeText({ title: `Tree ${index}` }) } }),
);

async function start(t: TestContext, flags: Record<string, string> = {}) {
  const { origin } = await startTestService(t, { trees, keys: [KEY], allowlist: [], flags });
  return (options: Partial<sylva.SylvaClientOptions> = {}) =>
    new sylva.SylvaClient({ baseUrl: origin, apiKey: KEY, ...options });
}

test('a page of trees, one tree and the families', async (t) => {
  const client = (await start(t))();
  const list = await client.trees.list({ pageSize: 2, sort: 'family', order: 'desc' });
  assert.deepEqual(
    list.data.map(({ slug }) => slug),
    ['tree-1', 'tree-0'],
  );
  assert.equal(list.pagination.total, 3);
  const { data } = await client.trees.get('tree-2', { locale: 'es' });
  assert.equal(data.title, 'Tree 2');
  assert.equal((await client.families.list()).meta.totalFamilies, 3);
});

test('a filter takes one value or several, and what is undefined is left out', async (t) => {
  const asked: string[] = [];
  const client = (await start(t))({
    fetch: (address, init) => {
      asked.push(new URL(String(address)).search);
      return fetch(address, init);
    },
  });
  const total = async (query: sylva.ListTreesQuery) => (await client.trees.list(query)).pagination.total;
  assert.equal(await total({ family: 'fagaceae' }), 1);
  assert.equal(await total({ family: ['fagaceae', 'Malvaceae'] }), 2);
  assert.equal(await total({ search: undefined, family: [] } as object), 3);
  assert.equal(await total({ search: 'a & b = c?' }), 0);
  assert.deepEqual(asked.slice(0, 3), ['?family=fagaceae', '?family=fagaceae&family=Malvaceae', '']);
});

test('the address may end in a slash, and may be a URL', async (t) => {
  const connect = await start(t);
  const { origin } = await startTestService(t, { trees });
  for (const baseUrl of [`${origin}/`, new URL(origin)]) {
    assert.equal((await connect({ baseUrl }).families.list()).data.length, 3);
  }
});

test('each cause has its own error, with the problem inside', async (t) => {
  const connect = await start(t);
  const causes: [() => Promise<unknown>, typeof sylva.SylvaError, string][] = [
    [() => connect({ apiKey: 'wrong' }).trees.list(), sylva.UnauthorizedError, 'unauthorized'],
    [() => connect().trees.get('none'), sylva.NotFoundError, 'tree-not-found'],
    [() => connect().trees.get('a/b?c'), sylva.NotFoundError, 'tree-not-found'],
    [() => connect().trees.list({ pageSize: 500 }), sylva.InvalidParameterError, 'invalid-parameter'],
    [() => connect().trees.list({ search: 'x'.repeat(9000) }), sylva.RefusedError, 'uri-too-long'],
  ];
  for (const [call, kind, code] of causes) {
    const error = await call().catch((each) => each);
    assert.ok(error instanceof kind && error instanceof sylva.SylvaError, `${code}: ${error}`);
    assert.equal(error.name, kind.name);
    assert.equal(error.problem?.code, code);
    assert.equal(error.status, error.problem?.status);
    assert.ok(error.requestId);
    assert.ok(error.message.includes(error.problem?.detail ?? '-'));
  }
});

test('an invalid parameter is named', async (t) => {
  const client = (await start(t))();
  await assert.rejects(client.trees.list({ pageSize: 500 }), (error) => {
    assert.ok(error instanceof sylva.InvalidParameterError);
    assert.deepEqual(error.errors[0].parameter, 'pageSize');
    return true;
  });
});

test('no catalogue is an error of the server, and says when to try again', async (t) => {
  const { origin } = await startTestService(t);
  const client = new sylva.SylvaClient({ baseUrl: origin, maxRetries: 0 });
  await assert.rejects(client.trees.list(), { name: 'ServerError', status: 503, retryAfterSeconds: 5 });
});

test('beyond the limit without waiting: an error of its own', async (t) => {
  const client = (await start(t, { 'rate-limit': '2' }))({ waitForLimit: false, maxRetries: 0 });
  await client.families.list();
  assert.equal(client.rateLimit?.remaining, 1);
  await client.families.list();
  const error = await client.families.list().catch((each) => each);
  assert.ok(error instanceof sylva.RateLimitedError);
  assert.ok((error.retryAfterSeconds ?? 0) > 0);
});
