import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePrivateFolder } from '../../src/store/files.ts';
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

test('a file in the way of a folder is named', (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'data'), '');
  assert.throws(() => makePrivateFolder(join(folder, 'data', 'cache')), /(EEXIST|ENOTDIR).*data/);
});
