// Backups taken while others publish: each restores to a service that gives the same answers and knows the same keys.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import { restore } from '../../../src/store/maintenance/backup.ts';
import { command } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { contentOf, edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva, sylva } from '../../support/sylva.ts';

const BACKUPS = often(3);
const KEY = generateKey(randomBytes);
const PATHS = ['/trees?pageSize=30', '/trees/tree-7', '/families', '/trees?search=edition&facets=family&locale=es'];

async function answers(origin: string): Promise<string[]> {
  return await Promise.all(
    PATHS.map(async (path) => {
      const response = await fetch(`${origin}/api/v1${path}`, { headers: { 'x-api-key': KEY } });
      assert.equal(response.status, 200);
      return `${response.headers.get('etag')} ${await response.text()}`;
    }),
  );
}

test(`${BACKUPS} backups during publishes: each restores whole, with the revision of its moment`, async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const store = await storeOf(t, data, { 'keep-revisions': '2' });
  await publishTrees(store, edition(1));
  let isOver = false;
  let number = 1;
  const publishing = (async () => {
    // The embedded database answers at once: without a pause nothing else would get a turn.
    for (; !isOver; await pause(20)) await publishTrees(store, edition(++number));
  })();
  const backups: string[] = [];
  for (let index = 0; index < BACKUPS; index++) {
    const file = join(folder, `${index}.backup`);
    const { code, stderr } = await sylva(['backup', file, '--data', data]);
    assert.equal(code, 0, stderr);
    backups.push(file);
  }
  isOver = true;
  await publishing;
  assert.ok(number > BACKUPS);
  for (const [index, file] of backups.entries()) {
    const restored = join(folder, `restored-${index}`);
    await restore(file, join(restored, 'sylva.db'), 'ada@server');
    const copy = await storeOf(t, restored);
    const active = await copy.revisions.active();
    assert.ok(active);
    const { trees } = await contentOf(copy, active);
    assert.equal(trees[0].texts.en?.description, `Edition ${active.number}.`);
  }
});

test('a restored service gives the same answers, byte for byte, and knows the same keys', async (t) => {
  const folder = temporaryFolder(t);
  const [data, restored, file] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'one.backup')];
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: hashKey(KEY), expiresAt: null });
  const original = await startSylva(t, ['serve', '--data', data]);
  assert.equal((await command(['backup', file, '--data', data])).code, 0);
  assert.equal((await command(['restore', file, '--data', restored])).code, 0);
  const copy = await startSylva(t, ['serve', '--data', restored]);
  assert.deepEqual(await answers(copy.origin), await answers(original.origin));
  assert.ok(!readFileSync(file, 'latin1').includes(KEY));
});
