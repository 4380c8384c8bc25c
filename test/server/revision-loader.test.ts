// Loads a revision in a worker, as a server does with a large catalogue.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { RevisionLoader } from '../../src/publishing/revision-loader.ts';
import { cacheOf } from '../../src/store/cache.ts';
import { DamagedError, StoreError } from '../../src/store/errors.ts';
import { backUp } from '../../src/store/maintenance/backup.ts';
import { temporaryFolder } from '../support/folders.ts';
import { follow, SILENT, settingsOf } from '../support/following.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { until } from '../support/until.ts';

const NOTHING_DAMAGED = (file: string) => assert.fail(file);

function loaderOf(data: string, minTrees = 1): RevisionLoader {
  const settings = settingsOf(data);
  return new RevisionLoader(settings, cacheOf(settings, SILENT), minTrees);
}

/** Calls back with each worker that starts from now on. */
function onWorker(t: TestContext, work: (worker: Worker, number: number) => void): void {
  let number = 0;
  const listener = (worker: Worker) => work(worker, ++number);
  process.on('worker', listener);
  t.after(() => process.off('worker', listener));
}

/** A store with two revisions, and the first one loaded. */
async function twoRevisions(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  const first = await publishTrees(store, edition(1));
  const { bytes } = await loaderOf(data).load(first, store.revisions, undefined, NOTHING_DAMAGED);
  const revision = await publishTrees(store, [...edition(2, 20), ...edition(1).slice(20)]);
  return { data, store, revision, previous: { number: 1, hash: first.hash, bytes } };
}

for (const isIncremental of [false, true]) {
  const how = isIncremental ? 'the rows that are newer than the served revision' : 'all rows';
  test(`a worker that loads ${how} gives the same bytes as this thread`, async (t) => {
    const { data, store, revision, previous } = await twoRevisions(t);
    const given = isIncremental ? previous : undefined;
    let workers = 0;
    onWorker(t, () => workers++);
    const here = await loaderOf(data, Infinity).load(revision, store.revisions, given, NOTHING_DAMAGED);
    assert.equal(workers, 0);
    const loaded = await loaderOf(data).load(revision, store.revisions, given, NOTHING_DAMAGED);
    assert.equal(workers, 1);
    assert.ok(Buffer.from(here.bytes).equals(loaded.bytes));
    assert.ok(Buffer.from(here.changeLog).equals(loaded.changeLog));
    for (const { buffer } of [loaded.bytes, loaded.changeLog]) assert.ok(buffer instanceof SharedArrayBuffer);
  });
}

test('a worker takes the snapshot from the disk if it is there', async (t) => {
  const { data, store, revision } = await twoRevisions(t);
  const loader = loaderOf(data);
  const { bytes } = await loader.load(revision, store.revisions, undefined, NOTHING_DAMAGED);
  await cacheOf(settingsOf(data), SILENT).keepSnapshot(revision.hash, bytes, undefined);
  await sql`update tree_versions set record = null`.execute(store.engine.db);
  const again = await loader.load(revision, store.revisions, undefined, NOTHING_DAMAGED);
  assert.ok(Buffer.from(bytes).equals(again.bytes));
});

test('a worker tells which file on disk was damaged, and loads the rows', async (t) => {
  const { data, store, revision } = await twoRevisions(t);
  const cache = cacheOf(settingsOf(data), SILENT);
  await cache.keepSnapshot(revision.hash, Buffer.from('no snapshot'), undefined);
  const damaged: string[] = [];
  const { bytes } = await loaderOf(data).load(revision, store.revisions, undefined, (file) => damaged.push(file));
  assert.deepEqual([damaged, existsSync(damaged[0])], [[cache.pathOf(revision.hash)], false]);
  assert.ok(bytes.length > 0);
});

test('a worker that finds damaged rows rejects with a DamagedError', async (t) => {
  const { data, store, revision } = await twoRevisions(t);
  await sql`update tree_versions set record = null where slug = 'tree-7'`.execute(store.engine.db);
  const loading = loaderOf(data).load(revision, store.revisions, undefined, NOTHING_DAMAGED);
  await assert.rejects(loading, new DamagedError('r2 lacks the record of tree-7'));
});

test('a worker that finds no store rejects with a StoreError', async (t) => {
  const { store, revision } = await twoRevisions(t);
  const elsewhere = temporaryFolder(t);
  const loading = loaderOf(elsewhere).load(revision, store.revisions, undefined, NOTHING_DAMAGED);
  await assert.rejects(loading, new StoreError(`There is no store in ${elsewhere}.`));
  assert.deepEqual(globSync('*', { cwd: elsewhere }), []);
});

const ENDINGS: Record<string, (worker: Worker) => void> = {
  'is killed': (worker) => worker.terminate(),
  'throws an error': (worker) => worker.emit('error', new RangeError('Array buffer allocation failed')),
};

for (const [what, end] of Object.entries(ENDINGS)) {
  test(`a worker that ${what} rejects`, async (t) => {
    const { data, store, revision } = await twoRevisions(t);
    onWorker(t, (worker) => process.nextTick(end, worker));
    const loading = loaderOf(data).load(revision, store.revisions, undefined, NOTHING_DAMAGED);
    await assert.rejects(loading, /^(Error: The worker that loads a revision ended before it was done\.|RangeError: )/);
  });

  test(`the last good revision stays if a worker ${what}, and a later look loads the next one`, async (t) => {
    const data = temporaryFolder(t);
    const store = await storeOf(t, data);
    await publishTrees(store, edition(1));
    let [elapsed, looks] = [0, 0];
    const { served, unloadable, log } = await follow(t, data, {
      loader: loaderOf(data),
      clock: { ...systemClock, monotonic: () => elapsed },
      events: { onRead: () => looks++ },
    });
    let workers = 0;
    onWorker(t, (worker, number) => {
      workers = number;
      if (number === 1) process.nextTick(end, worker);
    });
    await publishTrees(store, edition(2));
    await until(() => unloadable.includes('r2'));
    const before = looks;
    await until(() => looks > before + 3);
    assert.deepEqual([served, workers, log.length], [['r1'], 1, 1]);
    elapsed += 500;
    await until(() => served.includes('r2'));
    assert.equal(workers, 2);
  });
}

/** Keeps everybody else from the store of a data folder. */
function lock(t: TestContext, data: string): { release(): void } {
  const file = new DatabaseSync(join(data, 'sylva.db'));
  const release = () => file.isOpen && file.close();
  t.after(release);
  file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  return { release };
}

/** A follower of r1 whose worker waits for the store of r2. */
async function followWhileWorkerLoads(t: TestContext) {
  const [data, copied] = [temporaryFolder(t), temporaryFolder(t)];
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: 'f'.repeat(64), expiresAt: null });
  // The worker reads a copy of the store, which the test can lock.
  await backUp(join(data, 'sylva.db'), join(copied, 'sylva.db'));
  const following = await follow(t, data, { loader: loaderOf(copied) });
  const copy = await storeOf(t, copied);
  await publishTrees(copy, edition(2));
  await copy.close();
  const { release } = lock(t, copied);
  const started = Promise.withResolvers<Worker>();
  onWorker(t, started.resolve);
  await publishTrees(store, edition(2));
  return { ...following, store, release, worker: await started.promise };
}

test('keys are followed while a worker loads', async (t) => {
  const { served, callers, log, store, release } = await followWhileWorkerLoads(t);
  await store.access.revokeKey('key_1');
  await until(() => callers().length === 0);
  assert.deepEqual(served, ['r1']);
  release();
  await until(() => served.includes('r2'));
  assert.deepEqual(log, []);
});

test('a follower that stops ends the worker, without a complaint', async (t) => {
  const { follower, served, log, worker } = await followWhileWorkerLoads(t);
  const reports: unknown[] = [];
  worker.on('message', (report) => reports.push(report));
  const ended = once(worker, 'exit');
  await follower.stop();
  await ended;
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([served, log, reports], [['r1'], [], []]);
});
