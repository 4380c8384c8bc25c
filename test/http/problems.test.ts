// Every error: its status, its code, its headers and its one shape.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { LIST_PARAMETERS } from '../../src/http/query/parameters.ts';
import { PROBLEMS, type ProblemCode } from '../../src/http/response/problems.ts';
import { assertShape } from '../support/schemas.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

async function start(t: TestContext) {
  const service = await startTestService(t, { trees: [makeTree()] });
  return async (path: string, code: ProblemCode, init: RequestInit = {}) => {
    const response = await fetch(`${service.origin}${path}`, init);
    const body = (await response.json()) as any;
    assertShape('problem', body);
    assert.equal(body.code, code, path);
    assert.equal(response.status, PROBLEMS[code].status);
    assert.equal(body.status, response.status);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(response.headers.get('x-request-id'), body.requestId);
    assert.equal(response.headers.get('etag'), null);
    return { response, body };
  };
}

test('an unknown slug', async (t) => {
  const refused = await start(t);
  for (const slug of ['none', 'Ceiba-Pentandra', 'ceiba%2Fpentandra', 'ceiba-pentandra%20', '..', '%C3%B1']) {
    if (slug !== '..') await refused(`/api/v1/trees/${slug}`, 'tree-not-found');
  }
});

test('an unknown route', async (t) => {
  const refused = await start(t);
  for (const path of [
    '/api/v1',
    '/api/v1/',
    '/api/v1/trees/',
    '/api/v1/tree',
    '/api/v1/trees/a/b',
    '/api/v1//trees',
    '/api/v2/trees',
    '/x',
    '/problems/none',
    '/problems/',
  ]) {
    await refused(path, 'route-not-found');
  }
});

test('a method other than GET and HEAD', async (t) => {
  const refused = await start(t);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    for (const path of ['/api/v1/trees', '/api/v1/trees/ceiba-pentandra', '/api/v1/families', '/healthz']) {
      const { response } = await refused(path, 'method-not-allowed', { method });
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
    }
  }
  await refused('/api/v1/nowhere', 'route-not-found', { method: 'POST' });
});

test('every wrong value of every parameter', async (t) => {
  const refused = await start(t);
  const wrong: Record<string, string[]> = {
    locale: ['fr', 'EN', 'en-US'],
    conservationStatus: ['rare', 'L C'],
    floweringSeason: ['0', '13', 'spring', 'all-year', '1e0', '-1', '1-', '_4'],
    fruitingSeason: ['1.0', 'Ja'],
    search: ['x'.repeat(201), 'a%00b', 'a%0Ab', '%zz', '%C3', '%', '%ff'],
    family: ['x'.repeat(201), '%E0%A4%A', '%7F', '%C2%80'],
    page: [
      '0',
      '-1',
      '1.5',
      '1e2',
      '0x10',
      '1000001',
      'a',
      '%2B1',
      '+1',
      '1%20',
      'Infinity',
      '99999999999999999999',
      '１',
    ],
    pageSize: ['0', '101', '500', '20.0'],
    sort: ['Title', 'slug', 'title,asc'],
    order: ['up', 'ASC'],
    facets: ['title', 'family,tag'],
  };
  for (const [parameter, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { body } = await refused(`/api/v1/trees?${parameter}=${value}`, 'invalid-parameter');
      assert.equal(body.errors.length, 1);
      assert.equal(body.errors[0].parameter, parameter);
      assert.match(body.detail, new RegExp(`^${parameter} .*\\.$`));
    }
  }
});

test('all faults of a request at once, with a suggestion for a misspelt parameter', async (t) => {
  const refused = await start(t);
  const { body } = await refused(
    '/api/v1/trees?pageSize=500&famly=x&page=1&page=2&sort=size&tag=%zz',
    'invalid-parameter',
  );
  assert.equal(body.detail, 'pageSize must be a whole number from 1 to 100 (and 4 more).');
  const question = await refused('/api/v1/trees?famly=x&page=0', 'invalid-parameter');
  assert.equal(question.body.detail, 'famly is an unknown parameter; did you mean family? (and 1 more).');
  assert.deepEqual(body.errors, [
    { parameter: 'pageSize', value: '500', message: 'must be a whole number from 1 to 100' },
    { parameter: 'famly', message: 'unknown parameter; did you mean family?' },
    { parameter: 'sort', value: 'size', message: 'must be title, scientificName, family or updatedAt' },
    { parameter: 'tag', message: 'is not valid percent-encoded UTF-8' },
    { parameter: 'page', message: 'must be given only once' },
  ]);
});

test('a single-valued parameter given twice', async (t) => {
  const refused = await start(t);
  const single = { locale: 'en', search: 'a', page: '1', pageSize: '1', sort: 'title', order: 'asc' };
  for (const [name, value] of Object.entries(single)) {
    const { body } = await refused(`/api/v1/trees?${name}=${value}&${name}=${value}`, 'invalid-parameter');
    assert.deepEqual(body.errors, [{ parameter: name, message: 'must be given only once' }]);
  }
});

test('parameters that an operation does not have', async (t) => {
  const refused = await start(t);
  const without = (taken: readonly string[]) => LIST_PARAMETERS.filter((each) => !taken.includes(each));
  const refusals = {
    '/api/v1/trees/ceiba-pentandra': without(['locale']),
    '/api/v1/trees/none': without(['locale']),
    '/api/v1/families': without([
      'locale',
      'view',
      'conservationStatus',
      'floweringSeason',
      'fruitingSeason',
      'searchIn',
    ]),
  };
  for (const [path, names] of Object.entries(refusals)) {
    for (const name of names) {
      const { body } = await refused(`${path}?${name}=1`, 'invalid-parameter');
      assert.match(body.errors[0].message, /^unknown parameter/);
    }
  }
});

test('a slug that is no text', async (t) => {
  const refused = await start(t);
  for (const slug of ['%zz', '%00', 'a%0Ab', '%ff', 'x'.repeat(201)]) {
    const { body } = await refused(`/api/v1/trees/${slug}?page=1`, 'invalid-parameter');
    assert.deepEqual(
      body.errors.map((each: any) => each.parameter),
      ['slug', 'page'],
    );
  }
});

test('an over-long address', async (t) => {
  const refused = await start(t);
  await refused(`/api/v1/trees?tag=${'x'.repeat(8200)}`, 'uri-too-long');
});

test('nothing published yet', async (t) => {
  const service = await startTestService(t);
  for (const path of ['/trees', '/trees/ceiba', '/families']) {
    const response = await fetch(`${service.api}${path}`);
    const body = (await response.json()) as any;
    assertShape('problem', body);
    assert.deepEqual([response.status, body.code], [503, 'no-catalogue']);
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
  }
});

test('whoever is told to come back later is told to wait a window at most', async (t) => {
  const service = await startTestService(t, { flags: { 'rate-window': '2' } });
  assert.equal((await fetch(`${service.api}/trees`)).headers.get('retry-after'), '2');
});

test('health and readiness', async (t) => {
  const service = await startTestService(t);
  const read = async (path: string) => {
    const response = await fetch(`${service.origin}${path}`);
    return { status: response.status, body: (await response.json()) as any };
  };
  assert.deepEqual(await read('/healthz'), { status: 200, body: { status: 'alive' } });
  assert.equal((await read('/readyz')).status, 503);
  service.publish([makeTree()], 'r7');
  const { status, body } = await read('/readyz');
  assert.deepEqual([status, body.status, body.revision], [200, 'ready', 'r7']);
  assert.ok(body.ageSeconds > 0);
});

test('a key is repeated by no problem, wherever it stands in the address', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], flags: { 'public-url': 'https://a.example' } });
  const key = 'sylva_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZab';
  const coded = key.replace('_', '%5F');
  const addresses = [
    ...[`/trees?page=${key}`, `/trees?${key}=1`, `/trees?=${key}`, `/trees?search=${key}%00`, `/trees?%zz${key}`],
    ...[`/trees?%zz${coded}`, `/trees?page=a${key}b`, `/trees?locale=${'x'.repeat(90)}${key}`, `/trees?page=${coded}`],
    ...[`/trees?floweringSeason=${key}`, `/trees/${key}`, `/trees/${key}%00`, `/trees//${key}`, `/families/${key}`],
  ];
  for (const path of [...addresses.map((each) => `/api/v1${each}`), `/trees/${key}`, `/x/${key}`]) {
    for (const accept of ['application/json', 'text/html']) {
      const response = await fetch(`${origin}${path}`, { headers: { accept } });
      assert.ok(response.status >= 400, path);
      const text = await response.text();
      assert.ok(!text.includes(key.slice(6, 16)), `${path}: ${text}`);
      if (path.includes('page=a')) assert.match(text, /"value":"asylva_…b"/);
    }
  }
});
