// A data folder that nothing can be written to: it is complained of once, and everything goes on.

import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command } from '../../support/command.ts';
import { privatePostgres, withoutPostgres } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { underPermissions, withoutPermissions } from '../../support/permissions.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { ask, countOf, keptIn, prepare, readiness, serve, warningsOf } from '../../support/serving.ts';
import type { RunningSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const skip = withoutPermissions;

/** To be called before the folders are made: they can be removed only after they are open again. */
function locking(t: TestContext): (folder: string) => void {
  const locked: string[] = [];
  t.after(() => {
    for (const folder of locked) chmodSync(folder, 0o755);
  });
  return (folder) => {
    locked.push(folder);
    chmodSync(folder, 0o555);
  };
}

/** Publishes three times, waiting each time until the server follows. */
async function publishOften(t: TestContext, running: RunningSylva, database: string, key: string): Promise<void> {
  const store = await storeOf(t, temporaryFolder(t), { database });
  for (let number = 2; number <= 4; number++) {
    await publishTrees(store, edition(number));
    await until(async () => (await ask(running, key)) === `200 r${number}`);
  }
}

async function assertWell(running: RunningSylva): Promise<void> {
  await until(async () => (await readiness(running)).storeReadSecondsAgo === 0);
  assert.deepEqual(await warningsOf(running), []);
  assert.equal(countOf(running, 'cannot keep on disk what is known'), 1);
  assert.equal(countOf(running, 'cannot read the store'), 0);
}

test('a server that can keep nothing follows its store, and complains once', { skip }, async (t) => {
  const lock = locking(t);
  const database = `sqlite:${join(temporaryFolder(t), 'trees.db')}`;
  const { data, key } = await prepare(t, { database });
  lock(data);
  const running = await serve(t, data, ['--database', database], underPermissions);
  await publishOften(t, running, database, key);
  await assertWell(running);
  assert.equal(countOf(running, 'this file is outdated'), 0, 'there is none');
  assert.equal(await running.stop(), 0);
});

test('so does one over PostgreSQL, which is not asked for more sessions than before', {
  skip: skip || withoutPostgres,
}, async (t) => {
  const lock = locking(t);
  const postgres = await privatePostgres();
  const database = await postgres.database();
  const { data, key } = await prepare(t, { database });
  await (await serve(t, data, ['--database', database])).stop();
  chmodSync(join(data, 'cache/known.json'), 0o444);
  lock(join(data, 'cache'));
  const running = await serve(t, data, ['--database', database], underPermissions);
  const sessions = async () => {
    const name = new URL(database).pathname.slice(1);
    const [row] = await postgres.query(`SELECT sessions::int FROM pg_stat_database WHERE datname = '${name}'`);
    return row.sessions;
  };
  const before = await sessions();
  await publishOften(t, running, database, key);
  await assertWell(running);
  assert.ok((await sessions()) - before < 20, `${(await sessions()) - before} sessions`);
});

test('what stands on disk and cannot be replaced is emptied, or else its file is named', { skip }, async (t) => {
  const lock = locking(t);
  for (const mode of [0o644, 0o444]) {
    const database = `sqlite:${join(temporaryFolder(t), 'trees.db')}`;
    const { data, key } = await prepare(t, { database });
    const words = ['--database', database];
    await (await serve(t, data, words)).stop();
    const file = join(data, 'cache/known.json');
    chmodSync(file, mode);
    lock(join(data, 'cache'));
    const running = await serve(t, data, words, underPermissions);
    await assertUnchanged(running, data);
    assert.equal((await command(['keys', 'revoke', 'key_1', ...words])).code, 0);
    await until(async () => (await ask(running, key)) === '401');
    await until(() => countOf(running, 'cannot keep on disk what is known') === 1);
    if (mode === 0o644) await until(() => statSync(file).size === 0);
    else await until(() => running.output().includes(`"file":"${file}","msg":"this file is outdated`));
    assert.equal(await running.stop(), 0);
  }
});

/** What is right already needs no writing, and no complaint. */
async function assertUnchanged(running: RunningSylva, data: string): Promise<void> {
  assert.equal(keptIn(data).keys.length, 1);
  assert.equal(countOf(running, 'cannot keep'), 0);
}

test('a folder that can be written again is written again, and the log says so', { skip }, async (t) => {
  const lock = locking(t);
  const database = `sqlite:${join(temporaryFolder(t), 'trees.db')}`;
  const { data, key } = await prepare(t, { database });
  mkdirSync(join(data, 'cache'));
  lock(join(data, 'cache'));
  const running = await serve(t, data, ['--database', database], underPermissions);
  await until(() => countOf(running, 'cannot keep on disk what is known') === 1);
  chmodSync(join(data, 'cache'), 0o755);
  await publishTrees(await storeOf(t, temporaryFolder(t), { database }), edition(2));
  await until(async () => (await ask(running, key)) === '200 r2');
  await until(() => countOf(running, 'what is known is kept on disk again') === 1);
  await until(() => keptIn(data).published?.revision.id === 'r2');
});
