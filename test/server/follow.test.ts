// Following a store that fails now and then.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import type { KnownKey } from '../../src/access/callers.ts';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { readSettings } from '../../src/config/settings.ts';
import { Cache, type CachedState } from '../../src/server/cache.ts';
import { Follower } from '../../src/server/follow.ts';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { StoreError } from '../../src/store/errors.ts';
import { decodeList, encodeList, type PieceList } from '../../src/store/piece-list.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { keepContent } from '../support/old-stores.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { PATIENCE_MILLISECONDS, until } from '../support/until.ts';

const SILENT = pino({ level: 'silent' });
const USE = { caller: 'key_1', requests: 1, errors: 0, limited: 0, usedAt: 1 };

const NO_EVENTS = { onCallers() {}, onRead() {}, onUnloadable() {}, onFailure() {}, onPublished() {} };

/** A follower of the store of a folder, and what it served so far. */
async function follow(t: TestContext, data: string, options: Partial<ConstructorParameters<typeof Follower>[0]>) {
  const served: string[] = [];
  let keys: KnownKey[] = [];
  const follower = new Follower({
    openStore: () => openStore(readSettings({ data }, {}), { patienceMilliseconds: 50 }),
    cache: new Cache(data, 'test', SILENT),
    trusted: [],
    log: SILENT,
    clock: systemClock,
    events: {
      ...NO_EVENTS,
      onCallers: (known) => {
        keys = known;
      },
      onPublished: ({ id }) => served.push(id),
    },
    ...options,
  });
  await follower.start();
  t.after(() => follower.stop());
  return { follower, served, keys: () => keys, callers: () => keys.map(({ id }) => id) };
}

test('a snapshot whose fetching was interrupted is fetched again', async (t) => {
  const data = temporaryFolder(t);
  await publishTrees(await storeOf(t, data), edition(1));
  let interruptions = 0;
  const { served } = await follow(t, data, {
    async openStore() {
      const store = await openStore(readSettings({ data }, {}));
      const fetch = store.revisions.snapshot.bind(store.revisions);
      store.revisions.snapshot = async (revision, ...rest) => {
        if (revision.id === 'r2' && interruptions++ < 2) throw new StoreError('The connection was lost.');
        return await fetch(revision, ...rest);
      };
      return store;
    },
  });
  await publishTrees(await storeOf(t, data), edition(2));
  await until(() => served.includes('r2'));
  assert.deepEqual(served, ['r1', 'r2']);
  assert.equal(interruptions, 3);
});

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
    events: { ...NO_EVENTS, onRead: () => looks++ },
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

/** A store of which the snapshot of r2 is fetched only when the test says so. */
function heldUpAtSecond(t: TestContext, data: string) {
  const fetching = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  t.after(() => held.resolve());
  async function open() {
    const store = await openStore(readSettings({ data }, {}));
    const fetch = store.revisions.snapshot.bind(store.revisions);
    store.revisions.snapshot = async (revision, ...rest) => {
      if (revision.id === 'r2') {
        fetching.resolve();
        await held.promise;
      }
      return await fetch(revision, ...rest);
    };
    return store;
  }
  return { openStore: open, fetching: fetching.promise, goOn: held.resolve };
}

test('a key that is revoked while a catalogue is being loaded is refused before that is done', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: 'f'.repeat(64), expiresAt: null });
  const { fetching, goOn, ...options } = heldUpAtSecond(t, data);
  const { served, callers } = await follow(t, data, options);
  assert.deepEqual(callers(), ['key_1']);
  await publishTrees(store, edition(2));
  await fetching;
  await store.access.revokeKey('key_1');
  await until(() => callers().length === 0);
  assert.deepEqual(served, ['r1']);
  goOn();
  await until(() => served.includes('r2'));
});

test('to stop while a catalogue is being loaded is no failure', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const { fetching, goOn, ...options } = heldUpAtSecond(t, data);
  const { follower, served } = await follow(t, data, { log, ...options });
  await publishTrees(store, edition(2));
  await fetching;
  await follower.stop();
  goOn();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([served, lines], [['r1'], []]);
});

const PASSING_TROUBLE = {
  'a disk that failed once': Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 }),
  'memory that was short once': new RangeError('Array buffer allocation failed'),
};

for (const [trouble, error] of Object.entries(PASSING_TROUBLE)) {
  test(`${trouble} does not keep a revision from being served: it is loaded again, with one complaint`, async (t) => {
    const data = temporaryFolder(t);
    await publishTrees(await storeOf(t, data), edition(1));
    const lines: string[] = [];
    let failures = 0;
    const { served } = await follow(t, data, {
      log: pino({ level: 'error' }, { write: (line: string) => lines.push(JSON.parse(line).msg) }),
      async openStore() {
        const store = await openStore(readSettings({ data }, {}));
        const fetch = store.revisions.snapshot.bind(store.revisions);
        store.revisions.snapshot = async (revision, ...rest) => {
          if (revision.id === 'r2' && failures++ < 2) throw error;
          return await fetch(revision, ...rest);
        };
        return store;
      },
    });
    await publishTrees(await storeOf(t, data), edition(2));
    await until(() => served.includes('r2'));
    assert.deepEqual(lines, ['cannot load the active revision; the last good one stays']);
  });
}

test('a revision that is damaged is not loaded again until the store changes', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  let elapsed = 0;
  let looks = 0;
  let fetched = 0;
  const { served } = await follow(t, data, {
    clock: { monotonic: () => elapsed, wall: Date.now },
    async openStore() {
      const opened = await openStore(readSettings({ data }, {}));
      const [look, fetch] = [opened.state.bind(opened), opened.revisions.snapshot.bind(opened.revisions)];
      opened.state = () => {
        looks++;
        return look();
      };
      opened.revisions.snapshot = async (revision, ...rest) => {
        const bytes = await fetch(revision, ...rest);
        if (revision.id === 'r2' && fetched++ === 0) throw new SnapshotError('The snapshot was altered.');
        return bytes;
      };
      return opened;
    },
  });
  await publishTrees(store, edition(2));
  await until(() => fetched === 1);
  elapsed += 3_600_000;
  const before = looks;
  await until(() => looks > before + 3);
  assert.deepEqual([fetched, served], [1, ['r1']]);
  await store.access.allow('192.0.2.1');
  await until(() => served.includes('r2'));
});

/** What stands in the store as r9, whose parts are those of r1: whole, but not what was published under that name. */
const OTHERS: Record<string, { about: string; change?(parts: PieceList): PieceList; why: RegExp }> = {
  'the snapshot of another revision': {
    about: 'trees, families, format',
    why: /The snapshot of r9 is another one than was published/,
  },
  'a snapshot without its end': {
    about: 'trees, families, format',
    change: ({ numbers, lengths }) => ({ numbers: numbers.slice(0, -1), lengths: lengths.slice(0, -1) }),
    why: /The stored snapshot is not as long as it says/,
  },
  'the content of another revision, for an older format': {
    about: 'trees + 1, families, 0',
    why: /The content of r9 has 30 trees, not 31/,
  },
};

for (const [name, { about, change = (parts: PieceList) => parts, why }] of Object.entries(OTHERS)) {
  test(`${name} is not served: the last good one is, and the log says why`, async (t) => {
    const [data, log] = [temporaryFolder(t), [] as string[]];
    const store = await storeOf(t, data);
    await keepContent(store, await publishTrees(store, edition(1)));
    const [served, unloadable] = [[] as string[], [] as (string | undefined)[]];
    await follow(t, data, {
      log: pino({ level: 'error' }, { write: (line) => log.push(line) }),
      events: {
        ...{ onCallers() {}, onRead() {}, onFailure() {} },
        onUnloadable: (revision) => unloadable.push(revision?.id),
        onPublished: ({ id }) => served.push(id),
      },
    });
    const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
    t.after(() => file.close());
    file.exec(
      `INSERT INTO revisions SELECT 9, created_at, note, '${'0'.repeat(64)}', ${about} FROM revisions WHERE number = 1`,
    );
    const parts = file.prepare('SELECT kind, list FROM piece_lists WHERE revision = 1').all() as any[];
    const put = file.prepare('INSERT INTO piece_lists (revision, kind, list) VALUES (9, ?, ?)');
    for (const { kind, list } of parts) put.run(kind, encodeList(change(decodeList(list))));
    file.exec('UPDATE state SET active_revision = 9, version = version + 1');
    await until(() => unloadable.includes('r9'));
    assert.deepEqual(served, ['r1']);
    assert.match(log.join(''), why);
  });
}

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
  const lines: string[] = [];
  const { follower } = await follow(t, data, {
    log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }),
  });
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
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
  assert.deepEqual(lines, []);
});

test('what was used is written at the end, too, when the store is being changed at that moment', async (t) => {
  const data = temporaryFolder(t);
  const { follower } = await follow(t, data, {});
  const { usage } = await storeOf(t, data);
  const file = new DatabaseSync(join(data, 'sylva.db'), { timeout: 5_000 });
  t.after(() => file.close());
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
  await (await follow(t, data, {})).follower.stop(PATIENCE_MILLISECONDS);
  const openedAt: number[] = [];
  const { served } = await follow(t, data, {
    async openStore() {
      openedAt.push(performance.now());
      const store = await openStore(readSettings({ data }, {}));
      store.access.keys = () => Promise.reject(new StoreError('This user may not do that.'));
      store.engine.watch = (onChange) => onChange();
      return store;
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
  const { keys } = await follow(t, data, {});
  await until(() => keys().length > 0);
  assert.deepEqual(keys(), [
    { id: 'key_1', name: 'name of key_1', hash: 'key_1', expiresAt: Date.parse(end), isReplaced: true },
    { id: 'key_3', name: 'name of key_1', hash: 'key_3', expiresAt: null },
  ]);
});
