// What is kept on disk is for its owner's eyes only, whatever the umask and whatever an older Sylva left behind.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { backUp } from '../../../src/store/maintenance/backup.ts';
import { withoutStrace } from '../../support/engines.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { oakPage } from '../../support/sources.ts';
import { SYLVA, startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Everything below a folder that others may read or enter. */
function open(folder: string): string[] {
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  assert.ok(paths.length > 0, 'there is something to look at');
  return paths.filter((path) => statSync(path).mode & 0o077).map((path) => `${relative(folder, path)} ${modeOf(path)}`);
}

/** As for somebody whose files everybody may read and write. */
async function carelessly(...words: string[]): Promise<void> {
  await promisify(execFile)('sh', ['-c', 'umask 000; exec "$0" "$@"', SYLVA, ...words]);
}

test('store, backup, restored store and copy are for their owner only, whatever the umask', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'new/data');
  await carelessly('publish', writeFiles(t, { 'en/oak.md': oakPage() }), '--data', data);
  await carelessly('keys', 'create', '--name', 'Herbarium', '--data', data);
  await carelessly('backup', join(folder, 'a.backup'), '--data', data);
  chmodSync(join(folder, 'a.backup'), 0o644);
  await carelessly('restore', join(folder, 'a.backup'), '--data', join(folder, 'restored'));
  await carelessly('backup', join(folder, 'b.backup'), '--data', data);
  await carelessly('store', 'copy', '--from', `sqlite:${data}/sylva.db`, '--to', `sqlite:${folder}/copy/copy.db`);
  assert.deepEqual(open(folder), ['a.backup 644']);
});

test('the store is made for its owner only: nothing has to be taken back from others afterwards', {
  skip: withoutStrace,
}, async (t) => {
  const folder = temporaryFolder(t);
  const traced = 'umask 000; exec strace -f -qq -e trace=/chmod -o "$0/trace" "$@"';
  const words = [SYLVA, 'keys', 'create', '--name', 'Herbarium', '--data', join(folder, 'data')];
  await promisify(execFile)('sh', ['-c', traced, folder, ...words]);
  assert.equal(modeOf(join(folder, 'data/sylva.db')), '600');
  const changed = readFileSync(join(folder, 'trace'), 'utf8').split('\n');
  assert.deepEqual(
    changed.filter((line) => line.includes(folder)),
    [],
  );
});

test('what a running server writes is for its owner only: journal, last knowledge, snapshots', async (t) => {
  const data = join(temporaryFolder(t), 'data');
  await startSylva(t, ['serve', '--data', data]);
  await publishTrees(await storeOf(t, data), edition(1));
  await until(() => globSync('cache/*.snapshot', { cwd: data }).length === 1);
  const names = ['sylva.db', 'sylva.db-wal', 'sylva.db-shm', 'cache', 'cache/known.json'];
  assert.deepEqual(
    names.map((name) => modeOf(join(data, name))),
    ['600', '600', '600', '700', '600'],
  );
  assert.deepEqual(open(data), []);
});

test('a backup is for its owner only from its first byte on', async (t) => {
  const folder = temporaryFolder(t);
  await publishTrees(await storeOf(t, folder), edition(1));
  const seen: string[] = [];
  await backUp(join(folder, 'sylva.db'), join(folder, 'x.backup'), () => {
    seen.push(...globSync(join(folder, 'x.backup*')).map(modeOf));
  });
  assert.deepEqual(seen, ['600', '600'], 'before it is written and after');
});

test('files that an older Sylva left open are closed when their owner uses them', async (t) => {
  const data = temporaryFolder(t);
  await publishTrees(await storeOf(t, data), edition(1));
  mkdirSync(join(data, 'cache'));
  for (const name of ['sylva.db', 'sylva.db-wal', 'sylva.db-shm']) chmodSync(join(data, name), 0o644);
  chmodSync(join(data, 'cache'), 0o755);
  assert.equal((await sylva(['keys', 'list', '--data', data])).code, 0);
  await startSylva(t, ['serve', '--data', data]);
  assert.deepEqual(open(data), []);
});

test('a file that is no store keeps its rights', async (t) => {
  const file = join(writeFiles(t, { 'notes.txt': 'What is this?' }), 'notes.txt');
  chmodSync(file, 0o644);
  assert.equal((await sylva(['keys', 'list', '--database', `sqlite:${file}`])).code, 1);
  assert.equal(modeOf(file), '644');
});

test('a link in the place of the store leads to no change of rights elsewhere', async (t) => {
  const [elsewhere, data] = [temporaryFolder(t), temporaryFolder(t)];
  await storeOf(t, elsewhere);
  chmodSync(join(elsewhere, 'sylva.db'), 0o644);
  symlinkSync(join(elsewhere, 'sylva.db'), join(data, 'sylva.db'));
  assert.equal((await sylva(['keys', 'list', '--data', data])).code, 0);
  assert.equal(modeOf(join(elsewhere, 'sylva.db')), '644');
});
