// What changed since an earlier revision is told by whoever serves: from the store, without it, and after a restore.

import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Tree } from '../../../src/domain/tree.ts';
import { command } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { prepare, removeDatabase, serve } from '../../support/serving.ts';
import type { RunningSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

/** Three revisions of which the store keeps the last: 30 trees, 29, and 28. */
async function published(t: TestContext): Promise<{ data: string; key: string }> {
  const { data, key } = await prepare(t);
  const store = await storeOf(t, data, { 'keep-revisions': '0' });
  for (const number of [2, 3]) await publishTrees(store, edition(1, 31 - number));
  assert.equal((await store.revisions.list()).length, 1);
  return { data, key };
}

async function changes(running: RunningSylva, key: string, since: string): Promise<string[]> {
  const address = `${running.origin}/api/v1/changes?since=${since}&view=none`;
  const body = (await (await fetch(address, { headers: { 'x-api-key': key } })).json()) as any;
  return body.data?.map(({ slug, change, revision }: any) => `${slug} ${change} ${revision}`) ?? body.code;
}

const KNOWN = ['tree-28 removed r3', 'tree-29 removed r2'];

test('revisions that made room are known, also by a server that starts when its database is gone', async (t) => {
  const { data, key } = await published(t);
  const first = await serve(t, data);
  assert.deepEqual(await changes(first, key, 'r1'), KNOWN);
  assert.deepEqual(await changes(first, key, 'r2'), KNOWN.slice(0, 1));
  await first.stop();
  assert.equal(globSync('cache/*.changes', { cwd: data }).length, 1);
  removeDatabase(data);
  const second = await serve(t, data);
  assert.deepEqual(await changes(second, key, 'r1'), KNOWN);
});

test('a restored backup tells the same', async (t) => {
  const { data, key } = await published(t);
  const folder = temporaryFolder(t);
  assert.equal((await command(['backup', join(folder, 'a.backup'), '--data', data])).code, 0);
  const restored = join(folder, 'restored');
  assert.equal((await command(['restore', join(folder, 'a.backup'), '--data', restored])).code, 0);
  assert.deepEqual(await changes(await serve(t, restored), key, 'r1'), KNOWN);
});

test('of two ways to the same revision, the store tells which one was gone: while serving, and after a start', async (t) => {
  const { data, key } = await prepare(t);
  const backup = join(temporaryFolder(t), 'a.backup');
  assert.equal((await command(['backup', backup, '--data', data])).code, 0);
  const [first, ...others] = edition(1);
  const [last, ...between] = others.toReversed();
  const goBy = async (way: Tree[]) => {
    const store = await storeOf(t, data);
    await publishTrees(store, way);
    await publishTrees(store, between);
  };
  await goBy(others);
  const running = await serve(t, data);
  const told = await answered(running, key);
  assert.deepEqual(told.slugs, [last.slug]);

  removeDatabase(data);
  assert.equal((await command(['restore', backup, '--data', data])).code, 0);
  await goBy([first, ...between]);
  await until(async () => (await answered(running, key)).slugs[0] === first.slug);
  assert.notEqual((await answered(running, key)).tag, told.tag);
  await running.stop();
  assert.deepEqual((await answered(await serve(t, data), key)).slugs, [first.slug]);
});

async function answered(running: RunningSylva, key: string): Promise<{ slugs: string[]; tag: string | null }> {
  const address = `${running.origin}/api/v1/changes?since=r2&view=none`;
  const response = await fetch(address, { headers: { 'x-api-key': key } });
  const { data = [] } = (await response.json()) as any;
  return { slugs: data.map(({ slug }: any) => slug), tag: response.headers.get('etag') };
}

test('a file that is damaged is not believed: the store tells, or else nothing is known', async (t) => {
  const { data, key } = await published(t);
  await (await serve(t, data)).stop();
  const spoil = () => {
    for (const file of globSync('cache/*.changes', { cwd: data })) writeFileSync(join(data, file), 'damaged');
  };
  spoil();
  const second = await serve(t, data);
  assert.deepEqual(await changes(second, key, 'r1'), KNOWN);
  await second.stop();
  spoil();
  removeDatabase(data);
  assert.deepEqual(await changes(await serve(t, data), key, 'r1'), 'revision-expired');
});
