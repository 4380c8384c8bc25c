import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { keepPrivate, makePrivateFolder, writeDurably, writeSoon } from '../../src/store/files.ts';
import { temporaryFolder } from '../support/folders.ts';

test('a folder and those above it are made for their owner alone', (t) => {
  const folder = join(temporaryFolder(t), 'one', 'two');
  makePrivateFolder(folder);
  makePrivateFolder(folder);
  for (const each of [folder, join(folder, '..')]) assert.equal(statSync(each).mode & 0o777, 0o700);
});

test('where no folder can be made, that is said at once', { skip: process.platform !== 'linux' }, () => {
  assert.throws(() => makePrivateFolder('/proc/none/data'), /ENOENT/);
});

test('bytes are there as they were written, for their owner alone, in the place of those before and with nothing beside', async (t) => {
  const folder = join(temporaryFolder(t), 'made', 'for-it');
  const path = join(folder, 'file');
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 100 }),
      fc.constantFrom(writeDurably, writeSoon),
      async (bytes, write) => {
        await write(path, bytes);
        assert.deepEqual([...readFileSync(path)], [...bytes]);
        assert.equal(statSync(path).mode & 0o777, 0o600);
        assert.deepEqual(readdirSync(folder), ['file']);
      },
    ),
    { numRuns: 20 },
  );
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('a file in the way of a folder is named', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'data'), '');
  assert.throws(() => makePrivateFolder(join(folder, 'data', 'cache')), /(EEXIST|ENOTDIR).*data/);
});

/** A file with rights of all kinds, and what is left of them. */
function rightsAfter(folder: string, rights: number, owner = process.getuid?.() ?? 0): number {
  const path = join(folder, `${rights}-${owner}`);
  rmSync(path, { force: true });
  writeFileSync(path, '');
  chmodSync(path, rights);
  if (process.getuid?.() === 0) chownSync(path, owner, owner);
  keepPrivate(path);
  return statSync(path).mode & 0o777;
}

test('of whatever rights a file of ours has, its owner keeps theirs and others have none', (t) => {
  const folder = temporaryFolder(t);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0o777 }), (rights) => {
      assert.equal(rightsAfter(folder, rights), rights & 0o700);
    }),
  );
});

test('what belongs to somebody else, and what a link leads to, is left as it is', (t) => {
  const folder = temporaryFolder(t);
  if (process.getuid?.() === 0) assert.equal(rightsAfter(folder, 0o644, 65_534), 0o644);
  mkdirSync(join(folder, 'open'));
  chmodSync(join(folder, 'open'), 0o755);
  symlinkSync(join(folder, 'open'), join(folder, 'link'));
  keepPrivate(join(folder, 'link'));
  assert.equal(statSync(join(folder, 'open')).mode & 0o777, 0o755);
  keepPrivate(join(folder, 'none'));
});
