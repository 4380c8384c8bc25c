// A whole store copied from one database to another, either way.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { copyStoreCommand } from '../../src/cli/commands/store.ts';
import { readSettings } from '../../src/config/settings.ts';
import { openEngine } from '../../src/store/store.ts';
import { PRIMARY_KEYS } from '../../src/store/tables/schema.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { editionRows, publishRows, storeOf } from '../support/stores.ts';
import { told } from '../support/told.ts';

const skip = withoutPostgres;

async function fill(t: TestContext, database: string): Promise<void> {
  const store = await storeOf(t, temporaryFolder(t), { database });
  for (let number = 1; number <= 3; number++)
    await publishRows(store, { ...editionRows(number, 500), former: '>tree-1' }, `no. ${number}`);
  await store.revisions.activate('r2');
  await store.access.addKey({ id: 'key_1', name: 'Ärger', contact: null, hash: 'one', expiresAt: null });
  await store.access.addKey({ id: 'key_2', name: 'B', contact: null, hash: 'other', expiresAt: null });
  await store.access.revokeKey('key_2');
  await store.access.recordUse(new Map([['key_1', '2026-05-01T00:00:00.000Z']]));
  await store.access.allow('192.0.2.0/24', 'Reading room');
  await store.usage.add([{ day: '2026-05-01', caller: 'key_1', requests: 3, errors: 2, limited: 1 }]);
}

/** All rows of all tables, as text, but for what a copy itself adds. */
async function everything(database: string): Promise<Map<string, string[]>> {
  const { db, close } = await openEngine(readSettings({ database }, {}));
  const tables = await db.introspection.getTables();
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows: any[] = await db
      .selectFrom(name as 'keys')
      .selectAll()
      .execute();
    if (name === 'state') for (const row of rows) delete row.version;
    const lines = rows
      .filter(({ action }) => action !== 'store copied')
      .map((row) => JSON.stringify(Object.entries(row).sort()));
    all.set(name, lines.sort());
  }
  await close();
  return new Map([...all].sort());
}

async function addresses(t: TestContext) {
  const sqlite = `sqlite:${join(temporaryFolder(t), 'sylva.db')}`;
  return { sqlite, postgres: await (await privatePostgres()).database() };
}

test('every table of a store is copied, to PostgreSQL and back, and none is forgotten', { skip }, async (t) => {
  const { sqlite, postgres } = await addresses(t);
  const back = (await addresses(t)).sqlite;
  await fill(t, sqlite);
  const there = await told(copyStoreCommand, ['--from', sqlite, '--to', postgres]);
  const { revisions, keys, allowlist, history } = there.json;
  assert.deepEqual([revisions, keys, allowlist, history], [4, 2, 1, 8]);
  const { words } = await told(copyStoreCommand, ['--from', postgres, '--to', back]);
  assert.match(words, /^Copied 4 revisions, 2 keys, 1 allowed range and 9 lines of history to /);

  const original = await everything(sqlite);
  const tables = Object.keys(PRIMARY_KEYS).map((table) =>
    table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  assert.deepEqual([...original.keys()], tables.sort());
  for (const [table, lines] of original) assert.ok(lines.length > 0, `the test puts nothing into ${table}`);
  assert.deepEqual(await everything(postgres), original);
  assert.deepEqual(await everything(back), original);
});

const KILLED_COPY = `
  import { copyStore } from ${JSON.stringify(import.meta.resolve('../../src/store/maintenance/copy.ts'))};
  import { openEngine } from ${JSON.stringify(import.meta.resolve('../../src/store/store.ts'))};
  const [from, to] = process.argv.slice(1).map((path) => ({ data: '', database: { kind: 'sqlite', path } }));
  const [source, target] = [await openEngine(from, { mustExist: true }), await openEngine(to)];
  await copyStore(source, target, () => {}, () => process.kill(process.pid, 'SIGKILL'));
`;

test('a copy that is killed leaves an empty store, and the same command copies into it', async (t) => {
  const [from, to] = [join(temporaryFolder(t), 'sylva.db'), join(temporaryFolder(t), 'sylva.db')];
  await fill(t, `sqlite:${from}`);
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', KILLED_COPY, from, to]);
  assert.equal(signal, 'SIGKILL');
  for (const [table, lines] of await everything(`sqlite:${to}`))
    if (table !== 'state') assert.deepEqual(lines, [], table);
  await told(copyStoreCommand, ['--from', `sqlite:${from}`, '--to', `sqlite:${to}`]);
  assert.deepEqual(await everything(`sqlite:${to}`), await everything(`sqlite:${from}`));
});

test('a copy that cannot be done says why, and changes nothing', { skip }, async (t) => {
  const { sqlite, postgres } = await addresses(t);
  const other = await (await privatePostgres()).database();
  await fill(t, sqlite);
  await fill(t, other);
  const before = await everything(other);
  const full = told(copyStoreCommand, ['--from', sqlite, '--to', other]);
  await assert.rejects(full, /The target is not empty, there are revisions in it: copy into a new database\.$/);
  assert.deepEqual(await everything(other), before);

  const nowhere = told(copyStoreCommand, ['--from', `${sqlite}-none`, '--to', postgres]);
  await assert.rejects(nowhere, /There is no store in .*sylva\.db-none\.$/);
  for (const words of [
    ['--from', sqlite],
    ['--to', sqlite],
    ['--from', 'mysql://a:secret@b', '--to', sqlite],
  ]) {
    await assert.rejects(told(copyStoreCommand, words), (error: Error) => {
      assert.equal(error.name, 'UsageError');
      assert.match(error.message, /--(from|to) is .*sqlite:PATH or postgres:\/\//);
      return !error.message.includes('secret');
    });
  }
});

test('where a row does not arrive as it was sent, nothing is copied', async (t) => {
  const [from, to] = [1, 2].map(() => join(temporaryFolder(t), 'sylva.db'));
  await fill(t, `sqlite:${from}`);
  await storeOf(t, temporaryFolder(t), { database: `sqlite:${to}` });
  const file = new DatabaseSync(to);
  t.after(() => file.close());
  file.exec("CREATE TRIGGER spoil AFTER INSERT ON keys BEGIN UPDATE keys SET name = 'x' WHERE id = NEW.id; END");
  const before = await everything(`sqlite:${to}`);
  const copying = told(copyStoreCommand, ['--from', `sqlite:${from}`, '--to', `sqlite:${to}`]);
  await assert.rejects(copying, /The table keys did not arrive as it was sent\. Nothing was copied\.$/);
  assert.deepEqual(await everything(`sqlite:${to}`), before);
});
