// Following a store that fails now and then.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import SQLite from 'better-sqlite3';
import pino from 'pino';
import { systemClock } from '../../src/access/rate-limit.ts';
import { readSettings } from '../../src/config.ts';
import { Cache } from '../../src/store/cache.ts';
import { StoreError } from '../../src/store/errors.ts';
import { Follower } from '../../src/store/follow.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { until } from '../support/until.ts';

const SILENT = pino({ level: 'silent' });
const USE = { caller: 'key_1', requests: 1, errors: 0, limited: 0, usedAt: 1 };

/** A follower of the store of a folder, and what it served so far. */
async function follow(t: TestContext, data: string, options: Partial<ConstructorParameters<typeof Follower>[0]>) {
  const served: string[] = [];
  const follower = new Follower({
    openStore: () => openStore(readSettings({ data }, {}), { patienceMilliseconds: 50 }),
    cache: new Cache(data, 'test', SILENT),
    trusted: [],
    log: SILENT,
    clock: systemClock,
    audience: {
      callersChanged() {},
      upToDate() {},
      unloadable() {},
      failed() {},
      published: ({ id }) => served.push(id),
    },
    ...options,
  });
  await follower.start();
  t.after(() => follower.stop());
  return { follower, served };
}

test('a snapshot whose fetching was interrupted is fetched again', async (t) => {
  const data = temporaryFolder(t);
  await publishTrees(await storeOf(t, data), edition(1));
  let interruptions = 0;
  const { served } = await follow(t, data, {
    async openStore() {
      const store = await openStore(readSettings({ data }, {}));
      const fetch = store.revisions.snapshot.bind(store.revisions);
      store.revisions.snapshot = async (revision) => {
        if (revision.id === 'r2' && interruptions++ < 2) throw new StoreError('The connection was lost.');
        return await fetch(revision);
      };
      return store;
    },
  });
  await publishTrees(await storeOf(t, data), edition(2));
  await until(() => served.includes('r2'));
  assert.deepEqual(served, ['r1', 'r2']);
  assert.equal(interruptions, 3);
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
  follower.note([USE]);
  await until(async () => (await requests()) === 1);
  isSetBack = true;
  elapsed += 6_000;
  follower.note([USE]);
  await until(async () => (await requests()) === 2);
});

test('a store that is being changed holds nobody up: it is asked again, and what was used is written then', async (t) => {
  const data = temporaryFolder(t);
  const lines: string[] = [];
  const { follower } = await follow(t, data, {
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  });
  const file = new SQLite(join(data, 'sylva.db'));
  t.after(() => file.close());
  file.exec('BEGIN IMMEDIATE');
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  t.after(() => clearInterval(watch));
  follower.note([USE]);
  const { usage } = await storeOf(t, data);
  await until(() => longest > 40);
  assert.deepEqual(await usage.since(''), []);
  file.exec('COMMIT');
  await until(async () => (await usage.since('')).length === 1);
  assert.ok(longest < 10_000, `${longest} ms`);
  assert.deepEqual(lines, []);
});

test('what was used is written at the end, too, when the store is being changed at that moment', async (t) => {
  const data = temporaryFolder(t);
  const { follower } = await follow(t, data, {});
  const { usage } = await storeOf(t, data);
  const file = new SQLite(join(data, 'sylva.db'));
  t.after(() => file.close());
  file.exec('BEGIN IMMEDIATE');
  follower.note([USE]);
  const stopped = follower.stop();
  // The first try comes before any timer, and finds the store locked.
  setTimeout(() => file.exec('COMMIT'), 1);
  await stopped;
  assert.equal((await usage.since('')).length, 1);
});

test('a store that fails as soon as it is opened, and tells of changes all the time, is not opened all the time', async (t) => {
  const data = temporaryFolder(t);
  await publishTrees(await storeOf(t, data), edition(1));
  await (await follow(t, data, {})).follower.stop();
  const openedAt: number[] = [];
  const { served } = await follow(t, data, {
    async openStore() {
      openedAt.push(performance.now());
      const store = await openStore(readSettings({ data }, {}));
      store.access.keys = () => Promise.reject(new StoreError('This user may not do that.'));
      store.watch = (onChange) => onChange();
      return store;
    },
  });
  assert.deepEqual(served, ['r1']);
  await until(() => openedAt.length === 4);
  const [first, second, third, fourth] = openedAt;
  assert.ok(second - first > 190 && third - second > 390 && fourth - third > 790, openedAt.join());
});
