// A server that has started answers, whatever becomes of its store; and starts from what it last knew.

import assert from 'node:assert/strict';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { readSettings } from '../../../src/config/settings.ts';
import { openStore } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { type RunningSylva, startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';
import { copiesOf } from '../../support/whole-file.ts';

type Context = Pick<TestContext, 'after'>;

/** A data folder with one revision, which this machine may read. */
async function prepare(t: Context, number = 1): Promise<string> {
  const data = temporaryFolder(t);
  const store = await openStore(readSettings({ data }, {}));
  await publishTrees(store, edition(number));
  await store.access.allow('127.0.0.1', null);
  await store.close();
  return data;
}

const serve = (t: Context, data: string) =>
  startSylva(t, ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'warn']);

/** The same, and what a server that ended since keeps of it. */
const servedBefore = copiesOf(async (t) => {
  const data = await prepare(t);
  await (await serve(t, data)).stop();
  return { data };
});

async function description({ origin }: RunningSylva): Promise<string> {
  const response = await fetch(`${origin}/api/v1/trees?pageSize=1`);
  const body = (await response.json()) as any;
  assert.equal(response.status, 200, JSON.stringify(body));
  return body.data[0].description;
}

function removeDatabase(data: string): void {
  for (const file of globSync('sylva.db*', { cwd: data })) rmSync(join(data, file));
}

function spoil(path: string): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(bytes.length / 2)] ^= 0xff;
  writeFileSync(path, bytes);
}

test('a running server answers when its database is gone, says how old its knowledge is, and follows when it is back', async (t) => {
  const data = await prepare(t);
  const running = await serve(t, data);
  const aside = temporaryFolder(t);
  for (const file of globSync('sylva.db*', { cwd: data })) renameSync(join(data, file), join(aside, file));
  await until(() => /There is no store in/.test(running.output()));
  assert.equal(await description(running), 'Edition 1.');
  const age = async () => ((await (await fetch(`${running.origin}/readyz`)).json()) as any).storeReadSecondsAgo;
  await until(async () => (await age()) >= 1);

  const store = await openStore(readSettings({ data: aside }, {}));
  await publishTrees(store, edition(3));
  await store.close();
  renameSync(join(aside, 'sylva.db'), join(data, 'sylva.db'));
  await until(async () => (await description(running)) === 'Edition 3.');
  await until(async () => (await age()) === 0);
  assert.equal(running.output().match(/cannot read the store/g)?.length, 1);
});

test('a running server answers while its database is locked', async (t) => {
  const data = await prepare(t);
  const running = await serve(t, data);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  file.exec('BEGIN EXCLUSIVE');
  for (let request = 0; request < 50; request++) assert.equal(await description(running), 'Edition 1.');
  file.exec('ROLLBACK');
});

test('a server that is told to stop while somebody changes its database ends in good time', async (t) => {
  const data = await prepare(t);
  const running = await serve(t, data);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  file.exec('BEGIN IMMEDIATE');
  assert.equal(await description(running), 'Edition 1.');
  assert.equal(await running.stop(), 0);
  file.exec('ROLLBACK');
});

test('a server starts from its last knowledge when the database is gone or broken', async (t) => {
  const { data } = await servedBefore(t);
  removeDatabase(data);
  const withoutDatabase = await serve(t, data);
  assert.equal(await description(withoutDatabase), 'Edition 1.');
  assert.match(withoutDatabase.output(), /serving the last good revision from disk/);
  assert.deepEqual(globSync('sylva.db*', { cwd: data }), []);
  await withoutDatabase.stop();

  writeFileSync(join(data, 'sylva.db'), 'this is no database '.repeat(1000));
  assert.equal(await description(await serve(t, data)), 'Edition 1.');
});

test('a damaged snapshot on disk is compiled again from the store', async (t) => {
  const { data } = await servedBefore(t);
  const [snapshot] = globSync(join(data, 'cache/*.snapshot'));
  spoil(snapshot);
  const running = await serve(t, data);
  assert.equal(await description(running), 'Edition 1.');
  assert.match(running.output(), /a file on disk is damaged, and is loaded from the store again/);
});

test('a revision that is damaged in the store is never served: the last good one is, and the log says why', async (t) => {
  const data = await prepare(t);
  await (await serve(t, data)).stop();
  const store = await storeOf(t, data);
  await publishTrees(store, edition(2));
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  file.exec("UPDATE tree_versions SET record = replace(record, 'Edition 2', 'Edition 3') WHERE slug = 'tree-7'");
  const running = await serve(t, data);
  assert.equal(await description(running), 'Edition 1.');
  assert.match(running.output(), /cannot load the active revision; the last good one stays/);
  assert.match(running.output(), /The store is damaged: the rows of r2 are not those that were published\..+--mend/);
  const codes = async () => {
    const { warnings } = (await (await fetch(`${running.origin}/readyz`)).json()) as any;
    return warnings.map(({ code }: any) => code).join();
  };
  assert.equal(await codes(), 'revision-not-loaded');
  await store.revisions.activate('r1');
  await until(async () => (await codes()) === '');
});

test('of a new revision a server loads only what it has not served before', async (t) => {
  const data = await prepare(t);
  const store = await storeOf(t, data);
  const running = await serve(t, data);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  // Were any of the unchanged trees loaded, it would be found damaged.
  file.exec("UPDATE tree_versions SET record = '{}' WHERE slug <> 'tree-0'");
  await publishTrees(store, [...edition(2, 1), ...edition(1).slice(1)]);
  await until(async () => (await description(running)) === 'Edition 2.');
});

test('a data folder that was moved is found again under its new name', async (t) => {
  const { data } = await servedBefore(t);
  renameSync(data, `${data}-moved`);
  t.after(() => rmSync(`${data}-moved`, { recursive: true }));
  assert.equal(await description(await serve(t, `${data}-moved`)), 'Edition 1.');
});

test('last knowledge is judged by the trusted proxies of today', async (t) => {
  const { data } = await servedBefore(t);
  removeDatabase(data);
  const running = await startSylva(t, ['serve', '--data', data, '--trust-proxy', '127.0.0.1', '--log-level', 'warn']);
  assert.equal((await fetch(`${running.origin}/api/v1/trees`)).status, 401);
  assert.match(running.output(), /allowlist holds 127\.0\.0\.1, where a trusted proxy is/);
});

test('where last knowledge cannot be kept, it is served all the same, and none is left behind', async (t) => {
  const data = await prepare(t);
  const running = await serve(t, data);
  rmSync(join(data, 'cache'), { recursive: true });
  writeFileSync(join(data, 'cache'), 'a file where a folder should be');
  await publishTrees(await storeOf(t, data), edition(2));
  await until(async () => (await description(running)) === 'Edition 2.');
  assert.match(running.output(), /cannot keep on disk what is known/);
});
