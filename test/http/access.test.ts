// Who may call, and how often, through the real port.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { test } from 'node:test';
import { generateKey, hashKey } from '../../src/access/api-key.ts';
import { Callers } from '../../src/access/callers.ts';
import { OUTCOMES } from '../../src/observe/counters.ts';
import { often } from '../support/often.ts';
import { assertShape } from '../support/schemas.ts';
import { serverOver, startTestService, testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const trees = [makeTree()];
const KEY = generateKey(randomBytes);
const RUNS = often(1);

function withKey(key: string, headers: Record<string, string> = {}): RequestInit {
  return { headers: { 'x-api-key': key, ...headers } };
}

async function statusOf(address: string, init?: RequestInit): Promise<number> {
  const response = await fetch(address, init);
  await response.arrayBuffer();
  return response.status;
}

test('a valid key gets an answer', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  for (const path of ['/trees', '/trees/ceiba-pentandra', '/families'])
    assert.equal(await statusOf(api + path, withKey(KEY)), 200);
});

test('a key works until its end, and not after it', async (t) => {
  const ends = { ended: Date.now() - 1, ending: Date.now() + 3_600_000, endless: null };
  const keys = Object.entries(ends).map(([id, expiresAt]) => ({
    id,
    expiresAt,
    name: id,
    key: generateKey(randomBytes),
  }));
  const callers = new Callers(
    keys.map(({ key, ...known }) => ({ ...known, hash: hashKey(key) })),
    [],
  );
  const { origin } = await serverOver(t, { ...testService({ trees }), callers: () => callers });
  const statuses = await Promise.all(keys.map(({ key }) => statusOf(`${origin}/api/v1/trees`, withKey(key))));
  assert.deepEqual(statuses, [401, 200, 200]);
});

test('it is counted how each caller was known, or that none was, and why', async (t) => {
  const ask = async (allowlist: string[], inits: RequestInit[]) => {
    const service = testService({ trees, keys: [KEY], allowlist });
    const { origin } = await serverOver(t, service);
    for (const init of inits) await statusOf(`${origin}/api/v1/trees`, init);
    return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, service.numbers.value(outcome)]));
  };
  const inits = [withKey(KEY), {}, {}, withKey('wrong'), withKey('wrong'), withKey('')];
  assert.deepEqual(await ask([], inits), { key: 1, allowlist: 0, missing: 2, refused: 3 });
  assert.deepEqual(await ask(['127.0.0.1'], inits), { key: 1, allowlist: 5, missing: 0, refused: 0 });
});

test('a key in Authorization alone: the 401 says which header it belongs in', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  const detailOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${api}/trees`, { headers });
    assert.equal(response.status, 401);
    return ((await response.json()) as any).detail;
  };
  const plain = await detailOf({});
  for (const scheme of ['Bearer', 'ApiKey', 'Basic'])
    assert.match(
      await detailOf({ authorization: `${scheme} ${KEY}` }),
      /in the header X-API-Key, not in Authorization/,
      scheme,
    );
  assert.equal(await detailOf({ authorization: `Bearer ${KEY}`, 'x-api-key': 'wrong' }), plain);
});

test('neither a valid key nor an allowlisted address: 401 wherever it is under /api/v1', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: ['192.0.2.0/24'] });
  const wrong = ['', 'x', KEY.slice(0, -1), `${KEY}x`, KEY.toLowerCase(), generateKey(randomBytes), `Bearer ${KEY}`];
  for (const path of [
    '/trees',
    '/trees/none',
    '/families',
    '/nowhere',
    '',
    '/trees?page=0',
    `/trees?x=${'y'.repeat(8200)}`,
  ]) {
    for (const key of [undefined, ...wrong]) {
      const response = await fetch(api + path, key === undefined ? {} : withKey(key));
      const body = (await response.json()) as any;
      assertShape('problem', body);
      assert.deepEqual([response.status, body.code], [401, 'unauthorized'], `${path} with ${key}`);
      assert.match(response.headers.get('www-authenticate') ?? '', /^ApiKey /);
      assert.equal(response.headers.get('x-ratelimit-limit'), '1000000');
    }
  }
});

test('the header twice is 401, even with the same valid key', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  const status = await new Promise((resolve, reject) => {
    request(`${api}/trees`, { headers: { 'x-api-key': [KEY, KEY] } }, (response) => {
      resolve(response.resume().statusCode);
    })
      .on('error', reject)
      .end();
  });
  assert.equal(status, 401);
});

test('a key in the query string is an unknown parameter, and is not shown', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  assert.equal(await statusOf(`${api}/trees?X-API-Key=${KEY}`), 401);
  const response = await fetch(`${api}/trees?X-API-Key=${KEY}&api_key=${KEY}`, withKey(KEY));
  const text = await response.text();
  assert.equal(response.status, 400);
  assert.match(text, /unknown parameter/);
  assert.ok(!text.includes(KEY));
});

test('an allowlisted address needs no key, and a wrong one does not matter', async (t) => {
  const { api } = await startTestService(t, { trees, allowlist: ['127.0.0.0/8'] });
  assert.equal(await statusOf(`${api}/trees`), 200);
  assert.equal(await statusOf(`${api}/trees`, withKey('wrong')), 200);
});

test('outside /api/v1 neither key nor limit is asked for', async (t) => {
  const { origin } = await startTestService(t, { trees, allowlist: [], flags: { 'rate-limit': '1' } });
  for (let round = 0; round < 3; round++) {
    for (const path of ['/healthz', '/readyz', '/problems/unauthorized'])
      assert.equal(await statusOf(origin + path), 200);
  }
  assert.equal(await statusOf(`${origin}/api/v1/trees`), 401);
});

test('the limit is judged before the key: the 101st wrong guess gets 429', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [], flags: { 'rate-limit': '100' } });
  for (let guess = 0; guess < 100; guess++)
    assert.equal(await statusOf(`${api}/trees`, withKey(generateKey(randomBytes))), 401);
  const before = Date.now() / 1000;
  const response = await fetch(`${api}/trees`, withKey(KEY));
  const after = Date.now() / 1000;
  const body = (await response.json()) as any;
  assertShape('problem', body);
  assert.deepEqual([response.status, body.code], [429, 'rate-limited']);
  assert.equal(response.headers.get('x-ratelimit-remaining'), '0');
  const seconds = Number(response.headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60);
  const reset = Number(response.headers.get('x-ratelimit-reset'));
  assert.ok(reset >= before + seconds - 1 && reset <= after + seconds + 1, `${before} ${reset} ${after}`);
});

test('every request under /api/v1 counts, whatever its outcome', async (t) => {
  const { api, origin } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  const remaining = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, init);
    await response.arrayBuffer();
    return Number(response.headers.get('x-ratelimit-remaining'));
  };
  let last = await remaining(`${api}/trees`, withKey(KEY));
  const etag = (await fetch(`${api}/trees`, withKey(KEY))).headers.get('etag') as string;
  last--;
  for (const [path, init] of [
    ['/trees', withKey(KEY, { 'if-none-match': etag })],
    ['/trees?page=0', withKey(KEY)],
    ['/trees/none', withKey(KEY)],
    ['/nowhere', withKey(KEY)],
    ['/trees', {}],
    ['/trees', { ...withKey(KEY), method: 'POST' }],
    ['/trees', { ...withKey(KEY), method: 'HEAD' }],
    [`/trees?x=${'y'.repeat(8200)}`, withKey(KEY)],
  ] as const) {
    await statusOf(`${origin}/healthz`);
    assert.equal(await remaining(api + path, init), --last, path);
  }
});

test(`150 requests at once from one address: exactly 100 admitted, ${RUNS} of ${RUNS} times`, async (t) => {
  for (let run = 0; run < RUNS; run++) {
    const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [], flags: { 'rate-limit': '100' } });
    const statuses = await Promise.all(Array.from({ length: 150 }, () => statusOf(`${api}/trees`, withKey(KEY))));
    const counted = Object.fromEntries(
      [...Map.groupBy(statuses, (each) => each)].map(([status, all]) => [status, all.length]),
    );
    assert.deepEqual(counted, { 200: 100, 429: 50 }, `run ${run}`);
  }
});

test('a forged X-Forwarded-For neither authenticates nor escapes the limit', async (t) => {
  const { api } = await startTestService(t, { trees, allowlist: ['192.0.2.7'], flags: { 'rate-limit': '5' } });
  const statuses = [];
  for (let number = 0; number < 8; number++) {
    statuses.push(await statusOf(`${api}/trees`, { headers: { 'x-forwarded-for': `192.0.2.${number}, 192.0.2.7` } }));
  }
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
});

test('through a trusted proxy, each client has its own limit and its own standing', async (t) => {
  const flags = { 'rate-limit': '2', 'trust-proxy': '127.0.0.1,10.0.0.0/8' };
  const { api } = await startTestService(t, { trees, allowlist: ['192.0.2.7'], flags });
  const ask = (forwarded: string) => statusOf(`${api}/trees`, { headers: { 'x-forwarded-for': forwarded } });
  assert.equal(await ask('192.0.2.7'), 200);
  assert.equal(await ask('203.0.113.5, 192.0.2.7, 10.1.1.1'), 200);
  assert.equal(await ask('192.0.2.7'), 429);
  assert.equal(await ask('192.0.2.7, 203.0.113.5'), 401);
  assert.equal(await ask('192.0.2.8'), 401);
});

test('a preflight of a configured origin needs no key, but counts; of another it does', async (t) => {
  const { api } = await startTestService(t, {
    trees,
    allowlist: [],
    flags: { 'cors-origin': 'https://a.example', 'rate-limit': '3' },
  });
  const ask = (origin: string) =>
    statusOf(`${api}/trees`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
  assert.deepEqual([await ask('https://a.example'), await ask('https://b.example')], [204, 401]);
  assert.deepEqual([await ask('https://a.example'), await ask('https://a.example')], [204, 429]);
});

test('OPTIONS tells the methods where it is one of them, to who may call', async (t) => {
  const flags = { 'cors-origin': 'https://a.example' };
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [], flags });
  for (const path of ['/trees', '/trees/ceiba-pentandra', '/families?locale=es']) {
    const response = await fetch(api + path, { method: 'OPTIONS', ...withKey(KEY) });
    assert.deepEqual([response.status, response.headers.get('allow')], [204, 'GET, HEAD, OPTIONS'], path);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.ok(Number(response.headers.get('x-ratelimit-remaining')) > 0);
    assert.equal(await statusOf(api + path, { method: 'OPTIONS' }), 401);
  }
  assert.equal(await statusOf(`${api}/nowhere`, { method: 'OPTIONS', ...withKey(KEY) }), 404);
  const posted = await fetch(`${api}/trees`, { method: 'POST', ...withKey(KEY) });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
});

test('where no origin is configured, OPTIONS is refused and not among what would do', async (t) => {
  const { api } = await startTestService(t, { trees, keys: [KEY], allowlist: [] });
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
  const response = await fetch(`${api}/trees`, { method: 'OPTIONS', ...withKey(KEY, preflight) });
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD']);
});
