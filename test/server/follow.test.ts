// Follows a store that fails now and then: callers, usage, and what is kept on disk.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { Cache, type CachedState } from '../../src/store/cache.ts';
import { StoreError } from '../../src/store/errors.ts';
import { temporaryFolder } from '../support/folders.ts';
import { follow, SILENT } from '../support/following.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { PATIENCE_MILLISECONDS, until } from '../support/until.ts';

const USE = { caller: 'key_1', requests: 1, errors: 0, limited: 0, usedAt: 1 };

/** A second connection to the database file. */
function fileOf(t: TestContext, data: string): DatabaseSync {
  const file = new DatabaseSync(join(data, 'sylva.db'));
  t.after(() => file.close());
  return file;
}

test('writes what a full disk refused again, a minute later and before the next publish', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: 'f'.repeat(64), expiresAt: null });
  const disk = { isFull: true, writes: 0 };
  const write = () => {
    disk.writes++;
    if (disk.isFull) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  };
  class FullDisk extends Cache {
    override async keepSnapshot(...given: Parameters<Cache['keepSnapshot']>) {
      write();
      await super.keepSnapshot(...given);
    }
    override async keepState(state: CachedState) {
      write();
      await super.keepState(state);
    }
  }
  const cache = new FullDisk(data, 'test', SILENT);
  let [now, looks] = [0, 0];
  const { follower } = await follow(t, data, {
    cache,
    clock: { ...systemClock, monotonic: () => now },
    events: { onRead: () => looks++ },
  });
  const looksMore = async () => {
    const before = looks;
    await until(() => looks >= before + 3);
  };
  await until(() => disk.writes === 2);
  disk.isFull = false;
  await looksMore();
  assert.equal(disk.writes, 2, 'not at each look');
  now += 60_000;
  await until(() => cache.state()?.published?.revision.id === 'r1');
  assert.deepEqual(
    cache.state()?.keys.map(({ id }) => id),
    ['key_1'],
  );
  const { writes } = disk;
  now += 60_000;
  await looksMore();
  assert.equal(disk.writes, writes, 'nothing is left to be written');
  await follower.stop();
});

test('use is written on when the clock is set back', async (t) => {
  const data = temporaryFolder(t);
  let isSetBack = false;
  let elapsed = 0;
  const clock = {
    monotonic: () => elapsed,
    wall: () => Date.parse(isSetBack ? '2026-05-01T12:00:00Z' : '2026-05-01T13:00:00Z'),
  };
  const { follower } = await follow(t, data, { clock });
  const { usage } = await storeOf(t, data);
  const requests = async () => (await usage.since('2026-05-01'))[0]?.requests;
  follower.addUsage([USE]);
  await until(async () => (await requests()) === 1);
  isSetBack = true;
  elapsed += 6_000;
  follower.addUsage([USE]);
  await until(async () => (await requests()) === 2);
});

test('a store that is being changed holds nobody up: it is asked again, and what was used is written then', async (t) => {
  const data = temporaryFolder(t);
  const { follower, log } = await follow(t, data);
  const file = fileOf(t, data);
  file.exec('BEGIN IMMEDIATE');
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  t.after(() => clearInterval(watch));
  follower.addUsage([USE]);
  const { usage } = await storeOf(t, data);
  await until(() => longest > 40);
  assert.deepEqual(await usage.since(''), []);
  file.exec('COMMIT');
  await until(async () => (await usage.since('')).length === 1);
  assert.ok(longest < 10_000, `${longest} ms`);
  assert.deepEqual(log, []);
});

test('what was used is written at the end, too, when the store is being changed at that moment', async (t) => {
  const data = temporaryFolder(t);
  const { follower } = await follow(t, data);
  const { usage } = await storeOf(t, data);
  const file = fileOf(t, data);
  file.exec('BEGIN IMMEDIATE');
  follower.addUsage([USE]);
  const stopped = follower.stop(PATIENCE_MILLISECONDS);
  // The first try comes before any timer, and finds the store locked.
  setTimeout(() => file.exec('COMMIT'), 1);
  await stopped;
  assert.equal((await usage.since('')).length, 1);
});

test('a store that fails as soon as it is opened, and tells of changes all the time, is not opened all the time', async (t) => {
  const data = temporaryFolder(t);
  await publishTrees(await storeOf(t, data), edition(1));
  await (await follow(t, data)).follower.stop(PATIENCE_MILLISECONDS);
  const openedAt: number[] = [];
  const { served } = await follow(t, data, {
    onStore(store) {
      openedAt.push(performance.now());
      store.access.keys = () => Promise.reject(new StoreError('This user may not do that.'));
      store.engine.watch = (onChange) => onChange();
    },
  });
  assert.deepEqual(served, ['r1']);
  await until(() => openedAt.length === 4);
  const [first, second, third, fourth] = openedAt;
  assert.ok(second - first > 190 && third - second > 390 && fourth - third > 790, openedAt.join());
});

test('of the keys in the store those that were not revoked are known, each with its end and whether it was replaced', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const add = (id: string) => access.addKey({ id, name: `name of ${id}`, contact: null, hash: id, expiresAt: null });
  const [old, revoked] = [await add('key_1'), await add('key_2')];
  await access.revokeKey(revoked.id);
  const end = '2099-01-01T00:00:00.000Z';
  await access.replaceKey(old, { id: 'key_3', hash: 'key_3', expiresAt: null }, end);
  const { keys } = await follow(t, data);
  await until(() => keys().length > 0);
  assert.deepEqual(keys(), [
    { id: 'key_1', name: 'name of key_1', hash: 'key_1', expiresAt: Date.parse(end), isReplaced: true },
    { id: 'key_3', name: 'name of key_1', hash: 'key_3', expiresAt: null },
  ]);
});
