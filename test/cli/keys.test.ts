// A key's life, and the allowlist's, on the command line and in running servers.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { generateKey, hashKey, isWellFormed } from '../../src/access/api-key.ts';
import { readSettings } from '../../src/config/settings.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { often } from '../support/often.ts';
import { SYLVA, startSylva, sylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';
import { wholeFile } from '../support/whole-file.ts';

const REVOCATIONS = often(2);
const KILLS = often(4);
const OAK = '---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n';

/** Runs a command that must succeed, and reads its JSON. */
const run = (...words: string[]) => commandJson(words);

async function publishedFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const data = temporaryFolder(t);
  await run('publish', writeFiles(t, { 'en/oak.md': OAK }), '--data', data);
  return data;
}

let served: Promise<{ data: string; origin: string }> | undefined;

/** One for all tests that make keys of their own, and leave the allowlist as it was. */
async function servedFolder(): Promise<{ data: string; origin: string }> {
  served ??= publishedFolder(wholeFile).then(async (data) => {
    const words = ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'warn'];
    return { data, origin: (await startSylva(wholeFile, words)).origin };
  });
  return await served;
}

/** The store, opened beside the server's own connection. */
async function storeBeside(t: TestContext, data: string): Promise<Store> {
  const store = await openStore(readSettings({ data }, {}));
  t.after(() => store.close());
  return store;
}

async function statusWith(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}/api/v1/trees`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response.status;
}

test('a key is made, shown once, listed without itself, and revoked', async (t) => {
  const data = temporaryFolder(t);
  const made = await run(
    'keys',
    'create',
    '--name',
    'Herbarium',
    '--contact',
    'a@example.org',
    '--expires',
    '90d',
    '--data',
    data,
  );
  assert.deepEqual(Object.keys(made), ['id', 'name', 'key', 'createdAt', 'expiresAt']);
  assert.ok(isWellFormed(made.key));
  const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
  assert.ok(Math.abs(days - 90) < 0.01);

  const [listed] = await run('keys', 'list', '--data', data);
  assert.deepEqual(
    [listed.id, listed.name, listed.contact, listed.status, listed.lastUsedAt],
    [made.id, 'Herbarium', 'a@example.org', 'active', null],
  );
  assert.ok(!JSON.stringify(listed).includes(made.key) && !JSON.stringify(listed).includes(hashKey(made.key)));

  await run('keys', 'revoke', made.id, '--data', data);
  const again = await run('keys', 'revoke', made.id, '--data', data);
  const [revoked] = await run('keys', 'list', '--data', data);
  assert.deepEqual([revoked.status, revoked.revokedAt], ['revoked', again.revokedAt]);
});

test('without --json, the key stands alone on its line', async (t) => {
  const { stdout } = await command([
    'keys',
    'create',
    '--name',
    'A',
    '--expires',
    '2099-01-01',
    '--data',
    temporaryFolder(t),
  ]);
  const [key] = stdout.match(/(?<=^\s+)sylva_\w+$/m) ?? [];
  assert.ok(key && isWellFormed(key));
  assert.match(stdout, /works until 2099-01-01 00:00Z\./);
});

test('wrong words about keys and addresses are refused, and change nothing', async (t) => {
  const data = await publishedFolder(t);
  const usage = [
    ['keys', 'create'],
    ['keys', 'create', '--name', ' '],
    ['keys', 'create', '--name', 'a\nb'],
    ['keys', 'create', '--name', 'A', '--expires', 'soon'],
    ['keys', 'create', '--name', 'A', '--expires', '2001-01-01'],
    ['keys', 'create', '--name', 'A', '--expires', '2027-02-30'],
    ['keys', 'create', '--name', 'A', '--expires', '0d'],
    ['keys', 'revoke'],
    ['keys', 'frobnicate'],
    ['keys'],
    ['allow', 'add'],
    ['allow', 'add', '10.0.0.1/8'],
    ['allow', 'add', 'localhost'],
    ['allow', 'remove', 'x'],
    ['serve', '--trust-proxy', 'true'],
    ['serve', '--trust-proxy', '1'],
    ['serve', '--trust-proxy', '10.0.0.0/40'],
    ['serve', '--trust-proxy', '10.0.0.0/8,nonsense'],
    ['serve', '--rate-limit', '0'],
    ['serve', '--rate-limit', '1e3'],
    ['serve', '--rate-window', '-1'],
    ['serve', '--rate-ipv6-prefix', '65'],
  ];
  for (const words of usage) {
    const { code, stderr } = await command(words, { SYLVA_DATA: data });
    assert.equal(code, 2, words.join(' '));
    assert.ok(stderr.trim().length > 10, words.join(' '));
  }
  for (const words of [
    ['keys', 'revoke', 'key_none'],
    ['keys', 'rotate', 'key_none'],
    ['allow', 'remove', '10.0.0.0/8'],
  ]) {
    const { code, stderr } = await command(words, { SYLVA_DATA: data });
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, /sylva (keys|allow) list/);
  }
  assert.deepEqual(await run('keys', 'list', '--data', data), []);
  assert.deepEqual(await run('allow', 'list', '--data', data), []);
});

test('the allowlist is kept in one form, and reaches a running server', async () => {
  const { data, origin } = await servedFolder();
  assert.equal(await statusWith(origin, ''), 401);
  const added = await run('allow', 'add', '::ffff:127.0.0.0/104', '--note', 'this machine', '--data', data);
  assert.deepEqual([added.cidr, added.note], ['127.0.0.0/8', 'this machine']);
  await until(async () => (await statusWith(origin, '')) === 200);
  await run('allow', 'remove', '127.0.0.0/8', '--data', data);
  await until(async () => (await statusWith(origin, '')) === 401);
});

test('an allowlist that contains a trusted proxy is refused: when added, at start, and while running', async (t) => {
  const data = await publishedFolder(t);
  const proxy = ['--trust-proxy', '127.0.0.1'];
  const refused = await command(['allow', 'add', '127.0.0.0/8', '--data', data, ...proxy]);
  assert.deepEqual([refused.code, await run('allow', 'list', '--data', data)], [1, []]);

  const running = await startSylva(t, ['serve', '--data', data, ...proxy]);
  await run('allow', 'add', '127.0.0.0/8', '--data', data);
  await until(() => /allowlist holds 127\.0\.0\.0\/8, where a trusted proxy is/.test(running.output()));
  assert.equal(await statusWith(running.origin, ''), 401);

  const { code, stderr } = await sylva(['serve', '--port', '0', '--data', data, ...proxy]);
  assert.equal(code, 1);
  assert.match(stderr, /allowlist holds 127\.0\.0\.0\/8, where a trusted proxy is/);
});

test(`a revoked key is refused, ${REVOCATIONS} of ${REVOCATIONS} times`, async (t) => {
  const { data, origin } = await servedFolder();
  const { access: store } = await storeBeside(t, data);
  const keys = Array.from({ length: REVOCATIONS }, (_, number) => ({
    id: `key_${number}`,
    key: generateKey(randomBytes),
  }));
  for (const { id, key } of keys)
    await store.addKey({ id, name: 'A', contact: null, hash: hashKey(key), expiresAt: null });
  for (const { id, key } of keys) {
    await until(async () => (await statusWith(origin, key)) === 200);
    await store.revokeKey(id);
    await until(async () => (await statusWith(origin, key)) === 401);
  }
});

test('rotation under constant load: the new key works from the moment it is known, and the old one until its time', async () => {
  const { data, origin } = await servedFolder();
  const first = await run('keys', 'create', '--name', 'A', '--data', data);
  await until(async () => (await statusWith(origin, first.key)) === 200);

  let isOver = false;
  const statuses = new Set<number>();
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add(await statusWith(origin, first.key));
    }),
  );
  const second = await run('keys', 'rotate', first.id, '--overlap', '1h', '--data', data);
  await until(async () => (await statusWith(origin, second.key)) === 200);
  const third = await run('keys', 'rotate', second.id, '--overlap', '0s', '--data', data);
  await until(async () => (await statusWith(origin, second.key)) === 401);
  assert.equal(await statusWith(origin, third.key), 200);
  isOver = true;
  await load;
  assert.deepEqual([...statuses], [200]);
  assert.deepEqual([second.name, second.replaces, third.replaces], ['A', first.id, second.id]);
});

test('the last use of a key is written soon after its first, and when the server ends', async (t) => {
  const data = await publishedFolder(t);
  const { id, key } = await run('keys', 'create', '--name', 'A', '--data', data);
  const running = await startSylva(t, ['serve', '--data', data]);
  const { access: store } = await storeBeside(t, data);
  await statusWith(running.origin, key);
  const first = await until(async () => (await store.key(id))?.lastUsedAt);
  await until(() => Date.now() > Date.parse(first));
  await statusWith(running.origin, key);
  assert.equal(await running.stop(), 0);
  assert.ok(((await store.key(id))?.lastUsedAt as string) > first);
});

/** What is being written has another name a moment later. */
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() && !path.endsWith('.tmp');

test('no key stands in clear text anywhere: not in the data folder, not in any output', async (t) => {
  const data = await publishedFolder(t);
  const { id, key } = await run('keys', 'create', '--name', 'A', '--data', data);
  const running = await startSylva(t, ['serve', '--data', data, '--log-level', 'trace']);
  await fetch(`${running.origin}/api/v1/trees?api_key=${key}`, { headers: { 'x-api-key': key } });
  await fetch(`${running.origin}/${key}?${key}=${key}`, { headers: { authorization: `Bearer ${key}` } });
  await fetch(`${running.origin}/api/v1/trees/${key}`, { headers: { 'x-api-key': `${key}, ${key}` } });
  const secret = key.slice('sylva_'.length, -6);
  const assertNotOnDisk = (expected: string) => {
    const files = globSync('**/*', { cwd: data }).filter((file) => isFile(join(data, file)));
    assert.ok(files.includes(expected), `${expected} is not among ${files}`);
    for (const file of files) assert.ok(!readFileSync(join(data, file), 'latin1').includes(secret), file);
  };
  await run('keys', 'revoke', id, '--data', data);
  assertNotOnDisk('sylva.db-wal');
  await running.stop();
  assertNotOnDisk('sylva.db');
  assert.ok(!running.output().includes(secret));
  assert.match(running.output(), new RegExp(id));
});

test(`kill -9 at any moment of a revocation, ${KILLS} times: the store is whole, and what was said to be done is done`, async (t) => {
  const data = temporaryFolder(t);
  await run('keys', 'create', '--name', 'A', '--data', data);
  const { access: store, audit } = await storeBeside(t, data);
  let confirmed = 0;
  // Sooner after one that was done in time, later after one that was not, whatever the machine's pace.
  let milliseconds = 200;
  for (let round = 0; round < KILLS || confirmed === 0 || confirmed === round; round++) {
    const id = `key_${round}`;
    await store.addKey({ id, name: 'A', contact: null, hash: hashKey(id), expiresAt: null });
    const child = spawn(SYLVA, ['keys', 'revoke', id, '--data', data, '--json']);
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
    await new Promise((resolve) => child.on('close', resolve));
    clearTimeout(timer);
    const isRevoked = (await store.key(id))?.revokedAt !== null;
    if (said.includes('revokedAt')) {
      confirmed++;
      milliseconds *= 0.9;
      assert.ok(isRevoked, `${id} came back`);
    } else milliseconds *= 1.1;
    const history = await audit.events();
    assert.equal(
      history.some(({ action, subject }) => action === 'key revoked' && subject === id),
      isRevoked,
    );
  }
  const file = new DatabaseSync(join(data, 'sylva.db'), { readOnly: true });
  assert.equal(file.prepare('PRAGMA integrity_check').get()?.integrity_check, 'ok');
  file.close();
});

test('several commands at once on a new store all succeed', async (t) => {
  const data = temporaryFolder(t);
  const create = (index: number) => sylva(['keys', 'create', '--name', `K${index}`, '--data', data]);
  const outcomes = await Promise.all(Array.from({ length: 4 }, (_, index) => create(index)));
  for (const { code, stderr } of outcomes) assert.equal(code, 0, stderr);
  assert.equal((await run('keys', 'list', '--data', data)).length, 4);
});

test('a store made by a newer Sylva is refused with a clear word', async (t) => {
  const data = await publishedFolder(t);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  file.exec("INSERT INTO kysely_migration VALUES ('9999-future', '2099-01-01')");
  file.close();
  const { code, stderr } = await command(['keys', 'list', '--data', data]);
  assert.equal(code, 1);
  assert.match(stderr, /made by a newer Sylva/);
});
