// What callers used, written back to a store that fails now and then.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../../src/config/settings.ts';
import { UsageRecord } from '../../src/server/usage-record.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';

const NOW = Date.parse('2026-05-01T23:59:59Z');
const USE = { caller: 'key_1', requests: 2, errors: 1, limited: 0, usedAt: NOW };

/** A store with two keys, and another connection to its file, for trouble. */
async function prepare(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await openStore(readSettings({ data }, {}), { patienceMilliseconds: 1 });
  t.after(() => store.close());
  for (const id of ['key_1', 'key_2'])
    await store.access.addKey({ id, name: id, contact: null, hash: id, expiresAt: null });
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const usedAt = async () => (await store.access.keys()).map(({ lastUsedAt }) => lastUsedAt);
  return { usage: new UsageRecord(log), store, file, lines, written: () => store.usage.since(''), usedAt };
}

const FAIL = "CREATE TRIGGER full BEFORE INSERT ON usage BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";

test('counts wait while the store takes nothing, with one complaint, and are written when it does again', async (t) => {
  const { usage, store, file, lines, written } = await prepare(t);
  file.exec(FAIL);
  for (let look = 0; look < 20; look++) {
    if (look % 5 === 0) usage.add([{ ...USE }], NOW - 60_000);
    await usage.write(store, NOW + look * 1000);
  }
  assert.deepEqual([usage.waiting, await written(), lines], [1, [], ['cannot write what callers used; it waits']]);
  file.exec('DROP TRIGGER full');
  await usage.write(store, NOW + 60_000);
  assert.deepEqual(await written(), [{ day: '2026-05-01', caller: 'key_1', requests: 8, errors: 4, limited: 0 }]);
  assert.deepEqual([usage.waiting, lines.at(-1)], [0, 'what callers used is written again']);
});

test('counts are written every 5 seconds, each under its own day', async (t) => {
  const { usage, store, written } = await prepare(t);
  usage.add([USE], NOW);
  await usage.write(store, NOW);
  usage.add([USE], NOW + 2000);
  await usage.write(store, NOW + 4999);
  assert.equal((await written()).length, 1);
  await usage.write(store, NOW + 5000);
  assert.deepEqual(
    (await written()).map(({ day }) => day),
    ['2026-05-01', '2026-05-02'],
  );
});

test('neither the allowlist nor a key that was over the limit is marked as used', async (t) => {
  const { usage, store, written, usedAt } = await prepare(t);
  usage.add([{ ...USE, caller: 'allowlist' }, { ...USE, caller: 'key_2', usedAt: 0 }, USE], NOW);
  await usage.write(store, NOW);
  assert.deepEqual(await usedAt(), [new Date(NOW).toISOString(), null]);
  assert.equal((await written()).length, 3);
});

test('a store that somebody else is changing is waited for in silence, unless it takes too long', async (t) => {
  const { usage, store, file, lines, written } = await prepare(t);
  file.exec('BEGIN IMMEDIATE');
  usage.add([USE], NOW);
  for (let second = 0; second < 30; second++) await usage.write(store, second * 1000);
  assert.deepEqual([usage.waiting, lines], [1, []]);
  await usage.write(store, 30_000);
  assert.deepEqual(lines, ['cannot write what callers used; it waits']);
  file.exec('COMMIT');
  await usage.write(store, 31_000);
  assert.deepEqual([(await written()).length, lines.at(-1)], [1, 'what callers used is written again']);
});

test('a key that was used again is marked again after a minute, and not before', async (t) => {
  const { usage, store, usedAt } = await prepare(t);
  const markedAt = async (minutes: number) => {
    await usage.write(store, minutes * 60_000);
    return Date.parse((await usedAt())[0] as string) - NOW;
  };
  const use = (later: number) => usage.add([{ ...USE, usedAt: NOW + later }], NOW);
  use(0);
  assert.deepEqual([await markedAt(0), await markedAt(5)], [0, 0]);
  use(1);
  assert.equal(await markedAt(5), 1);
  use(2);
  assert.deepEqual([await markedAt(5.9), await markedAt(6)], [1, 2]);
});

test('of two uses the later counts, whichever is told first', async (t) => {
  const { usage, store, usedAt } = await prepare(t);
  usage.add([USE], NOW);
  usage.add([{ ...USE, usedAt: NOW - 5_000 }], NOW);
  await usage.write(store, NOW);
  assert.equal((await usedAt())[0], new Date(NOW).toISOString());
});

test('at the end all is written, whenever it was written last', async (t) => {
  const { usage, store, written, usedAt } = await prepare(t);
  usage.add([USE], NOW);
  await usage.write(store, NOW);
  usage.add([{ ...USE, usedAt: NOW + 1 }], NOW);
  await usage.finish(
    store,
    () => NOW + 1,
    () => true,
  );
  assert.deepEqual((await written())[0].requests, 4);
  assert.equal((await usedAt())[0], new Date(NOW + 1).toISOString());
});

test('what is used while the store is being written to is written the next time', async (t) => {
  const { usage, store, written, usedAt } = await prepare(t);
  usage.add([USE], NOW);
  const writing = usage.write(store, NOW);
  usage.add([{ ...USE, usedAt: NOW + 1 }], NOW);
  await writing;
  assert.equal((await usedAt())[0], new Date(NOW).toISOString());
  await usage.write(store, NOW, { isLast: true });
  assert.equal((await usedAt())[0], new Date(NOW + 1).toISOString());
  assert.equal((await written())[0].requests, 4);
  assert.equal(usage.waiting, 0);
});
