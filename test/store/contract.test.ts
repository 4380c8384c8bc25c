// One suite for every database that a store can be in: keys, allowlist, use, and how a store is opened.

import assert from 'node:assert/strict';
import { readSettings } from '../../src/config/settings.ts';
import { StoreError } from '../../src/store/errors.ts';
import { openEngine, openStore } from '../../src/store/store.ts';
import { contract } from '../support/databases.ts';
import { until } from '../support/until.ts';

const KEY = { name: 'Herbarium', contact: 'a@example.org', expiresAt: null };

contract('use is counted beyond what 32 bits hold', async (_t, { open }) => {
  const store = await open();
  const day = { day: '2026-05-01', caller: 'key_1', requests: 2_000_000_000, errors: 2, limited: 1 };
  for (let time = 0; time < 3; time++) await store.usage.add([day]);
  assert.deepEqual(await store.usage.since(''), [{ ...day, requests: 6_000_000_000, errors: 6, limited: 3 }]);
});

contract('whoever watches hears of every change that another makes', async (_t, { open }) => {
  const [store, other] = [await open(), await open()];
  let notices = 0;
  store.engine.watch(() => notices++);
  for (const range of ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32']) {
    const before = notices;
    await other.access.allow(range, null);
    await until(() => notices > before);
  }
});

contract('a change that fails half-way leaves nothing behind', async (_t, { open }) => {
  const store = await open();
  await store.access.addKey({ ...KEY, id: 'key_1', hash: 'one' });
  const before = [(await store.state()).version, await store.access.keys(), await store.audit.events()];
  await assert.rejects(store.access.addKey({ ...KEY, id: 'key_2', hash: 'one' }));
  assert.deepEqual([(await store.state()).version, await store.access.keys(), await store.audit.events()], before);
  await store.access.addKey({ ...KEY, id: 'key_2', hash: 'two' });
});

contract('a key is added, replaced, revoked, and remembers its last use', async (_t, { open }) => {
  const { access: store, audit } = await open();
  const first = await store.addKey({ ...KEY, id: 'key_1', hash: 'one' });
  assert.deepEqual(await store.key('key_1'), first);
  const second = await store.replaceKey(
    first,
    { id: 'key_2', hash: 'two', expiresAt: null },
    '2030-01-01T00:00:00.000Z',
  );
  assert.deepEqual([second.replaces, second.name, second.contact], ['key_1', 'Herbarium', 'a@example.org']);
  assert.equal((await store.key('key_1'))?.expiresAt, '2030-01-01T00:00:00.000Z');
  const third = { id: 'key_3', hash: 'three', expiresAt: null };
  await assert.rejects(store.replaceKey(first, third, '2029-01-01T00:00:00.000Z'), /key_2 is its successor/);
  assert.equal((await store.key('key_1'))?.expiresAt, '2030-01-01T00:00:00.000Z');
  await store.revokeKey('key_1');
  const revoked = await store.key('key_1');
  assert.ok(revoked?.revokedAt);
  await store.revokeKey('key_1');
  assert.deepEqual(await store.key('key_1'), revoked);
  await store.recordUse(new Map([['key_2', '2026-05-01T00:00:00.000Z']]));
  await store.recordUse(new Map([['key_2', '2026-04-01T00:00:00.000Z']]));
  assert.equal((await store.key('key_2'))?.lastUsedAt, '2026-05-01T00:00:00.000Z');
  assert.deepEqual(
    (await audit.events()).map(({ action, subject }) => `${action} ${subject}`),
    ['key revoked key_1', 'key rotated key_1', 'key created key_1'],
  );
});

contract(
  'refuses a successor of a key that was revoked, or has expired, since it was looked up',
  async (_t, { open }) => {
    let now = new Date('2026-01-01T00:00:00Z');
    const { access } = await open({}, () => now);
    const other = await open();
    const revoked = await access.addKey({ ...KEY, id: 'key_1', hash: 'one' });
    const expired = await access.addKey({ ...KEY, id: 'key_2', hash: 'two', expiresAt: '2026-01-02T00:00:00.000Z' });
    await other.access.revokeKey('key_1');
    now = new Date('2026-01-03T00:00:00Z');
    const before = await access.keys();
    const successor = { id: 'key_3', hash: 'three', expiresAt: null };
    const end = '2026-02-01T00:00:00.000Z';
    await assert.rejects(access.replaceKey(revoked, successor, end), /^StoreError: The key key_1 is revoked/);
    await assert.rejects(access.replaceKey(expired, successor, end), /^StoreError: The key key_2 is expired/);
    assert.deepEqual(await access.keys(), before);
  },
);

contract(
  'a check of the allowlist sees what another client allowed before, and what it throws leaves it unchanged',
  async (_t, { open }) => {
    const [store, other] = [await open(), await open()];
    await other.access.allow('192.0.2.1/32');
    const before = await store.access.allowlist();
    const refuse = (present: { cidr: string }[]) => {
      throw new Error(`there are ${present.map(({ cidr }) => cidr)}`);
    };
    await assert.rejects(store.access.allow('192.0.2.2/32', null, refuse), /there are 192\.0\.2\.1\/32/);
    assert.deepEqual(await store.access.allowlist(), before);
  },
);

contract('no key expires after the year 9999, and ends are compared as moments', async (t, { open, flags }) => {
  const { access } = await open();
  const { db, close } = await openEngine(readSettings(flags, {}));
  t.after(close);
  const [late, last] = ['+010000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  const endOf = async (id: string) => (await access.key(id))?.expiresAt;
  const first = await access.addKey({ ...KEY, id: 'key_1', hash: 'one', expiresAt: late });
  assert.deepEqual([first.expiresAt, await endOf('key_1')], [last, last]);

  // As an older Sylva stored it.
  await db.updateTable('keys').set({ expiresAt: late }).execute();
  assert.equal(await endOf('key_1'), last);
  const second = await access.replaceKey(first, { id: 'key_2', hash: 'two', expiresAt: late }, '2030-01-01T00:00:00Z');
  assert.deepEqual([second.expiresAt, await endOf('key_1')], [last, '2030-01-01T00:00:00.000Z']);

  const soon = '2029-01-01T00:00:00.000Z';
  const third = await access.addKey({ ...KEY, id: 'key_3', hash: 'three', expiresAt: soon });
  await access.replaceKey(third, { id: 'key_4', hash: 'four', expiresAt: null }, late);
  assert.equal(await endOf('key_3'), soon);
});

contract('the allowlist is kept, and a range that is allowed again gets its new note', async (_t, { open }) => {
  const store = (await open()).access;
  await store.allow('192.0.2.0/24', null);
  const again = await store.allow('192.0.2.0/24', 'Reading room');
  assert.deepEqual(await store.allowlist(), [again]);
  assert.deepEqual(await store.allow('192.0.2.0/24'), again);
  assert.equal((await store.allow('192.0.2.0/24', null)).note, null);
  assert.deepEqual([await store.disallow('192.0.2.0/24'), await store.disallow('192.0.2.0/24')], [true, false]);
});

contract('a store knows whether it was made just now', async (_t, { open }) => {
  const [first, second] = [await open(), await open()];
  assert.deepEqual([first.engine.isNew, second.engine.isNew], [true, false]);
});

contract('a store of a newer Sylva is refused, and one that must exist is not made', async (_t, { flags }) => {
  const settings = readSettings(flags, {});
  await assert.rejects(openStore(settings, { mustExist: true }), StoreError);
  const { db, close } = await openEngine(settings);
  await db
    .insertInto('kysely_migration' as never)
    .values({ name: '9999-future', timestamp: '' } as never)
    .execute();
  await close();
  await assert.rejects(openStore(settings), /made by a newer Sylva/);
});
