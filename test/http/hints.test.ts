// What somebody is told whose request was nearly right: what is wrong with it, and what was probably meant.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

async function start(t: TestContext) {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  return async (path: string) => (await (await fetch(origin + path)).json()) as any;
}

test('a name that other services have finds the one that it has here', async (t) => {
  const ask = await start(t);
  const meant = {
    search: ['q', 'query', 'name', 'text', 'Keyword'],
    pageSize: ['limit', 'per_page', 'perPage', 'per-page', 'page_size', 'size', 'count'],
    page: ['offset', 'skip', 'cursor'],
    locale: ['lang', 'language', 'hl'],
    conservationStatus: ['status', 'iucn', 'conservation_status'],
    distribution: ['region', 'country'],
    tag: ['tags'],
    sort: ['sort_by', 'orderBy'],
    order: ['direction', 'dir'],
    floweringSeason: ['flowering', 'floweringseason'],
    fruitingSeason: ['fruiting'],
    facets: ['facet'],
  };
  for (const [name, others] of Object.entries(meant)) {
    for (const other of others) {
      const { errors } = await ask(`/api/v1/trees?${other}=1`);
      assert.deepEqual(errors, [{ parameter: other, message: `unknown parameter; did you mean ${name}?` }]);
    }
  }
});

test('a parameter that this operation does not have is not suggested', async (t) => {
  const ask = await start(t);
  for (const name of ['q', 'limit', 'pag', 'constructor', '__proto__']) {
    const { errors } = await ask(`/api/v1/trees/none?${name}=1`);
    assert.deepEqual(errors, [{ parameter: name, message: 'unknown parameter' }]);
  }
  const { errors } = await ask('/api/v1/families?pageSiz=1');
  assert.deepEqual(errors, [{ parameter: 'pageSiz', message: 'unknown parameter' }]);
  assert.match((await ask('/api/v1/families?lang=es')).detail, /did you mean locale\?$/);
});

test('a key in the query is told where it belongs', async (t) => {
  const ask = await start(t);
  for (const name of ['api_key', 'apikey', 'X-API-Key', 'key', 'access_token']) {
    const { detail } = await ask(`/api/v1/trees?${name}=1`);
    assert.equal(detail, `${name} is an unknown parameter; send the key in the header X-API-Key.`);
  }
});

test('a parameter without a name, and one whose name is broken, are told as that', async (t) => {
  const ask = await start(t);
  assert.deepEqual((await ask('/api/v1/trees?=1')).errors, [
    { parameter: '', value: '1', message: 'must have a name before the equals sign' },
  ]);
  assert.equal((await ask('/api/v1/trees?=')).detail, 'A parameter must have a name before the equals sign.');
  const { detail, errors } = await ask('/api/v1/trees?%zz=1&famil%C3=2&page=1');
  const message = 'has a name that is not valid percent-encoded UTF-8';
  assert.deepEqual(errors, [
    { parameter: '%zz', message },
    { parameter: 'famil%C3', message },
  ]);
  assert.equal(detail, `%zz ${message} (and 1 more).`);
});

test('a number with leading zeros is refused wherever one is asked for, with the number that it is', async (t) => {
  const ask = await start(t);
  const whole = 'must be a whole number from 1 to';
  const month = 'must be a month: an English or Spanish name, its first three letters, or 1 to 12';
  const refused = {
    'page=01': `${whole} 1000000; did you mean 1?`,
    'pageSize=0020': `${whole} 100; did you mean 20?`,
    'pageSize=0500': `${whole} 100`,
    'page=00': `${whole} 1000000`,
    'floweringSeason=01': `${month}; did you mean 1?`,
    'fruitingSeason=012': `${month}; did you mean 12?`,
    'fruitingSeason=013': month,
  };
  for (const [query, message] of Object.entries(refused)) {
    assert.deepEqual((await ask(`/api/v1/trees?${query}`)).errors?.[0].message, message, query);
  }
});

test('a month cut short or misspelt is told which it may be', async (t) => {
  const ask = await start(t);
  const meant = { sept: 'september', 'Sept.': 'september', febr: 'february', agost: 'agosto', marhc: 'march' };
  for (const [text, month] of Object.entries(meant)) {
    const { detail } = await ask(`/api/v1/trees?floweringSeason=${text}`);
    assert.ok(detail.endsWith(`; did you mean ${month}?`), `${text}: ${detail}`);
  }
  for (const text of ['se', 'spring', 'x']) {
    assert.doesNotMatch((await ask(`/api/v1/trees?floweringSeason=${text}`)).detail, /mean/);
  }
});

test('a slash too many, and a misspelt route, are told the right one', async (t) => {
  const ask = await start(t);
  const meant = {
    '/api/v1/trees/': '/api/v1/trees',
    '/api/v1/trees/?page=2': '/api/v1/trees',
    '/api/v1//trees': '/api/v1/trees',
    '/api/v1/families/': '/api/v1/families',
    '/api/v1/trees/ceiba-pentandra/': '/api/v1/trees/ceiba-pentandra',
    '/api/v1/tree': '/api/v1/trees',
    '/api/v1/Families': '/api/v1/families',
    '/docs/': '/docs',
    '/healtz': '/healthz',
    '/trees': '/api/v1/trees',
    '/families/': '/api/v1/families',
    '/api/trees': '/api/v1/trees',
    '/api/v2/trees/ceiba-pentandra': '/api/v1/trees/ceiba-pentandra',
  };
  for (const [path, right] of Object.entries(meant)) {
    const { code, detail } = await ask(path);
    assert.equal(code, 'route-not-found');
    assert.ok(detail.endsWith(` Did you mean ${right}?`), `${path}: ${detail}`);
  }
  for (const path of ['/nowhere/at/all', '/api', '/api/v2']) assert.doesNotMatch((await ask(path)).detail, /mean/);
});

test('/api/v1 itself, and what is no route below it, names the routes', async (t) => {
  const ask = await start(t);
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/nowhere/at/all']) {
    const { code, detail } = await ask(path);
    assert.equal(code, 'route-not-found');
    for (const route of ['/api/v1/trees', '/api/v1/trees/{slug}', '/api/v1/families']) {
      assert.ok(detail.includes(route), `${path}: ${detail}`);
    }
  }
});

test('a slug in other letters is told the one that it may be', async (t) => {
  const ask = await start(t);
  for (const slug of ['Ceiba-Pentandra', 'ceiba_pentandra', 'Ceiba%20pentandra']) {
    const { code, detail } = await ask(`/api/v1/trees/${slug}`);
    assert.equal(code, 'tree-not-found');
    assert.match(detail, / Did you mean ceiba-pentandra\?$/, slug);
  }
  assert.doesNotMatch((await ask('/api/v1/trees/none')).detail, /mean/);
});

test('what is shown of a request is whole characters', async (t) => {
  const ask = await start(t);
  for (const before of [97, 98, 99, 100]) {
    const { errors } = await ask(`/api/v1/trees?page=${'x'.repeat(before)}${encodeURIComponent('🌳🌳')}`);
    assert.ok(errors[0].value.isWellFormed(), errors[0].value);
  }
});
