// The map that a catalogue brings, under the API: with the same manners as all else, and no trace of it where there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const MAP = { width: 9, height: 7, regions: [{ name: 'Limón', path: 'M0 0l9 0 0 7z' }] };
const trees = [makeTree({ slug: 'oak' })];

test('answers about trees lead to the map, which is served as it was made', async (t) => {
  const { api } = await startTestService(t, { trees, map: MAP });
  for (const path of ['/trees', '/trees?pageSize=1&locale=es', '/trees/oak']) {
    const { _links } = (await (await fetch(api + path)).json()) as any;
    assert.equal(_links.map, '/api/v1/map', path);
  }
  const answer = await fetch(`${api}/map?locale=es`);
  const body = await answer.json();
  assert.deepEqual(body, {
    data: MAP,
    meta: { locale: 'es', revision: 'r1' },
    _links: { self: '/api/v1/map?locale=es' },
  });
  const tag = answer.headers.get('etag') as string;
  const again = await fetch(`${api}/map?locale=es`, { headers: { 'if-none-match': tag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
});

test('links have the public address before them', async (t) => {
  const flags = { 'public-url': 'https://trees.example.org' };
  const { api } = await startTestService(t, { trees, map: MAP, flags });
  const { _links } = (await (await fetch(`${api}/trees`)).json()) as any;
  assert.equal(_links.map, 'https://trees.example.org/api/v1/map');
});

test('nobody gets it without access', async (t) => {
  const { api } = await startTestService(t, { trees, map: MAP, allowlist: [] });
  const answer = await fetch(`${api}/map`);
  assert.equal(answer.status, 401);
  assert.doesNotMatch(await answer.text(), /Lim/);
});

test('of a catalogue without one it is null, and nothing leads to it', async (t) => {
  const { api } = await startTestService(t, { trees });
  assert.equal(((await (await fetch(`${api}/map`)).json()) as any).data, null);
  for (const path of ['/trees', '/trees/oak']) {
    const { _links } = (await (await fetch(api + path)).json()) as any;
    assert.ok(!('map' in _links), path);
  }
});
