// Stores of older formats: refused by all, until the upgrade, which keeps all but revisions.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { restoreBackup } from '../../src/cli/commands/backup.ts';
import { copyStoreCommand, upgradeStoreCommand } from '../../src/cli/commands/store.ts';
import { readSettings } from '../../src/config/settings.ts';
import { backUp } from '../../src/store/maintenance/backup.ts';
import { upgradeStore } from '../../src/store/maintenance/upgrade.ts';
import { openEngine, openStore, type Store } from '../../src/store/store.ts';
import { Changes } from '../../src/store/tables/audit.ts';
import { contract } from '../support/databases.ts';
import { temporaryFolder } from '../support/folders.ts';
import { makeOlder, oldStore } from '../support/old-stores.ts';
import { publishRows, rowsAt, storeOf } from '../support/stores.ts';
import { told } from '../support/told.ts';

const REFUSAL = /^StoreError: This store was made by an older Sylva\. .*run sylva store upgrade\./;

/** All that an upgrade keeps. */
async function keptIn(store: Store) {
  const { identity } = await store.state();
  const { access, usage, audit } = store;
  const events = (await audit.events()).filter(({ action }) => action !== 'store upgraded');
  return [identity, await access.keys(), await access.allowlist(), await usage.since(''), events];
}

contract('refuses a store of the former format, and upgrades it', async (_t, { open, flags }) => {
  const store = await open({ actor: 'ada@server' });
  await publishRows(store, { oak: '1' });
  await publishRows(store, { oak: '2' });
  await store.access.addKey({ id: 'key_1', name: 'Ärger', contact: null, hash: 'one', expiresAt: null });
  await store.access.allow('192.0.2.0/24', 'Reading room');
  await store.usage.add([{ day: '2026-05-01', caller: 'key_1', requests: 3, errors: 2, limited: 1 }]);
  const [before, { version }] = [await keptIn(store), await store.state()];
  await makeOlder(store.engine);
  await store.close();

  const settings = readSettings(flags, {});
  for (const mustExist of [true, false]) await assert.rejects(openStore(settings, { mustExist }), REFUSAL);
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const { json, words: said } = await told(upgradeStoreCommand, [...words, '--actor', 'eve@server']);
  assert.equal(json.isUpgraded, true);
  assert.match(said, /^Upgraded the store .*publish your source again\.$/);

  const upgraded = await open();
  assert.deepEqual(await keptIn(upgraded), before);
  const [{ action, actor, detail }] = await upgraded.audit.events({ limit: 1 });
  assert.deepEqual([action, actor, detail], ['store upgraded', 'eve@server', 'revisions were dropped']);
  assert.ok((await upgraded.state()).version > version);
  assert.deepEqual([await upgraded.revisions.active(), await upgraded.revisions.list()], [undefined, []]);
  assert.equal((await publishRows(upgraded, { oak: '3' })).id, 'r3');
  assert.deepEqual(await rowsAt(upgraded, 3), { oak: '3' });

  const again = await told(upgradeStoreCommand, words);
  assert.equal(again.json.isUpgraded, false);
  assert.match(again.words, /is up to date\.$/);
  assert.equal((await upgraded.audit.events()).filter(({ action }) => action === 'store upgraded').length, 1);
});

contract('upgrades once if two have opened the older store', async (_t, { open, flags }) => {
  const store = await open();
  await makeOlder(store.engine);
  const engines = await Promise.all([1, 2].map(() => openEngine(readSettings(flags, {}), { acceptOlder: true })));
  const outcomes = [];
  for (const engine of engines) outcomes.push(await upgradeStore(new Changes(engine, 'ada@server', () => new Date())));
  assert.deepEqual(outcomes, [true, false]);
  for (const engine of engines) await engine.close();
  assert.equal((await store.audit.events()).length, 1);
});

async function upgraded(t: TestContext, data: string): Promise<Store> {
  await told(upgradeStoreCommand, ['--data', data]);
  return await storeOf(t, data);
}

test('a store of version 0.2.0 keeps keys, allowlist, history and numbers of revisions', async (t) => {
  const store = await upgraded(t, oldStore(t));
  const [{ id, name, contact }] = await store.access.keys();
  assert.deepEqual([id, name, contact], ['key_pSuH3pF0Hm', 'Herbarium of Leiden', 'ada@example.org']);
  assert.deepEqual(
    (await store.access.allowlist()).map(({ cidr, note }) => [cidr, note]),
    [['192.0.2.0/24', 'office']],
  );
  assert.equal((await store.state()).identity, 'f0541ccc-20ff-462a-a666-aa9f86ec6c7d');
  assert.equal((await store.audit.events()).length, 6);
  assert.equal((await publishRows(store, { oak: '1' })).id, 'r4');
  assert.deepEqual((await store.engine.db.introspection.getTables()).map((table) => table.name).sort(), [
    'allowlist',
    'documents',
    'history',
    'keys',
    'revisions',
    'state',
    'tree_versions',
    'usage',
  ]);
});

test('a store without an identity gets one of its history, which each backup and copy of it gets too', async (t) => {
  const identities = [];
  for (let copy = 1; copy <= 2; copy++) {
    const data = oldStore(t);
    const { db, close } = await openEngine(readSettings({ data }, {}), { acceptOlder: true });
    await db.schema.alterTable('state').dropColumn('identity').execute();
    await db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '>=', '0004-identity' as never)
      .execute();
    await close();
    identities.push((await (await upgraded(t, data)).state()).identity);
  }
  assert.equal(identities[0].length, 64);
  assert.equal(identities[1], identities[0]);
});

test('a backup of an older store is made and restored as it is, and says that the upgrade is next', async (t) => {
  const folder = temporaryFolder(t);
  const [file, data] = [join(folder, 'old.backup'), join(folder, 'restored')];
  await backUp(join(oldStore(t), 'sylva.db'), file);
  const { json, words } = await told(restoreBackup, [file, '--data', data]);
  assert.equal(json.needsUpgrade, true);
  assert.match(words, /It was made by an older Sylva: run sylva store upgrade next\.$/);
  await assert.rejects(storeOf(t, data), REFUSAL);
  const store = await upgraded(t, data);
  const events = (await store.audit.events({ limit: 2 })).map(({ action }) => action);
  assert.deepEqual(events, ['store upgraded', 'restored']);
});

test('an older store is not copied, nor is there an upgrade of nothing', async (t) => {
  const target = `sqlite:${join(temporaryFolder(t), 'new.db')}`;
  const from = `sqlite:${join(oldStore(t), 'sylva.db')}`;
  await assert.rejects(told(copyStoreCommand, ['--from', from, '--to', target]), REFUSAL);
  await assert.rejects(told(upgradeStoreCommand, ['--data', temporaryFolder(t)]), /There is no store in/);
});
