// Stores that older versions wrote, served by this one.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import {
  CHUNKED_KEY,
  chunkedStore,
  OLD_KEY,
  OLD_REVOKED_KEY,
  oldStore,
  storeWithContent,
  WITH_CONTENT_KEY,
} from '../../support/old-stores.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

test('an old store is served: its key is good, its revoked key is not, its trees are there', async (t) => {
  const { origin } = await startSylva(t, ['serve', '--data', oldStore(t)]);
  const ask = (path: string, key: string) => fetch(`${origin}/api/v1${path}`, { headers: { 'x-api-key': key } });
  assert.equal((await ask('/trees', OLD_REVOKED_KEY)).status, 401);
  const answer = await ask('/trees/ceiba-pentandra?locale=es', OLD_KEY);
  assert.equal(answer.status, 200);
  const { data, meta } = (await answer.json()) as any;
  assert.deepEqual([data.scientificName, data.locale, meta.revision], ['Ceiba pentandra', 'es', 'r2']);
});

test('an old store takes changes while it is served, back to its oldest revision', async (t) => {
  const data = oldStore(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const statusOf = async (slug: string) =>
    (await fetch(`${origin}/api/v1/trees/${slug}`, { headers: { 'x-api-key': OLD_KEY } })).status;
  assert.notEqual(await statusOf('quercus-robur'), 200);
  assert.equal((await command(['revisions', 'activate', 'r1', '--data', data])).code, 0);
  await until(async () => (await statusOf('quercus-robur')) === 200);
  const [key] = await commandJson(['keys', 'list', '--data', data]);
  assert.equal((await command(['keys', 'revoke', key.id, '--data', data])).code, 0);
  await until(async () => (await statusOf('quercus-robur')) === 401);
});

test('what changed between the revisions of an old store is known, and goes on being', async (t) => {
  const data = oldStore(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const changes = async (since: string) => {
    const response = await fetch(`${origin}/api/v1/changes?since=${since}&view=none`, {
      headers: { 'x-api-key': OLD_KEY },
    });
    const body = (await response.json()) as any;
    return body.data?.map(({ slug, change, revision }: any) => [slug, change, revision]) ?? body.code;
  };
  assert.deepEqual(await changes('r1'), [['quercus-robur', 'removed', 'r2']]);
  assert.deepEqual(await changes('r2'), []);
  assert.equal((await command(['revisions', 'activate', 'r1', '--data', data])).code, 0);
  await until(async () => Array.isArray(await changes('r3')));
  assert.deepEqual(await changes('r2'), [['quercus-robur', 'added', 'r3']]);
  assert.deepEqual(await changes('r1'), []);
});

test('a store in chunks is served as it was, and a backup of it is restored', async (t) => {
  const data = chunkedStore(t);
  const backup = join(temporaryFolder(t), 'old.backup');
  copyFileSync(join(data, 'sylva.db'), backup);
  const restored = join(temporaryFolder(t), 'restored');
  assert.equal((await command(['restore', backup, '--data', restored])).code, 0);
  for (const folder of [data, restored]) {
    const { origin } = await startSylva(t, ['serve', '--data', folder]);
    const answer = await fetch(`${origin}/api/v1/trees/quercus-robur`, { headers: { 'x-api-key': CHUNKED_KEY } });
    const { data: tree, meta } = (await answer.json()) as any;
    assert.deepEqual([tree?.scientificName, meta?.revision], ['Quercus robur', 'r3']);
  }
});

test('a store that kept content beside its snapshots is served, compared, published on and back to, and forgets no change', async (t) => {
  const data = storeWithContent(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const ask = (path: string) =>
    fetch(`${origin}/api/v1${path}`, { headers: { 'x-api-key': WITH_CONTENT_KEY }, redirect: 'manual' });
  const changes = async (since: string) => {
    const body = (await (await ask(`/changes?since=${since}&view=none`)).json()) as any;
    return body.data?.map(({ slug, change, revision }: any) => `${slug} ${change} ${revision}`) ?? body.code;
  };
  const { data: oak } = (await (await ask('/trees/oak?locale=es')).json()) as any;
  assert.deepEqual([oak.title, oak.body.trim(), oak.synonyms], ['Roble', 'Texto largo.', ['Quercus pedunculata']]);
  assert.equal((await ask('/trees/common-oak')).status, 301);
  const history = { r1: [], r2: ['ash changed r4'], r3: ['ash added r4'], r4: [] };
  for (const [since, expected] of Object.entries(history)) assert.deepEqual(await changes(since), expected, since);

  const difference = await commandJson(['revisions', 'diff', 'r2', 'r3', '--data', data]);
  assert.deepEqual([difference.removed, difference.changed], [['ash'], []]);
  const exported = join(temporaryFolder(t), 'trees.ndjson');
  assert.equal((await command(['export', exported, '--data', data])).code, 0);
  const rows = readFileSync(exported, 'utf8').replace('"Roble"', '"Carballo"');
  const source = join(writeFiles(t, { 'trees.ndjson': rows }), 'trees.ndjson');
  const published = await commandJson(['publish', source, '--data', data]);
  assert.deepEqual([published.revision.id, published.changed], ['r5', [{ slug: 'oak', fields: ['title.es'] }]]);
  await until(async () => (await changes('r1')).length > 0);
  assert.deepEqual(
    [await changes('r1'), await changes('r3')],
    [['oak changed r5'], ['ash added r4', 'oak changed r5']],
  );
  assert.equal((await commandJson(['revisions', 'activate', 'r3', '--data', data])).id, 'r6');
  await until(async () => (await ask('/trees/ash')).status === 410);
});
