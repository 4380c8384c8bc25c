// The bytes of a revision, where another Sylva has kept or published them.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { Cache } from '../../src/server/cache.ts';
import { Snapshots, snapshotIn } from '../../src/server/snapshots.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { FORMAT_VERSION, newShortSum } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { encode } from '../../src/snapshot/snapshot-writer.ts';
import { temporaryFolder } from '../support/folders.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';

test('a snapshot on disk is left where another Sylva wrote it, and forgotten where it is damaged', async (t) => {
  const cache = new Cache(temporaryFolder(t), 'sqlite', { warn() {} });
  const complaints: unknown[] = [];
  const snapshots = new Snapshots(cache, { error: (...words: unknown[]) => complaints.push(words) });
  const keep = (hash: string, bytes: Uint8Array) => {
    mkdirSync(dirname(cache.pathOf(hash)), { recursive: true });
    writeFileSync(cache.pathOf(hash), bytes);
  };
  const good = compile({ trees: edition(1), families: new Map() });
  const { hash } = openSnapshot(good);
  keep(hash, good);
  assert.ok((await snapshots.onDisk(hash))?.every((byte, at) => byte === good[at]));

  const [older, damaged] = ['a'.repeat(64), 'b'.repeat(64)];
  keep(older, encode({ trees: 0 }, {}, { kind: { version: FORMAT_VERSION - 1, newSum: newShortSum } }));
  assert.equal(await snapshots.onDisk(older), undefined);
  assert.deepEqual([existsSync(cache.pathOf(older)), complaints], [true, []]);

  keep(damaged, Buffer.from(good).fill(7, 20_000, 20_100));
  assert.equal(await snapshots.onDisk(damaged), undefined);
  assert.deepEqual([existsSync(cache.pathOf(damaged)), complaints.length], [false, 1]);
});

test('what a newer Sylva has published is refused in a sentence', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  const revision = await publishTrees(store, edition(1));
  const newer = { ...revision, format: FORMAT_VERSION + 1 };
  await assert.rejects(snapshotIn(store, newer), /r1 was published by a newer Sylva/);
});
