// A store that version 0.1.0 wrote, kept as a file: whatever came since, it is taken over as it is, and nothing in it is lost.
// It holds two revisions, of two trees and of one, a key, one that was revoked, an allowed range, and the audit of all that.

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startSylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/store-0.1.0.db', import.meta.url));
const KEY = 'sylva_yMF46LgBtHTFppGoQpXgTwHjPcDhTWht0LCD4b';
const REVOKED = 'sylva_ROw8nhkYsk1jgpJA0KosGeIuHQqUDBTg39OdEg';

function oldStore(t: TestContext): string {
  const data = temporaryFolder(t);
  copyFileSync(FIXTURE, join(data, 'sylva.db'));
  return data;
}

test('an old store is served: its key is good, its revoked key is not, its trees are there', async (t) => {
  const { origin } = await startSylva(t, ['serve', '--data', oldStore(t)]);
  const ask = (path: string, key: string) => fetch(`${origin}/api/v1${path}`, { headers: { 'x-api-key': key } });
  assert.equal((await ask('/trees', REVOKED)).status, 401);
  const answer = await ask('/trees/ceiba-pentandra?locale=es', KEY);
  assert.equal(answer.status, 200);
  const { data, meta } = (await answer.json()) as any;
  assert.deepEqual([data.scientificName, data.locale, meta.revision], ['Ceiba pentandra', 'es', 'r2']);
});

test('what an old store tells of itself is what was written', async (t) => {
  const data = oldStore(t);
  const revisions = await commandJson(['revisions', 'list', '--data', data]);
  assert.deepEqual(
    revisions.map(({ id, trees, note }: any) => [id, trees, note]),
    [
      ['r2', 1, 'second'],
      ['r1', 2, 'first'],
    ],
  );
  const keys = await commandJson(['keys', 'list', '--data', data]);
  assert.deepEqual(
    keys.map(({ name, contact, revokedAt }: any) => [name, contact, revokedAt !== null]),
    [
      ['Herbarium of Leiden', 'ada@example.org', false],
      ['Revoked', null, true],
    ],
  );
  const ranges = await commandJson(['allow', 'list', '--data', data]);
  assert.deepEqual([ranges[0].cidr, ranges[0].note], ['192.0.2.0/24', 'office']);
  const events = await commandJson(['audit', '--data', data]);
  assert.deepEqual([...new Set(events.map(({ actor }: any) => actor))], ['ada@old']);
});

test('an old store takes changes while it is served, back to its oldest revision', async (t) => {
  const data = oldStore(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const statusOf = async (slug: string) =>
    (await fetch(`${origin}/api/v1/trees/${slug}`, { headers: { 'x-api-key': KEY } })).status;
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
      headers: { 'x-api-key': KEY },
    });
    const body = (await response.json()) as any;
    return body.data?.map(({ slug, change, revision }: any) => [slug, change, revision]) ?? body.code;
  };
  assert.deepEqual(await changes('r1'), [['quercus-robur', 'removed', 'r2']]);
  assert.deepEqual(await changes('r2'), []);
  assert.equal((await command(['revisions', 'activate', 'r1', '--data', data])).code, 0);
  await until(async () => (await changes('r3')) !== 'revision-expired');
  assert.deepEqual(await changes('r2'), [['quercus-robur', 'added', 'r3']]);
  assert.deepEqual(await changes('r1'), []);
});
