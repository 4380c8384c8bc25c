// A tree that was renamed is found at its old addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const TREES = [
  makeTree({ slug: 'ceiba-pentandra', formerSlugs: ['kapok', 'bombax-pentandrum'] }),
  makeTree({ slug: 'quercus-robur', formerSlugs: ['oak'] }),
  makeTree({ slug: 'ulmus-minor' }),
];

test('an old slug leads to the present one, the query kept', async (t) => {
  const { api } = await startTestService(t, { trees: TREES });
  for (const [old, present] of [
    ['kapok', 'ceiba-pentandra'],
    ['bombax-pentandrum?locale=es', 'ceiba-pentandra?locale=es'],
    ['oak?locale=', 'quercus-robur'],
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${api}/trees/${old}`, { method, redirect: 'manual' });
      const { headers } = response;
      assert.deepEqual(
        [response.status, headers.get('location'), headers.get('content-length'), await response.text()],
        [301, `/api/v1/trees/${present}`, '0', ''],
      );
      assert.equal(headers.get('cache-control'), 'private, no-cache');
      for (const name of ['x-ratelimit-remaining', 'x-request-id']) assert.ok(headers.get(name), name);
    }
  }
  const followed = await fetch(`${api}/trees/kapok`);
  const { data } = (await followed.json()) as any;
  assert.deepEqual([data.slug, data.formerSlugs], ['ceiba-pentandra', ['kapok', 'bombax-pentandrum']]);
});

test('what is wrong with a request to an old slug is told first, and no other slug leads anywhere', async (t) => {
  const { api } = await startTestService(t, { trees: TREES });
  const status = async (path: string) => (await fetch(`${api}/trees/${path}`, { redirect: 'manual' })).status;
  assert.equal(await status('kapok?locale=fr'), 400);
  for (const other of ['Kapok', 'kapo', 'ulmus', 'zz']) assert.equal(await status(other), 404, other);
});

test('the whole address is given where the service knows its own', async (t) => {
  const flags = { 'public-url': 'https://trees.example.org' };
  const { api } = await startTestService(t, { trees: TREES, flags });
  const { headers } = await fetch(`${api}/trees/oak`, { redirect: 'manual' });
  assert.equal(headers.get('location'), 'https://trees.example.org/api/v1/trees/quercus-robur');
});
