// Keeps snapshots and change logs in the data folder. A file that is not what its name says counts as missing.

import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { snapshotOnDisk } from '../../src/publishing/revision-snapshot.ts';
import { encodeChangeLog } from '../../src/snapshot/change-log.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { FORMAT_VERSION, OtherFormatError } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { encode } from '../../src/snapshot/sections/section-writer.ts';
import { Cache } from '../../src/store/cache.ts';
import type { Revision } from '../../src/store/tables/revisions.ts';
import { temporaryFolder } from '../support/folders.ts';
import { follow, SILENT } from '../support/following.ts';
import { folderOfOtherUser, withoutOtherUsers } from '../support/other-user.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { until } from '../support/until.ts';

const TEN_MINUTES_MILLISECONDS = 10 * 60_000;

const snapshotOf = (number: number) => compile({ trees: edition(number), families: new Map() });
const SNAPSHOT = snapshotOf(1);
const HASH = openSnapshot(SNAPSHOT).hash;
const [OTHER, NEXT] = ['a'.repeat(64), 'b'.repeat(64)];

const CHANGE_LOG = encodeChangeLog({ revisions: [1], slugs: [] });
const REVISION: Revision = {
  ...{ id: 'r1', number: 1, createdAt: '2026-01-11T00:00:00.000Z', hash: HASH },
  ...{ note: null, actor: null, trees: 30, families: 1 },
};

function cacheIn(data: string): Cache {
  return new Cache(data, 'test', SILENT);
}

function snapshotsIn({ folder }: Cache): string[] {
  return globSync('*.snapshot*', { cwd: folder }).sort();
}

function makeOlder(file: string, milliseconds: number): void {
  const seconds = (Date.now() - milliseconds) / 1000;
  utimesSync(file, seconds, seconds);
}

/** A cache with the snapshot of the active revision and an earlier one, both old. */
async function cacheWithOldSnapshots(t: TestContext, data = temporaryFolder(t)): Promise<Cache> {
  const cache = cacheIn(data);
  await cache.keepSnapshot(OTHER, Buffer.from('earlier'), undefined);
  await cache.keepSnapshot(HASH, SNAPSHOT, OTHER);
  for (const hash of [OTHER, HASH]) makeOlder(cache.pathOf(hash), TEN_MINUTES_MILLISECONDS + 1_000);
  return cache;
}

test('a snapshot and a change log that were kept come back in shared memory, and only their owner can read the files', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  assert.deepEqual([await cache.snapshot(HASH), await cache.changeLog(REVISION)], [undefined, undefined]);
  await cache.keepSnapshot(HASH, SNAPSHOT, undefined);
  await cache.keepChangeLog(REVISION, CHANGE_LOG);
  const [snapshot, changeLog] = [await cache.snapshot(HASH), await cache.changeLog(REVISION)];
  assert.ok(snapshot?.buffer instanceof SharedArrayBuffer && Buffer.compare(snapshot, SNAPSHOT) === 0);
  assert.ok(changeLog?.buffer instanceof SharedArrayBuffer && Buffer.compare(changeLog, CHANGE_LOG) === 0);
  for (const path of [cache.pathOf(HASH), cache.changeLogPathOf(REVISION)])
    assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('the name of a snapshot tells its format and the version of ICU that sorted it', (t) => {
  const { icu } = process.versions;
  assert.equal(basename(cacheIn(temporaryFolder(t)).pathOf(HASH)), `${HASH}.${FORMAT_VERSION}-${icu}.snapshot`);
});

test('a change log is that of one publication: the same content published again has another one', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  await cache.keepChangeLog(REVISION, CHANGE_LOG);
  for (const other of [
    { ...REVISION, createdAt: '2026-01-12T00:00:00.000Z' },
    { ...REVISION, id: 'r3', number: 3 },
    { ...REVISION, hash: OTHER },
  ])
    assert.equal(await cache.changeLog(other), undefined);
});

const DAMAGES: Record<string, (path: string) => void> = {
  empty: (path) => truncateSync(path),
  truncated: (path) => truncateSync(path, statSync(path).size >> 1),
  'as long as it was, with some bytes altered': (path) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(7, bytes.length - 20));
  },
  foreign: (path) => writeFileSync(path, '{"name":"sylva","version":"1.0.0"}'),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  },
};

for (const [damage, spoil] of Object.entries(DAMAGES)) {
  test(`a snapshot and a change log that are ${damage} are refused`, async (t) => {
    const cache = cacheIn(temporaryFolder(t));
    await cache.keepSnapshot(HASH, SNAPSHOT, undefined);
    await cache.keepChangeLog(REVISION, CHANGE_LOG);
    spoil(cache.pathOf(HASH));
    spoil(cache.changeLogPathOf(REVISION));
    await assert.rejects(cache.snapshot(HASH));
    await assert.rejects(cache.changeLog(REVISION));
  });
}

test('a whole snapshot under the name of another one is refused', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  await cache.keepSnapshot(OTHER, SNAPSHOT, undefined);
  const path = cache.pathOf(OTHER);
  await assert.rejects(cache.snapshot(OTHER), { message: `${path} is the snapshot of another catalogue.` });
});

test('a snapshot that is damaged is told once and removed; one of another format or ICU stays', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  const told: string[] = [];
  const onDisk = (hash: string) => snapshotOnDisk(hash, cache, (file) => told.push(file));
  const others = {
    format: encode({ trees: 0, content: OTHER }, {}, { kind: { magic: 'SYLVASNP', version: FORMAT_VERSION - 1 } }),
    icu: encode({ trees: 0, content: NEXT, icu: '1.0' }, {}, {}),
  };
  await cache.keepSnapshot(OTHER, others.format, undefined);
  await cache.keepSnapshot(NEXT, others.icu, undefined);
  await assert.rejects(cache.snapshot(OTHER), OtherFormatError);
  await assert.rejects(cache.snapshot(NEXT), OtherFormatError);
  assert.deepEqual([await onDisk(OTHER), await onDisk(NEXT), told], [undefined, undefined, []]);
  assert.equal(snapshotsIn(cache).length, 2);

  const path = cache.pathOf(HASH);
  await cache.keepSnapshot(HASH, SNAPSHOT, undefined);
  truncateSync(path, 100);
  assert.deepEqual([await onDisk(HASH), await onDisk(HASH), told], [undefined, undefined, [path]]);
  assert.ok(!existsSync(path));
});

test('what is on disk already is not written again', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  await cache.keepSnapshot(HASH, SNAPSHOT, undefined);
  await cache.keepChangeLog(REVISION, CHANGE_LOG);
  const files = [cache.pathOf(HASH), cache.changeLogPathOf(REVISION)];
  const before = files.map((file) => statSync(file).ino);
  await cache.keepSnapshot(HASH, SNAPSHOT, undefined);
  await cache.offerSnapshot(HASH, SNAPSHOT, undefined);
  await cache.keepChangeLog(REVISION, CHANGE_LOG);
  assert.deepEqual(
    files.map((file) => statSync(file).ino),
    before,
  );
});

test('a change log that is damaged is written again, and those of other revisions are dropped', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  await cache.keepChangeLog({ ...REVISION, id: 'r0', number: 0 }, CHANGE_LOG);
  writeFileSync(cache.changeLogPathOf(REVISION), 'no change log');
  await cache.keepChangeLog(REVISION, CHANGE_LOG);
  assert.equal(Buffer.compare((await cache.changeLog(REVISION)) ?? Buffer.of(), CHANGE_LOG), 0);
  assert.equal(globSync('*.changes*', { cwd: cache.folder }).length, 1);
});

test('a snapshot that is kept drops old ones, but for the one before it', async (t) => {
  const cache = await cacheWithOldSnapshots(t);
  writeFileSync(join(cache.folder, `${OTHER}.1-1.0.snapshot`), 'of another format');
  writeFileSync(join(cache.folder, 'x.snapshot.1.tmp'), 'unfinished');
  for (const file of snapshotsIn(cache)) makeOlder(join(cache.folder, file), TEN_MINUTES_MILLISECONDS + 1_000);
  await cache.keepSnapshot(NEXT, Buffer.from('next'), HASH);
  assert.deepEqual(snapshotsIn(cache), [HASH, NEXT].map((hash) => basename(cache.pathOf(hash))).sort());
});

test('two publishers that offer snapshots in one data folder leave those of each other alone for ten minutes', async (t) => {
  const data = temporaryFolder(t);
  const cache = await cacheWithOldSnapshots(t, data);
  const publishers = [cacheIn(data), cacheIn(data)];
  const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
  await publishers[0].offerSnapshot(one, Buffer.from('one'), HASH);
  await publishers[1].offerSnapshot(other, Buffer.from('other'), HASH);
  const namesOf = (...hashes: string[]) => hashes.map((hash) => basename(cache.pathOf(hash))).sort();
  assert.deepEqual(snapshotsIn(cache), namesOf(one, other, HASH), 'an old one is dropped');
  makeOlder(cache.pathOf(one), TEN_MINUTES_MILLISECONDS - 60_000);
  await publishers[1].offerSnapshot(other, Buffer.from('other'), HASH);
  assert.deepEqual(snapshotsIn(cache), namesOf(one, other, HASH));
  makeOlder(cache.pathOf(one), TEN_MINUTES_MILLISECONDS + 1_000);
  await publishers[1].offerSnapshot(other, Buffer.from('other'), HASH);
  assert.deepEqual(snapshotsIn(cache), namesOf(other, HASH));
});

test('a snapshot is offered in a data folder without a cache, and not where there is no data folder', async (t) => {
  const folder = temporaryFolder(t);
  await cacheIn(folder).offerSnapshot(HASH, SNAPSHOT, undefined);
  assert.equal(snapshotsIn(cacheIn(folder)).length, 1);
  const missing = join(folder, 'missing');
  await cacheIn(missing).offerSnapshot(HASH, SNAPSHOT, undefined);
  assert.ok(!existsSync(missing));
});

test('no snapshot is offered in a data folder of another user, and none is dropped', {
  skip: withoutOtherUsers,
}, async (t) => {
  const cache = await cacheWithOldSnapshots(t, folderOfOtherUser(t));
  const before = snapshotsIn(cache);
  await cache.offerSnapshot(NEXT, Buffer.from('next'), HASH);
  assert.deepEqual(snapshotsIn(cache), before);
});

const OBSTACLES: Record<string, (path: string) => void> = {
  'a folder has its name': (path) => mkdirSync(join(path, 'within'), { recursive: true }),
  'a link that leads nowhere has its name': (path) => symlinkSync('nowhere', path),
};

for (const [obstacle, place] of Object.entries(OBSTACLES)) {
  test(`a snapshot that cannot be offered since ${obstacle} leaves nothing unfinished, and is no failure`, async (t) => {
    const cache = await cacheWithOldSnapshots(t);
    place(cache.pathOf(NEXT));
    await cache.offerSnapshot(NEXT, Buffer.from('next'), HASH);
    assert.deepEqual(globSync('*.tmp', { cwd: cache.folder }), []);
  });
}

test('while a snapshot is written, other work has its turn', async (t) => {
  const cache = cacheIn(temporaryFolder(t));
  const bytes = new Uint8Array(new SharedArrayBuffer(8 << 20)).fill(7);
  let turns = 0;
  const turning = setInterval(() => turns++, 0);
  await cache.keepSnapshot(HASH, bytes, undefined);
  clearInterval(turning);
  assert.ok(turns > 0);
  assert.ok(readFileSync(cache.pathOf(HASH)).equals(bytes));
});

test('a follower takes the snapshot that a publisher offers, and keeps it with its change log', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  const { hash } = await publishTrees(store, edition(1));
  const cache = cacheIn(data);
  await cache.offerSnapshot(hash, snapshotOf(1), undefined);
  const { ino } = statSync(cache.pathOf(hash));
  const { served } = await follow(t, data, {
    cache,
    onStore: ({ revisions }) => {
      revisions.load = () => assert.fail('rows are loaded');
    },
  });
  assert.deepEqual(served, ['r1']);
  const { revision } = (await until(() => cache.state()?.published)) as { revision: Revision };
  assert.equal(statSync(cache.pathOf(hash)).ino, ino);
  assert.ok(existsSync(cache.changeLogPathOf(revision)));
});
