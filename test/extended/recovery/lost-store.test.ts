// A database that was emptied, lost or exchanged is a fault, not news: what was known stays until the store is back.

import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { readSettings } from '../../../src/config/settings.ts';
import { openStore } from '../../../src/store/store.ts';
import { command } from '../../support/command.ts';
import { privatePostgres, withoutPostgres } from '../../support/engines.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import {
  ask,
  countOf,
  keptIn,
  prepare,
  removeDatabase,
  serve,
  servedBefore,
  warningsOf,
} from '../../support/serving.ts';
import { oakPage } from '../../support/sources.ts';
import type { RunningSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const FAULT = 'cannot read the store; what was known stays';

async function backUp(t: TestContext, data: string): Promise<string> {
  const file = join(temporaryFolder(t), 'one.backup');
  assert.equal((await command(['backup', file, '--data', data])).code, 0);
  return file;
}

async function assertServesOn(running: RunningSylva, data: string, key: string): Promise<void> {
  await until(() => countOf(running, FAULT) > 0);
  await until(async () => (await warningsOf(running)).includes('store-replaced'));
  assert.equal(await ask(running, key), '200 r1');
  assert.equal(keptIn(data).keys.length, 1);
  assert.deepEqual(complaintsOf(running), [...new Set(complaintsOf(running))]);
}

/** What the log says is wrong with the store, in turn. */
function complaintsOf(running: RunningSylva): string[] {
  const lines = running.output().split('\n');
  return lines.filter((line) => line.includes(FAULT)).map((line) => JSON.parse(line).err.message);
}

async function assertFollows(t: TestContext, running: RunningSylva, data: string, key: string): Promise<void> {
  await until(() => countOf(running, 'the store can be read again') === 1);
  await until(async () => !(await warningsOf(running)).includes('store-replaced'));
  assert.equal(await ask(running, key), '200 r1');
  await (await storeOf(t, data)).access.revokeKey('key_1');
  await until(async () => (await ask(running, key)) === '401');
}

const LOSSES: Record<string, (data: string) => void> = {
  emptied: (data) => truncateSync(join(data, 'sylva.db')),
  removed: (data) => rmSync(join(data, 'sylva.db')),
};

for (const [loss, lose] of Object.entries(LOSSES)) {
  test(`a database that is ${loss} while serving is warned of, and the restored one taken up as it is`, async (t) => {
    const { data, key } = await prepare(t);
    const backup = await backUp(t, data);
    const running = await serve(t, data);
    lose(data);
    await assertServesOn(running, data, key);
    assert.match((await command(['keys', 'list', '--data', data])).stderr, /^There is no store in /);
    const made = await command(['keys', 'create', '--name', 'B', '--data', data]);
    assert.deepEqual([made.code, made.stdout], [1, '']);
    assert.match(made.stderr, /restore a backup, or remove .*cache to begin with a new one/);
    assert.equal(statSync(join(data, 'sylva.db'), { throwIfNoEntry: false })?.size ?? 0, 0);

    const restored = await command(['restore', backup, '--data', data]);
    assert.equal(restored.code, 0, restored.stderr);
    await assertFollows(t, running, data, key);
  });

  test(`a server that starts when its database was ${loss} serves what it knew, and makes no new one`, async (t) => {
    const { data, key } = await servedBefore(t);
    const backup = await backUp(t, data);
    lose(data);
    const running = await serve(t, data);
    await assertServesOn(running, data, key);
    assert.equal(statSync(join(data, 'sylva.db'), { throwIfNoEntry: false })?.size ?? 0, 0);
    assert.equal((await command(['restore', backup, '--data', data])).code, 0);
    await assertFollows(t, running, data, key);
  });
}

test('a database that is emptied while its log holds changes is a fault as well', async (t) => {
  const { data, key } = await prepare(t);
  const backup = await backUp(t, data);
  const running = await serve(t, data);
  assert.equal(await ask(running, key), '200 r1');
  const beside = await openStore(readSettings({ data }, {}));
  await until(async () => (await beside.usage.since('')).length === 1);
  await beside.close();
  truncateSync(join(data, 'sylva.db'));
  await assertServesOn(running, data, key);
  removeDatabase(data);
  assert.equal((await command(['restore', backup, '--data', data])).code, 0);
  await assertFollows(t, running, data, key);
});

test('another store in the place of the one that was served is not believed until its operator says that it is meant', async (t) => {
  const { data, key } = await prepare(t);
  const other = await prepare(t, {}, 3);
  const running = await serve(t, data);
  removeDatabase(data);
  await assertServesOn(running, data, key);
  renameSync(join(other.data, 'sylva.db'), join(data, 'sylva.db'));
  const advice = /another store than the one that was served here.*stop the server, remove .*cache/;
  await until(() => complaintsOf(running).some((each) => advice.test(each)));
  assert.equal(complaintsOf(running).length, 2);
  assert.deepEqual([await ask(running, key), await ask(running, other.key)], ['200 r1', '401']);
  assert.equal(await running.stop(), 0);

  const again = await serve(t, data);
  await assertServesOn(again, data, key);
  assert.match(complaintsOf(again).join(), advice);
  assert.equal(await again.stop(), 0);
  rmSync(join(data, 'cache'), { recursive: true });
  const meant = await serve(t, data);
  assert.deepEqual([await ask(meant, key), await ask(meant, other.key)], ['401', '200 r1']);
});

test('a server that knew of nothing takes up whatever store it finds', async (t) => {
  const data = temporaryFolder(t);
  const running = await serve(t, data);
  const { data: filled, key } = await prepare(t);
  removeDatabase(data);
  renameSync(join(filled, 'sylva.db'), join(data, 'sylva.db'));
  await until(async () => (await ask(running, key)) === '200 r1');
  assert.equal(await running.stop(), 0);
});

for (const further of [0, 1, 2]) {
  test(`a store that lost a revocation and ${further} other changes is taken up, and the log says what that means`, async (t) => {
    const { data, key } = await prepare(t);
    const backup = await backUp(t, data);
    const store = await storeOf(t, data);
    await store.access.revokeKey('key_1');
    for (let number = 0; number < further; number++) await publishTrees(store, edition(2 + number));
    const running = await serve(t, data);
    assert.equal(await ask(running, key), '401');
    removeDatabase(data);
    assert.equal((await command(['restore', backup, '--data', data])).code, 0);
    await until(() => /the store is older than what was known.*revoked since then work again/.test(running.output()));
    await until(async () => (await ask(running, key)) === '200 r1');
  });
}

test('commands that only read, or change what is there, make no store', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const commands = [
    ['keys', 'list'],
    ['keys', 'revoke', 'key_1'],
    ['keys', 'rotate', 'key_1'],
    ['allow', 'list'],
    ['allow', 'remove', '192.0.2.1'],
    ['revisions', 'list'],
    ['revisions', 'activate', 'r1'],
    ['stats'],
    ['audit'],
    ['backup', join(folder, 'x.backup')],
  ];
  for (const words of commands) {
    const { code, stdout, stderr } = await command([...words, '--data', data]);
    assert.deepEqual([code, stdout, stderr], [1, '', `There is no store in ${data}.\n`], words.join(' '));
  }
  const { code, stdout } = await command(['keys', 'list', '--data', data, '--json']);
  assert.deepEqual([code, JSON.parse(stdout)], [1, { error: `There is no store in ${data}.` }]);
  const dry = await command(['publish', writeFiles(t, { 'en/oak.md': oakPage() }), '--dry-run', '--data', data]);
  assert.deepEqual([dry.code, /this was a dry run/.test(dry.stdout)], [0, true], dry.stderr);
  assert.deepEqual(readdirSync(folder), []);
});

test('a file that holds something else is no store, and is left as it is', async (t) => {
  const data = temporaryFolder(t);
  const path = join(data, 'sylva.db');
  const file = new DatabaseSync(path);
  file.exec('CREATE TABLE trees (name TEXT)');
  file.close();
  for (const words of [['keys', 'list'], ['keys', 'create', '--name', 'A'], ['serve']]) {
    const { code, stderr } = await command([...words, '--data', data]);
    assert.deepEqual([code, stderr], [1, `${path} holds no store.\n`]);
  }
  const again = new DatabaseSync(path, { readOnly: true });
  assert.equal(again.prepare('SELECT group_concat(name) AS names FROM sqlite_master').get()?.names, 'trees');
  again.close();
});

test('a backup is restored whole beside the log of a database that is gone, and may be read while it is written', async (t) => {
  const { data } = await prepare(t);
  const backup = await backUp(t, data);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(2));
  rmSync(join(data, 'sylva.db'));
  assert.ok(existsSync(join(data, 'sylva.db-wal')));
  assert.equal((await command(['restore', backup, '--data', data])).code, 0);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  assert.equal(file.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  assert.equal(file.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  const restored = await storeOf(t, data);
  assert.equal((await restored.revisions.list()).length, 1);
});

test('PostgreSQL whose tables were dropped, and made anew by somebody: what was known stays until the store is back', {
  skip: withoutPostgres,
}, async (t) => {
  const postgres = await privatePostgres();
  const database = await postgres.database();
  const name = new URL(database).pathname.slice(1);
  const { data, key } = await prepare(t, { database });
  const running = await serve(t, data, ['--database', database]);
  const copy = `sqlite:${join(temporaryFolder(t), 'copy.db')}`;
  assert.equal((await command(['store', 'copy', '--from', database, '--to', copy])).code, 0);
  const drop = () => postgres.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public', name);
  await drop();
  await assertServesOn(running, data, key);
  const listed = await command(['keys', 'list', '--database', database, '--data', temporaryFolder(t)]);
  assert.deepEqual(
    [listed.code, listed.stderr],
    [1, `The database 127.0.0.1:${postgres.port}/${name} holds no store.\n`],
  );

  const elsewhere = temporaryFolder(t);
  await publishTrees(await storeOf(t, elsewhere, { database }), edition(7));
  const restarted = await serve(t, data, ['--database', database]);
  for (const each of [running, restarted]) await assertServesOn(each, data, key);

  await drop();
  const back = await command(['store', 'copy', '--from', copy, '--to', database]);
  assert.equal(back.code, 0, back.stderr);
  for (const each of [running, restarted]) {
    await until(() => countOf(each, 'the store can be read again') === 1);
    assert.equal(await ask(each, key), '200 r1');
  }
});

test('a file that was emptied before any server knew it is no reason not to begin', async (t) => {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'sylva.db'), '');
  assert.equal((await command(['keys', 'create', '--name', 'A', '--data', data])).code, 0);
  assert.deepEqual(globSync('cache', { cwd: data }), []);
});
