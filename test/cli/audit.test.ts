// Who did what, and when.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { whoRuns } from '../../src/store/actor.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { sylva } from '../support/sylva.ts';

const OAK = '---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n';

async function run(words: string[], env: NodeJS.ProcessEnv = {}): Promise<any> {
  const { code, stdout, stderr } = await sylva([...words, '--json'], env);
  assert.equal(code, 0, stderr || stdout);
  return JSON.parse(stdout);
}

async function changed(t: TestContext) {
  const data = temporaryFolder(t);
  const where = ['--data', data];
  await run(['publish', writeFiles(t, { 'en/oak.md': OAK }), '--note', 'first', ...where]);
  const made = await run(['keys', 'create', '--name', 'Herbarium', '--actor', 'Ada', ...where]);
  const rotated = await run(['keys', 'rotate', made.id, ...where], { SYLVA_ACTOR: 'Grace' });
  await run(['keys', 'revoke', made.id, ...where]);
  await run(['allow', 'add', '192.0.2.0/24', '--note', 'Reading room', ...where]);
  await run(['allow', 'remove', '192.0.2.0/24', ...where]);
  await run(['revisions', 'activate', 'r1', ...where]);
  return { data, made, rotated };
}

test('every change is in the audit, the newest first, with who made it and without any key', async (t) => {
  const { data, made, rotated } = await changed(t);
  const events = await run(['audit', '--data', data]);
  assert.deepEqual(
    events.map(({ action, subject, detail }: any) => [action, subject, detail]),
    [
      ['activated', 'r1', null],
      ['range removed', '192.0.2.0/24', null],
      ['range allowed', '192.0.2.0/24', 'Reading room'],
      ['key revoked', made.id, null],
      ['key rotated', made.id, `to ${rotated.id}`],
      ['key created', made.id, 'Herbarium'],
      ['published', 'r1', 'first'],
    ],
  );
  const actors = events.map(({ actor }: any) => actor);
  assert.deepEqual([actors[5], actors[4], actors[6]], ['Ada', 'Grace', whoRuns()]);
  const shown = (await sylva(['audit', '--data', data])).stdout;
  assert.match(shown, /^\d{4}-\d\d-\d\d \d\d:\d\d +Ada +key created +key_\w+ +Herbarium$/m);
  for (const { key } of [made, rotated]) assert.ok(!(JSON.stringify(events) + shown).includes(key.slice(6, -6)));
});

test('the audit can be cut by number and by time', async (t) => {
  const { data } = await changed(t);
  const ask = async (...words: string[]) => (await run(['audit', '--data', data, ...words])).length;
  assert.deepEqual(
    [await ask('--limit', '2'), await ask('--since', '1d'), await ask('--since', '2099-01-01')],
    [2, 7, 0],
  );
  for (const words of [
    ['--limit', '0'],
    ['--since', 'yesterday'],
  ])
    assert.equal((await sylva(['audit', '--data', data, ...words])).code, 2);
});

test('a restore and a copy of the store are in the audit of what they made', async (t) => {
  const { data } = await changed(t);
  const folder = temporaryFolder(t);
  await run(['backup', join(folder, 'a.backup'), '--data', data]);
  await run(['restore', join(folder, 'a.backup'), '--data', join(folder, 'restored'), '--actor', 'Ada']);
  const copy = join(folder, 'copy.db');
  await run(['store', 'copy', '--from', `sqlite:${join(data, 'sylva.db')}`, '--to', `sqlite:${copy}`]);
  const [restored, before] = await run(['audit', '--data', join(folder, 'restored')]);
  assert.deepEqual([restored.action, restored.subject, restored.actor], ['restored', 'a.backup', 'Ada']);
  assert.equal(before.action, 'activated');
  const [copied] = await run(['audit', '--database', `sqlite:${copy}`]);
  assert.deepEqual([copied.action, copied.subject], ['store copied', join(data, 'sylva.db')]);
});

test('who works through sudo is named by who they are', () => {
  assert.match(whoRuns({ SUDO_USER: 'ada' }), /^ada@/);
  assert.doesNotMatch(whoRuns({}), /^ada@/);
});
