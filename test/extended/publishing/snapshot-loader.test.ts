// The snapshot that a publish builds on is the same whichever thread loads it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { type Loading, SnapshotLoader } from '../../../src/cli/snapshot-loader.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { listOf } from '../../../src/store/pieces.ts';
import { commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { spoil } from '../../support/pieces.ts';
import { storeOf } from '../../support/publishing.ts';
import { oakPage } from '../../support/sources.ts';
import { ENDS_THREADS, WITHOUT_THREADS } from '../../support/threads.ts';

const [IN_THREAD, HERE] = [0, Number.POSITIVE_INFINITY];

async function published(t: TestContext): Promise<Loading> {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': oakPage() });
  const { revision } = await commandJson(['publish', source, '--data', data]);
  return { revision, settings: readSettings({ data }, {}) };
}

for (const [what, fewest] of Object.entries({ 'another thread': IN_THREAD, 'this thread': HERE })) {
  test(`${what} loads a snapshot`, async (t) => {
    const loading = await published(t);
    await using loader = new SnapshotLoader(loading, fewest);
    const bytes = await loader.bytes();
    assert.equal(bytes && openSnapshot(bytes).hash, loading.revision.hash);
    if (fewest === IN_THREAD) {
      const room = loader.room && new Uint8Array(loader.room);
      assert.ok(bytes && room && room.length > bytes.length && room.every((byte) => byte === 0));
    }
    // What the other thread has loaded is not looked for here.
    rmSync(loading.settings.data, { recursive: true });
    assert.equal(await loader.bytes(), fewest === IN_THREAD ? bytes : undefined);
  });

  test(`${what} finds none where it is not at hand`, async (t) => {
    const loading = await published(t);
    rmSync(loading.settings.data, { recursive: true });
    await using loader = new SnapshotLoader(loading, fewest);
    assert.equal(await loader.bytes(), undefined);
  });
}

test('few trees are loaded without another thread', async (t) => {
  const loading = await published(t);
  await using loader = new SnapshotLoader(loading);
  assert.ok(await loader.bytes());
  rmSync(loading.settings.data, { recursive: true });
  assert.equal(await loader.bytes(), undefined);
});

const LOADS = `
  const { SnapshotLoader } = await import(${JSON.stringify(new URL('../../../src/cli/snapshot-loader.ts', import.meta.url))});
  const { openSnapshot } = await import(${JSON.stringify(new URL('../../../src/snapshot/open.ts', import.meta.url))});
  await using loader = new SnapshotLoader(JSON.parse(process.argv[1]), 0);
  console.log(openSnapshot(await loader.bytes()).hash);`;

test('what a thread that has failed, or cannot be made, has not loaded is loaded here', async (t) => {
  const loading = await published(t);
  for (const flags of [['--import', ENDS_THREADS], WITHOUT_THREADS]) {
    const words = [...flags, '--eval', LOADS, JSON.stringify(loading)];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    assert.equal(stdout.trim(), loading.revision.hash, flags[0]);
  }
});

for (const [what, fewest] of Object.entries({ 'another thread': IN_THREAD, 'this thread': HERE })) {
  test(`a snapshot that is damaged in the store is told, when ${what} loads it`, async (t) => {
    const loading = await published(t);
    const { db } = (await storeOf(t, loading.settings.data)).engine;
    await spoil(db, (await listOf(db, loading.revision.number, 'snapshot'))?.numbers ?? []);
    await using loader = new SnapshotLoader(loading, fewest);
    await assert.rejects(loader.bytes(), /--mend/);
  });
}
