// Settings and commands for more than one machine, as far as they need no other machine.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

test('wrong addresses of databases are refused with what would be right, and without their passwords', async () => {
  const wrong: [string, string][] = [
    ['--database', 'mysql://sylva:secret-word@host/sylva'],
    ['--database', 'postgres:sylva:secret-word@host'],
    ['--database', 'sqlite://:secret-word@'],
    ['--redis', 'http://user:secret-word@host'],
    ['--redis', 'redis://'],
    ['--redis', 'localhost:6379?password=secret-word'],
  ];
  for (const [flag, value] of wrong) {
    const { code, stderr } = await command(['serve', flag, value]);
    assert.equal(code, 2, value);
    assert.match(stderr, new RegExp(`^${flag} is “.*”, but must be .*(postgres|redis)://`), value);
    assert.ok(!stderr.includes('secret-word'), stderr);
  }
});

test('a SQLite file of another name is served, backed up and restored', async (t) => {
  const folder = temporaryFolder(t);
  const database = `sqlite:${join(folder, 'elsewhere/trees.db')}`;
  const store = await storeOf(t, join(folder, 'data'), { database });
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  const { origin } = await startSylva(t, ['serve', '--database', database, '--data', join(folder, 'data')]);
  assert.equal((await fetch(`${origin}/api/v1/trees`)).status, 200);
  const file = join(folder, 'one.backup');
  assert.equal((await command(['backup', file, '--database', database])).code, 0);
  assert.equal((await command(['restore', file, '--database', `sqlite:${join(folder, 'again.db')}`])).code, 0);
  assert.equal((await command(['restore', file, '--database', database])).code, 1);
});

test('a PostgreSQL database is not backed up by us, and it is said how it is', async () => {
  for (const word of ['backup', 'restore']) {
    const { code, stderr } = await command([word, 'x.backup', '--database', 'postgres://sylva@127.0.0.1:1/sylva']);
    assert.equal(code, 1);
    assert.match(stderr, /pg_dump/);
  }
});

test('before it stops, a server says so for as long as it was told, and answers meanwhile', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  const running = await startSylva(t, ['serve', '--data', data, '--drain-seconds', '5']);
  const status = async (path: string) => (await fetch(running.origin + path)).status;
  assert.equal(await status('/readyz'), 200);
  const startedAt = performance.now();
  const stopped = running.stop();
  await until(async () => (await status('/readyz')) === 503);
  assert.deepEqual([await status('/api/v1/trees'), await status('/healthz')], [200, 200]);
  assert.equal(await stopped, 0);
  assert.ok(performance.now() - startedAt >= 5000);
});

test('a server starts and serves without the Redis that it was told of, and says so', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  const redis = 'redis://:secret-word@127.0.0.1:1';
  const running = await startSylva(t, [
    'serve',
    '--data',
    data,
    '--redis',
    redis,
    '--rate-limit',
    '5',
    '--threads',
    '2',
  ]);
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await fetch(`${running.origin}/api/v1/trees`)).status),
  );
  assert.equal(statuses.filter((each) => each === 200).length, 5);
  await until(() => /each instance limits by itself meanwhile/.test(running.output()));
  assert.equal(await running.stop(), 0);
  assert.ok(!running.output().includes('secret-word'));
});
