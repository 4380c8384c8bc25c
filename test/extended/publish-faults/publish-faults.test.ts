// Publishing while everything goes wrong: killed at any moment, every write failing in turn, a full disk. Only the old or
// the new revision is ever to be seen, the store is whole, and the next publish succeeds.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { contentOf, edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { SYLVA, startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const KILLS = Number(process.env.SYLVA_TEST_KILLS ?? 200);
const FAILING_CALLS = ['write', 'pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'rename', 'unlink', 'mmap'];

/** Writes a source of one tree that says which edition it is. */
function writeSource(folder: string, number: number): string {
  const source = join(folder, 'source');
  mkdirSync(join(source, 'en'), { recursive: true });
  const text = `---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: Edition ${number}.\n---\n`;
  writeFileSync(join(source, 'en/oak.md'), text);
  return source;
}

/** The edition that the active revision holds, after the store was found whole. A publish that was killed may have left rows. */
async function activeEdition(data: string, { mayHavePending = true } = {}): Promise<number> {
  const closers: (() => unknown)[] = [];
  try {
    const file = new DatabaseSync(join(data, 'sylva.db'), { readOnly: true });
    closers.push(() => file.close());
    assert.deepEqual({ ...file.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
    const store = await storeOf({ after: (close) => closers.push(close as () => unknown) }, data);
    const active = await store.revisions.active();
    assert.ok(active);
    const { trees } = await contentOf(store, active);
    for (const table of ['tree_versions', 'documents']) {
      // What has not changed since a revision that is forgotten stays under its number.
      const remembered = 'revision > (SELECT min(number) FROM revisions)';
      const strays = `SELECT * FROM ${table} WHERE ${remembered} AND revision NOT IN (SELECT number FROM revisions)`;
      assert.deepEqual(file.prepare(strays).all(), []);
    }
    const unpublished = file.prepare("SELECT * FROM revisions WHERE state IN ('pending', 'abandoned')").all();
    if (!mayHavePending) assert.deepEqual(unpublished, []);
    return Number(/\d+/.exec(trees[0].texts.en?.description ?? '')?.[0]);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function firstEdition(t: TestContext): Promise<{ folder: string; data: string }> {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  const { code, stderr } = await sylva(['publish', writeSource(folder, 1), '--data', data]);
  assert.equal(code, 0, stderr);
  return { folder, data };
}

test(`kill -9 during a publish at ${KILLS} random moments: no torn revision, and the store is whole`, async (t) => {
  const startedAt = performance.now();
  const { folder, data } = await firstEdition(t);
  let usual = performance.now() - startedAt;
  let current = 1;
  let finished = 0;
  for (let round = 2; round < KILLS + 2; round++) {
    const source = writeSource(folder, round);
    const child = spawn(SYLVA, ['publish', source, '--data', data]);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), usual * (0.3 + Math.random()));
    const code = await ended;
    clearTimeout(timer);
    const edition = await activeEdition(data);
    if (code === 0) {
      assert.equal(edition, round);
      await activeEdition(data, { mayHavePending: false });
    } else assert.ok(edition === current || edition === round, `${edition} after ${current} and ${round}`);
    // Whatever the speed of this machine becomes, some finish and some do not.
    usual *= edition === round ? 0.97 : 1.03;
    if (edition === round) finished++;
    current = edition;
  }
  t.diagnostic(`${finished} of ${KILLS} publishes were done before the kill`);
  assert.ok(finished > KILLS * 0.05 && finished < KILLS * 0.95, `${finished} of ${KILLS}`);
  assert.equal((await sylva(['publish', writeSource(folder, 9999), '--data', data])).code, 0);
  assert.equal(await activeEdition(data, { mayHavePending: false }), 9999);
});

/** How often a publish makes each system call on the data folder. */
function countCalls(folder: string, data: string): Map<string, number> {
  const trace = join(folder, 'trace');
  const words = ['-f', '-y', '-o', trace, '-e', `trace=${FAILING_CALLS.join(',')}`, SYLVA];
  execFileSync('strace', [...words, 'publish', writeSource(folder, 2), '--data', data], { stdio: 'ignore' });
  const lines = readFileSync(trace, 'utf8').split('\n');
  return new Map(
    FAILING_CALLS.map((call) => [
      call,
      lines.filter((line) => line.includes(` ${call}(`) && line.includes(data)).length,
    ]),
  );
}

test('each write, sync and rename of a publish made to fail in turn: only the old or the new revision is to be seen', async (t) => {
  const { folder, data } = await firstEdition(t);
  const calls = countCalls(folder, data);
  let current = await activeEdition(data);
  let failures = 0;
  let round = 10;
  for (const [call, count] of calls) {
    for (let number = 1; number <= count; number++) {
      round++;
      // Only calls on the database's own files are counted and made to fail.
      const paths = ['', '-wal', '-shm', '-journal'].flatMap((suffix) => ['-P', join(data, `sylva.db${suffix}`)]);
      const inject = [
        '-f',
        '-o',
        '/dev/null',
        ...paths,
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:error=EIO:when=${number}`,
      ];
      const words = [...inject, SYLVA, 'publish', writeSource(folder, round), '--data', data];
      const { status, stderr } = spawnSync('strace', words, { encoding: 'utf8' });
      const edition = await activeEdition(data);
      if (status === 0) assert.equal(edition, round, `${call} ${number}`);
      else {
        failures++;
        assert.ok(edition === current || edition === round, `${call} ${number}: ${edition} after ${current}`);
        assert.match(stderr, /\S/, `${call} ${number} failed in silence`);
        assert.doesNotMatch(stderr, /\n {4}at /, `${call} ${number} shows a stack`);
      }
      current = edition;
    }
  }
  t.diagnostic(`${[...calls].map(([call, count]) => `${call} ${count}`).join(', ')}; ${failures} publishes failed`);
  assert.ok(failures > 5);
  assert.equal((await sylva(['publish', writeSource(folder, 9999), '--data', data])).code, 0);
  assert.equal(await activeEdition(data, { mayHavePending: false }), 9999);
});

test('a full disk: a publish fails with a clear error, every read succeeds, and with room again it succeeds', async (t) => {
  const disk = mkdtempSync(join(tmpdir(), 'sylva-disk-'));
  const data = join(disk, 'data');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  t.after(() => {
    execFileSync('umount', ['-l', disk]);
    rmdirSync(disk);
  });
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  const running = await startSylva(t, ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'warn']);
  const read = async () => {
    const response = await fetch(`${running.origin}/api/v1/trees?pageSize=1`);
    assert.equal(response.status, 200);
    return ((await response.json()) as any).data[0].description;
  };

  const ballast = join(disk, 'ballast');
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k'], { stdio: 'ignore' });
  for (let round = 0; round < 5; round++) {
    const { code, stderr } = await sylva(['publish', 'content', '--allow-removals', '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /disk is full/);
    assert.equal(await read(), 'Edition 1.');
  }
  rmSync(ballast);
  assert.equal((await sylva(['publish', 'content', '--allow-removals', '--data', data])).code, 0);
  await until(async () => (await read()) !== 'Edition 1.');
  assert.equal(await running.stop(), 0);
});
