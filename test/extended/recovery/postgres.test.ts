// What a store in PostgreSQL promises beyond the suite for every store: many machines at once, poolers, and trouble.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { readSettings } from '../../../src/config/settings.ts';
import { MovedOnError } from '../../../src/store/errors.ts';
import { openEngine, openStore, type Store } from '../../../src/store/store.ts';
import { enginesFolder, privatePostgres, withoutPgBouncer, withoutPostgres } from '../../support/engines.ts';
import { faultyLink } from '../../support/faulty-link.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { gateBefore } from '../../support/gate.ts';
import { often } from '../../support/often.ts';
import { startPgBouncer } from '../../support/pgbouncer.ts';
import { contentOf, edition, publishAmongOthers, storeOf } from '../../support/publishing.ts';
import { until } from '../../support/until.ts';

const skip = withoutPostgres;
const AGAIN_AND_AGAIN = fileURLToPath(new URL('../../support/publish-again-and-again.ts', import.meta.url));
/** Of a store whose database may hang: longer than a busy machine takes to answer. */
const PATIENCE_MILLISECONDS = 2_000;
/** Publishes of each of two processes. */
const ROUNDS = often(8);
/** What a client sends before it goes. */
const FAREWELL = 'X\0\0\0\x04';
const KEY = { name: 'Herbarium', contact: null, expiresAt: null };

test('twelve who come first at once make the tables once, and all are served', { skip }, async (t) => {
  const database = await (await privatePostgres()).database();
  const open = (flags = {}) => storeOf(t, temporaryFolder(t), { database, ...flags });
  const stores = await Promise.all(Array.from({ length: 12 }, () => open()));
  await Promise.all(
    stores.map((store, index) => store.access.addKey({ ...KEY, id: `key_${index}`, hash: `${index}` })),
  );
  assert.equal((await stores[0].access.keys()).length, 12);
  assert.equal((await stores[0].audit.events()).length, 12);
});

test('refuses a successor of a key whose revocation is under way when the rotation begins', { skip }, async (t) => {
  const database = await (await privatePostgres()).database();
  const [store, other] = [await storeOf(t, 'a', { database }), await storeOf(t, 'b', { database })];
  const key = await store.access.addKey({ ...KEY, id: 'key_1', hash: 'one' });
  const gate = gateBefore(t, other.audit, 'record');
  const revocation = other.access.revokeKey('key_1');
  await gate.reached;
  const successor = { id: 'key_2', hash: 'two', expiresAt: null };
  const rotation = store.access.replaceKey(key, successor, '2030-01-01T00:00:00.000Z');
  const refused = assert.rejects(rotation, /The key key_1 is revoked/);
  const waiting = sql<object>`select 1 from pg_locks where not granted`;
  await until(async () => (await waiting.execute(store.engine.db)).rows.length > 0);
  gate.open();
  await Promise.all([revocation, refused]);
  assert.equal((await store.access.keys()).length, 1);
});

test('of publishes at once none is lost, and no number is used twice', { skip }, async (t) => {
  const database = await (await privatePostgres()).database();
  const open = (flags = {}) => storeOf(t, temporaryFolder(t), { database, ...flags });
  const stores = await Promise.all(Array.from({ length: 4 }, () => open({ 'keep-revisions': '50' })));
  await Promise.all(
    stores.map(async (store, index) => {
      for (let round = 0; round < 3; round++) await publishAmongOthers(store, edition(index * 3 + round));
    }),
  );
  const revisions = await stores[0].revisions.list();
  const numbers = revisions.map(({ number }) => number);
  assert.equal(new Set(numbers).size, 12);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
  const editions = new Set<string | undefined>();
  for (const revision of revisions) editions.add((await contentOf(stores[0], revision)).trees[0].texts.en?.description);
  assert.equal(editions.size, 12);
  assert.deepEqual(await unpublished(stores[0]), []);
});

async function unpublished({ engine }: Store): Promise<{ number: number }[]> {
  const revisions = engine.db.selectFrom('revisions').select('number');
  return await revisions.where('state', 'in', ['pending', 'abandoned']).execute();
}

/** How many connections of ours the server has, beside the one that asks. */
async function connectionsOf(database: string): Promise<number> {
  const name = new URL(database).pathname.slice(1);
  const [{ count }] = await (await privatePostgres()).query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
  );
  return count;
}

test('two processes that each prune what the other one publishes leave the active revision whole', {
  skip,
}, async (t) => {
  const database = await (await privatePostgres()).database();
  const store = await storeOf(t, temporaryFolder(t), { database });
  let running = 2;
  const ended = [1, 2].map(async () => {
    const child = spawn(process.execPath, [AGAIN_AND_AGAIN, database, String(ROUNDS)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    running--;
    return code;
  });
  while (running > 0) await assertWhole(store);
  assert.deepEqual(await Promise.all(ended), [0, 0]);
  const [active, ...others] = await store.revisions.list();
  assert.ok(active.number >= 2 * ROUNDS, active.id);
  assert.deepEqual([others, await unpublished(store)], [[], []]);
  assert.equal((await contentOf(store, active)).trees.length, 1);
});

/** The active revision has all its content, unless it is pruned meanwhile. */
async function assertWhole(store: Store): Promise<void> {
  const active = await store.revisions.active();
  if (!active) return;
  await contentOf(store, active).catch((error) => {
    if (!(error instanceof MovedOnError)) throw error;
  });
}

test('through PgBouncer in transaction mode everything works, and leaves no lock behind', {
  skip: skip || withoutPgBouncer,
}, async (t) => {
  const postgres = await privatePostgres();
  const direct = await postgres.database();
  const database = await startPgBouncer(t, `${enginesFolder()}/pgbouncer`, postgres.port, direct);
  const stores = await Promise.all(Array.from({ length: 6 }, () => storeOf(t, temporaryFolder(t), { database })));
  await Promise.all(stores.map((store, index) => publishAmongOthers(store, edition(index))));
  await Promise.all(stores.map((store, index) => store.access.addKey({ ...KEY, id: `k${index}`, hash: `${index}` })));
  stores[0].engine.watch(() => {});
  assert.equal((await stores[0].revisions.list()).length, 6);

  const strange = new URL(await postgres.database());
  await postgres.query('CREATE TABLE keys (lock text)', strange.pathname.slice(1));
  strange.port = new URL(database).port;
  const settings = readSettings({ data: temporaryFolder(t), database: strange.href }, {});
  await assert.rejects(openStore(settings), /relation "keys" already exists/);
  assert.deepEqual(await postgres.query("SELECT * FROM pg_locks WHERE locktype = 'advisory'"), []);
});

test('a change is told at once to whoever watches, also after the watching connection was cut', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const database = await postgres.database();
  const [store, other] = await Promise.all([1, 2].map(() => storeOf(t, temporaryFolder(t), { database })));
  let notices = 0;
  store.engine.watch(() => notices++);
  await until(() => notices === 1);
  await other.access.allow('192.0.2.1/32', null);
  await until(() => notices === 2);
  await postgres.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sylva notices'",
  );
  await until(() => notices === 3);
  await other.access.allow('192.0.2.2/32', null);
  await until(() => notices === 4);
});

async function assertWorks(store: Store): Promise<void> {
  await store.access.allow('192.0.2.1/32', null);
  assert.ok((await store.state()).version > 0);
}

test('connections that were cut are replaced', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const store = await storeOf(t, temporaryFolder(t), { database: await postgres.database() });
  for (let round = 0; round < 5; round++) {
    await assertWorks(store);
    await postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sylva'");
    await until(() =>
      assertWorks(store).then(
        () => true,
        () => false,
      ),
    );
  }
});

test('a connection that is cut in the middle of a change: nothing was changed, and the error says so', {
  skip,
}, async (t) => {
  const postgres = await privatePostgres();
  const settings = readSettings({ data: temporaryFolder(t), database: await postgres.database() }, {});
  const { db, close } = await openEngine(settings);
  t.after(close);
  const changing = db.transaction().execute(async (change) => {
    await change.updateTable('state').set({ version: 99 }).execute();
    await postgres.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sylva'");
    await pause(100);
    await change.updateTable('state').set({ version: 100 }).execute();
  });
  await assert.rejects(changing, /The database .* cannot be used/);
  assert.deepEqual(await db.selectFrom('state').select('version').execute(), [{ version: 1 }]);
});

test('a server that hangs is given up in good time, and its connections are not used again', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const database = await postgres.database();
  const settings = readSettings({ data: temporaryFolder(t), database }, {});
  const store = await openStore(settings, { patienceMilliseconds: PATIENCE_MILLISECONDS });
  t.after(() => store.close());
  await assertWorks(store);
  postgres.program.freeze();
  t.after(() => postgres.program.thaw());
  for (let round = 0; round < 3; round++) await assert.rejects(store.state(), /does not answer/);
  await assert.rejects(openStore(settings), /cannot be used: it does not answer/);
  postgres.program.thaw();
  await assertWorks(store);
  await until(async () => (await connectionsOf(database)) <= 2);
});

/** A store behind a link that can go dead, and the same store straight. */
async function behindFaultyLink(t: TestContext) {
  const postgres = await privatePostgres();
  const link = await faultyLink(t, postgres.port);
  const direct = await postgres.database();
  const database = Object.assign(new URL(direct), { port: String(link.port) }).href;
  const store = await openStore(readSettings({ data: temporaryFolder(t), database }, {}), {
    patienceMilliseconds: PATIENCE_MILLISECONDS,
  });
  t.after(() => store.close());
  return { link, store, straight: await storeOf(t, temporaryFolder(t), { database: direct }) };
}

test('connections that have gone dead are given up one by one, and never used again', { skip }, async (t) => {
  const { link, store } = await behindFaultyLink(t);
  for (let round = 0; round < 3; round++) {
    await assertWorks(store);
    link.goDead();
    await assert.rejects(store.access.allow('192.0.2.1/32', null), /does not answer/);
    await assertWorks(store);
  }
});

test('a change whose last step was not answered may or may not be in force, and that is said', { skip }, async (t) => {
  const { link, store, straight } = await behindFaultyLink(t);
  link.goDeadAt('commit');
  await assert.rejects(store.access.allow('192.0.2.1/32', null), /may or may not be in force/);
  assert.deepEqual(await straight.access.allowlist(), []);
});

test('what is wrong with a database is said in plain words, and its password never', { skip }, async (t) => {
  const { port } = await privatePostgres();
  const wrong: [string, RegExp][] = [
    [
      `postgres://sylva:secret-word@127.0.0.1:${port}/nowhere`,
      /127\.0\.0\.1:\d+\/nowhere cannot be used: there is no such database/,
    ],
    [`postgres://nobody:secret-word@127.0.0.1:${port}/postgres`, /does not accept this user or password/],
    ['postgres://sylva:secret-word@127.0.0.1:1/sylva', /nothing listens there/],
    ['postgres://sylva:secret-word@no-such-host.invalid/sylva?password=secret-word', /no such host/],
  ];
  for (const [database, expected] of wrong) {
    const error = await openStore(readSettings({ data: temporaryFolder(t), database }, {})).catch((reason) => reason);
    assert.match(error.message, expected);
    assert.ok(!error.message.includes('secret-word'), error.message);
  }
});

test('what a user may not do is said in plain words, too', { skip }, async (t) => {
  const postgres = await privatePostgres();
  const { pathname, host } = new URL(await postgres.database());
  const users: [name: string, limits: string, expected: RegExp][] = [
    ['without_rights', '', /cannot be used: this user may not do that/],
    ['who_reads', 'SUPERUSER', /cannot be used: it can only be read/],
    ['one_too_many', 'CONNECTION LIMIT 0', /cannot be used: it has no free connection/],
  ];
  for (const [name, limits, expected] of users) {
    await postgres.query(`CREATE ROLE ${name} LOGIN ${limits}`);
    if (name === 'who_reads') await postgres.query(`ALTER ROLE ${name} SET default_transaction_read_only = on`);
    const settings = readSettings({ data: temporaryFolder(t), database: `postgres://${name}@${host}${pathname}` }, {});
    await assert.rejects(openStore(settings), expected);
  }
});

test('connections that fail while a store is closed are closed, too, and nobody hears of them', { skip }, async (t) => {
  const { link, store } = await behindFaultyLink(t);
  await assertWorks(store);
  link.cutAt(FAREWELL);
  await store.close();
});
