// A whole store in one file: who it belongs to when it is put back, and what is refused.

import assert from 'node:assert/strict';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { copyStoreCommand } from '../../src/cli/commands/store.ts';
import { backUp, restore } from '../../src/store/maintenance/backup.ts';
import { temporaryFolder } from '../support/folders.ts';
import { editionRows, publishRows, rowsAt, storeOf } from '../support/stores.ts';
import { told } from '../support/told.ts';

test('a backup holds all that is in the store, and is restored whole', async (t) => {
  const [folder, file] = [temporaryFolder(t), join(temporaryFolder(t), 'one.backup')];
  const store = await storeOf(t, folder);
  await publishRows(store, editionRows(1));
  await publishRows(store, editionRows(2));
  await backUp(join(folder, 'sylva.db'), file);
  const data = join(folder, 'restored');
  assert.equal(await restore(file, join(data, 'sylva.db'), 'ada@server'), false);
  const restored = await storeOf(t, data);
  assert.deepEqual(await restored.revisions.list(), await store.revisions.list());
  assert.deepEqual(await rowsAt(restored, 2), editionRows(2));
  assert.equal((await restored.audit.events({ limit: 1 }))[0].action, 'restored');
});

test('what root restores belongs to the owner of the folder', async (t) => {
  const folder = temporaryFolder(t);
  const [data, restored, file] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'one.backup')];
  await publishRows(await storeOf(t, data), editionRows(1));
  await backUp(join(data, 'sylva.db'), file);
  mkdirSync(restored);
  if (process.getuid?.() === 0) chownSync(restored, 65_534, 65_534);
  await restore(file, join(restored, 'sylva.db'), 'ada@server');
  for (const name of readdirSync(restored))
    assert.equal(statSync(join(restored, name)).uid, statSync(restored).uid, name);
});

test('a backup or restore that cannot be done says why, and changes nothing', async (t) => {
  const folder = temporaryFolder(t);
  const data = join(folder, 'data');
  await publishRows(await storeOf(t, data), editionRows(1));
  const file = join(folder, 'good.backup');
  const database = join(data, 'sylva.db');
  await backUp(database, file);
  const before = readFileSync(file);
  await assert.rejects(() => backUp(database, file), /is there already/);
  assert.ok(readFileSync(file).equals(before));
  await assert.rejects(() => backUp(join(folder, 'nowhere/sylva.db'), join(folder, 'x.backup')), /There is no store/);
  await assert.rejects(() => backUp(database, join(folder, 'no/such/folder/x.backup')), /cannot be written/);

  await assert.rejects(restore(file, database, 'a'), /holds a store already/);
  await assert.rejects(restore(join(folder, 'missing'), join(folder, 'b/sylva.db'), 'a'), /There is no file/);
  writeFileSync(join(folder, 'bad.backup'), before.subarray(0, before.length / 2));
  await assert.rejects(restore(join(folder, 'bad.backup'), join(folder, 'b/sylva.db'), 'a'), /not a whole backup/);
  writeFileSync(join(folder, 'text.backup'), 'hello');
  await assert.rejects(restore(join(folder, 'text.backup'), join(folder, 'b/sylva.db'), 'a'), /not a whole backup/);
  assert.equal(existsSync(join(folder, 'b')), false);
});

test('a backup of a newer Sylva is refused, and leaves nothing in the folder', async (t) => {
  const folder = temporaryFolder(t);
  const [data, restored, backup] = [join(folder, 'data'), join(folder, 'restored'), join(folder, 'one.backup')];
  await publishRows(await storeOf(t, data), editionRows(1));
  await backUp(join(data, 'sylva.db'), backup);
  const file = new DatabaseSync(backup);
  file.exec("INSERT INTO kysely_migration VALUES ('9999-future', '2099-01-01')");
  file.close();
  await assert.rejects(restore(backup, join(restored, 'sylva.db'), 'ada@server'), /made by a newer Sylva/);
  assert.deepEqual(readdirSync(restored), []);
});

test('what SQLite can open is not yet a backup: a damaged page is found, and so is the database of somebody else', async (t) => {
  const folder = temporaryFolder(t);
  const [backup, target] = [join(folder, 'one.backup'), join(folder, 'restored/sylva.db')];
  await publishRows(await storeOf(t, join(folder, 'data')), editionRows(1));
  await backUp(join(folder, 'data/sylva.db'), backup);
  spoilTable(backup, 'usage');
  await assert.rejects(restore(backup, target, 'ada@server'), /not a whole backup/);

  const other = new DatabaseSync(join(folder, 'other.backup'));
  other.exec('CREATE TABLE notes (text)');
  other.close();
  await assert.rejects(restore(join(folder, 'other.backup'), target, 'ada@server'), /not a whole backup/);
  assert.equal(existsSync(join(folder, 'restored')), false);
});

/** Its first page, which is not read before the table is. */
function spoilTable(path: string, name: string): void {
  const file = new DatabaseSync(path, { readOnly: true });
  const page = file.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(name)?.rootpage as number;
  const size = file.prepare('PRAGMA page_size').get()?.page_size as number;
  file.close();
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.fill(0, (page - 1) * size, page * size));
}

test('a database with a log beside it is no backup: it is refused, stays as it is, and is copied whole', async (t) => {
  const folder = temporaryFolder(t);
  const [data, copy] = [join(folder, 'data/sylva.db'), join(folder, 'copy.db')];
  const store = await storeOf(t, join(folder, 'data'));
  const suffixes = ['', '-wal'];
  const copyBoth = () => {
    for (const suffix of suffixes) copyFileSync(`${data}${suffix}`, `${copy}${suffix}`);
  };
  const assertRefused = async () => {
    await assert.rejects(restore(copy, join(folder, 'restored/sylva.db'), 'ada@server'), /-wal may hold changes/);
    assert.equal(existsSync(join(folder, 'restored')), false);
    for (const suffix of suffixes)
      assert.ok(readFileSync(`${copy}${suffix}`).equals(readFileSync(`${data}${suffix}`)), suffix);
  };
  await publishRows(store, editionRows(1));
  copyBoth();
  await assertRefused();
  // What is in the database now would be restored without what is in the log.
  const file = new DatabaseSync(data);
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await publishRows(store, editionRows(2));
  copyBoth();
  file.close();
  await assertRefused();
  await told(copyStoreCommand, ['--from', `sqlite:${copy}`, '--to', `sqlite:${join(folder, 'new.db')}`]);
  const { revisions } = await storeOf(t, folder, { database: `sqlite:${join(folder, 'new.db')}` });
  assert.deepEqual(
    (await revisions.list()).map(({ id }) => id),
    ['r2', 'r1'],
  );
});
