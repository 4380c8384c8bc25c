// Who did what, and when.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { whoRuns } from '../../src/store/tables/audit.ts';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';

const OAK = '---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n';

async function changed(t: TestContext) {
  const data = temporaryFolder(t);
  const where = ['--data', data];
  await commandJson(['publish', writeFiles(t, { 'en/oak.md': OAK }), '--note', 'first', ...where]);
  const made = await commandJson(['keys', 'create', '--name', 'Herbarium', '--actor', 'Ada', ...where]);
  const rotated = await commandJson(['keys', 'rotate', made.id, ...where], { SYLVA_ACTOR: 'Grace' });
  await commandJson(['keys', 'revoke', made.id, ...where]);
  await commandJson(['allow', 'add', '192.0.2.0/24', '--note', 'Reading room', ...where]);
  await commandJson(['allow', 'remove', '192.0.2.0/24', ...where]);
  await commandJson(['publish', writeFiles(t, { 'en/oak.md': OAK.replace('Oak', 'English oak') }), ...where]);
  await commandJson(['revisions', 'activate', 'r1', ...where]);
  return { data, made, rotated };
}

test('every change is in the audit, the newest first, with who made it and without any key', async (t) => {
  const { data, made, rotated } = await changed(t);
  const events = await commandJson(['audit', '--data', data]);
  assert.deepEqual(
    events.map(({ action, subject, detail }: any) => [action, subject, detail]),
    [
      ['activated', 'r1', 'as r3'],
      ['published', 'r2', null],
      ['range removed', '192.0.2.0/24', null],
      ['range allowed', '192.0.2.0/24', 'Reading room'],
      ['key revoked', made.id, null],
      ['key rotated', made.id, `to ${rotated.id}`],
      ['key created', made.id, 'Herbarium'],
      ['published', 'r1', 'first'],
    ],
  );
  const actors = events.map(({ actor }: any) => actor);
  assert.deepEqual([actors[6], actors[5], actors[7]], ['Ada', 'Grace', whoRuns()]);
  const shown = (await command(['audit', '--data', data])).stdout;
  assert.match(shown, /^\d{4}-\d\d-\d\d \d\d:\d\d +Ada +key created +key_\w+ +Herbarium$/m);
  for (const { key } of [made, rotated]) assert.ok(!(JSON.stringify(events) + shown).includes(key.slice(6, -6)));
});

test('the audit can be cut by number and by time', async (t) => {
  const { data } = await changed(t);
  const ask = async (...words: string[]) => (await commandJson(['audit', '--data', data, ...words])).length;
  assert.deepEqual(
    [await ask('--limit', '2'), await ask('--since', '1d'), await ask('--since', '2099-01-01')],
    [2, 8, 0],
  );
  for (const words of [
    ['--limit', '0'],
    ['--since', 'yesterday'],
  ])
    assert.equal((await command(['audit', '--data', data, ...words])).code, 2);
});

test('a restore and a copy of the store are in the audit of what they made', async (t) => {
  const { data } = await changed(t);
  const folder = temporaryFolder(t);
  await commandJson(['backup', join(folder, 'a.backup'), '--data', data]);
  await commandJson(['restore', join(folder, 'a.backup'), '--data', join(folder, 'restored'), '--actor', 'Ada']);
  const copy = join(folder, 'copy.db');
  await commandJson(['store', 'copy', '--from', `sqlite:${join(data, 'sylva.db')}`, '--to', `sqlite:${copy}`]);
  const [restored, before] = await commandJson(['audit', '--data', join(folder, 'restored')]);
  assert.deepEqual([restored.action, restored.subject, restored.actor], ['restored', 'a.backup', 'Ada']);
  assert.equal(before.action, 'activated');
  const [copied] = await commandJson(['audit', '--database', `sqlite:${copy}`]);
  assert.deepEqual([copied.action, copied.subject], ['store copied', join(data, 'sylva.db')]);
});

test('who works through sudo is named by who they are', () => {
  assert.match(whoRuns({ SUDO_USER: 'ada' }), /^ada@/);
  assert.doesNotMatch(whoRuns({}), /^ada@/);
});
