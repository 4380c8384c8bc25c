// A store that version 0.1.0 wrote, kept as a file: whatever came since, it is taken over as it is, and nothing in it is lost.
// It holds two revisions, of two trees and of one, a key, one that was revoked, an allowed range, and the audit of all that.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { readSettings } from '../../src/config/settings.ts';
import { Chronicle } from '../../src/snapshot/chronicle.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { openEngine } from '../../src/store/store.ts';
import { command, commandJson } from '../support/command.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { assertNothingLeft } from '../support/pieces.ts';
import { publishTrees, storeOf } from '../support/publishing.ts';
import { startSylva } from '../support/sylva.ts';
import { makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/store-0.1.0.db', import.meta.url));
const KEY = 'sylva_yMF46LgBtHTFppGoQpXgTwHjPcDhTWht0LCD4b';
const REVOKED = 'sylva_ROw8nhkYsk1jgpJA0KosGeIuHQqUDBTg39OdEg';

function oldStore(t: TestContext): string {
  const data = temporaryFolder(t);
  copyFileSync(FIXTURE, join(data, 'sylva.db'));
  return data;
}

test('an old store is served: its key is good, its revoked key is not, its trees are there', async (t) => {
  const { origin } = await startSylva(t, ['serve', '--data', oldStore(t)]);
  const ask = (path: string, key: string) => fetch(`${origin}/api/v1${path}`, { headers: { 'x-api-key': key } });
  assert.equal((await ask('/trees', REVOKED)).status, 401);
  const answer = await ask('/trees/ceiba-pentandra?locale=es', KEY);
  assert.equal(answer.status, 200);
  const { data, meta } = (await answer.json()) as any;
  assert.deepEqual([data.scientificName, data.locale, meta.revision], ['Ceiba pentandra', 'es', 'r2']);
});

test('what an old store tells of itself is what was written', async (t) => {
  const data = oldStore(t);
  const revisions = await commandJson(['revisions', 'list', '--data', data]);
  assert.deepEqual(
    revisions.map(({ id, trees, note }: any) => [id, trees, note]),
    [
      ['r2', 1, 'second'],
      ['r1', 2, 'first'],
    ],
  );
  const keys = await commandJson(['keys', 'list', '--data', data]);
  assert.deepEqual(
    keys.map(({ name, contact, revokedAt }: any) => [name, contact, revokedAt !== null]),
    [
      ['Herbarium of Leiden', 'ada@example.org', false],
      ['Revoked', null, true],
    ],
  );
  const ranges = await commandJson(['allow', 'list', '--data', data]);
  assert.deepEqual([ranges[0].cidr, ranges[0].note], ['192.0.2.0/24', 'office']);
  const events = await commandJson(['audit', '--data', data]);
  assert.deepEqual([...new Set(events.map(({ actor }: any) => actor))], ['ada@old']);
});

test('an old store takes changes while it is served, back to its oldest revision', async (t) => {
  const data = oldStore(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const statusOf = async (slug: string) =>
    (await fetch(`${origin}/api/v1/trees/${slug}`, { headers: { 'x-api-key': KEY } })).status;
  assert.notEqual(await statusOf('quercus-robur'), 200);
  assert.equal((await command(['revisions', 'activate', 'r1', '--data', data])).code, 0);
  await until(async () => (await statusOf('quercus-robur')) === 200);
  const [key] = await commandJson(['keys', 'list', '--data', data]);
  assert.equal((await command(['keys', 'revoke', key.id, '--data', data])).code, 0);
  await until(async () => (await statusOf('quercus-robur')) === 401);
});

test('what changed between the revisions of an old store is known, and goes on being', async (t) => {
  const data = oldStore(t);
  const { origin } = await startSylva(t, ['serve', '--data', data]);
  const changes = async (since: string) => {
    const response = await fetch(`${origin}/api/v1/changes?since=${since}&view=none`, {
      headers: { 'x-api-key': KEY },
    });
    const body = (await response.json()) as any;
    return body.data?.map(({ slug, change, revision }: any) => [slug, change, revision]) ?? body.code;
  };
  assert.deepEqual(await changes('r1'), [['quercus-robur', 'removed', 'r2']]);
  assert.deepEqual(await changes('r2'), []);
  assert.equal((await command(['revisions', 'activate', 'r1', '--data', data])).code, 0);
  await until(async () => (await changes('r3')) !== 'revision-expired');
  assert.deepEqual(await changes('r2'), [['quercus-robur', 'added', 'r3']]);
  assert.deepEqual(await changes('r1'), []);
});

// A store that version 0.2.0 wrote, with a snapshot and its content in chunks for each revision: r1 has two trees, one with a
// text that takes several chunks, r2 one of them under another title, and r3 is r1 again. It is kept compressed.

const CHUNKED = fileURLToPath(new URL('../fixtures/store-0.2.0.db.zst', import.meta.url));
const CHUNKED_KEY = 'sylva_3lqAspJr8Ic2GHQgim5As2Ohd0llfn7W11oVGE';
function chunkedStore(t: TestContext): string {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'sylva.db'), zstdDecompressSync(readFileSync(CHUNKED)));
  return data;
}

/** The tables of version 0.2.0 in PostgreSQL, with the rows of the store that is a file. */
async function chunkedPostgres(t: TestContext): Promise<string> {
  const database = await (await privatePostgres()).database();
  const { db, close } = await openEngine(readSettings({ database }, {}));
  const source = new SQLite(join(chunkedStore(t), 'sylva.db'), { readonly: true });
  for (const table of ['pieces', 'pieceLists']) await db.schema.dropTable(table).execute();
  await sql`create table chunks (revision integer not null, kind text not null, position integer not null,
    bytes bytea not null, constraint chunks_key primary key (revision, kind, position))`.execute(db);
  await sql`delete from kysely_migration where name >= '0006'`.execute(db);
  await sql`delete from state`.execute(db);
  for (const table of ['state', 'revisions', 'chunks', 'keys', 'allowlist', 'history']) {
    for (const row of source.prepare(`select * from ${table}`).all() as Record<string, unknown>[]) {
      if (table === 'history') delete row.id;
      await db
        .insertInto(table as never)
        .values(row as never)
        .execute();
    }
  }
  source.close();
  await close();
  return database;
}

const UPGRADES: Record<string, { skip: string | false; create(t: TestContext): Promise<Record<string, string>> }> = {
  sqlite: { skip: false, create: async (t) => ({ data: chunkedStore(t) }) },
  postgres: {
    skip: withoutPostgres,
    create: async (t) => ({ data: temporaryFolder(t), database: await chunkedPostgres(t) }),
  },
};

for (const [name, { skip, create }] of Object.entries(UPGRADES)) {
  test(`${name}: every revision of a store in chunks is there when it is in pieces, and chunks are gone`, {
    skip,
  }, async (t) => {
    const flags = await create(t);
    const store = await storeOf(t, flags.data, flags);
    const { revisions, engine } = store;
    const all = await revisions.list();
    assert.deepEqual(
      all.map(({ id, note }) => [id, note]),
      [
        ['r3', 'r1 again'],
        ['r2', 'second'],
        ['r1', 'first'],
      ],
    );
    for (const revision of all) {
      assert.equal(openSnapshot(await revisions.snapshot(revision)).hash, revision.hash);
      const { trees } = await revisions.content(revision);
      assert.equal(trees.length, revision.trees);
      assert.ok((trees[0].texts.en?.body?.length ?? 0) > 800_000);
    }
    const chronicle = new Chronicle(await revisions.chronicle());
    assert.deepEqual([[...chronicle.revisions], chronicle.changed(1, 2).length], [[1, 2, 3], 2]);
    const tables = await engine.db.introspection.getTables();
    assert.ok(!tables.some((table) => table.name === 'chunks'));
    await assertNothingLeft(engine.db);
  });

  test(`${name}: what was in chunks is published on, back to, compared and made room of`, { skip }, async (t) => {
    const flags = await create(t);
    const store = await storeOf(t, flags.data, { ...flags, 'keep-revisions': '1' });
    const { revisions, engine } = store;
    const [third] = await revisions.list();
    const known = { ...third, bytes: await revisions.snapshot(third) };
    const { trees } = await revisions.content(third);
    const next = await publishTrees(store, [...trees, makeTree({ slug: 'sorbus-domestica' })]);
    const bytes = await revisions.snapshot(next, undefined, known);
    assert.deepEqual([next.id, openSnapshot(bytes).hash], ['r4', next.hash]);
    assert.equal((await revisions.activate('r3'))?.revision.hash, third.hash);
    assert.deepEqual(
      (await revisions.list()).map(({ id }) => id),
      ['r5', 'r4'],
    );
    await assertNothingLeft(engine.db);
  });
}

test('a store in chunks is served as it was, and a backup of it is restored', async (t) => {
  const data = chunkedStore(t);
  const backup = join(temporaryFolder(t), 'old.backup');
  copyFileSync(join(data, 'sylva.db'), backup);
  const restored = join(temporaryFolder(t), 'restored');
  assert.equal((await command(['restore', backup, '--data', restored])).code, 0);
  for (const folder of [data, restored]) {
    const { origin } = await startSylva(t, ['serve', '--data', folder]);
    const answer = await fetch(`${origin}/api/v1/trees/quercus-robur`, { headers: { 'x-api-key': CHUNKED_KEY } });
    const { data: tree, meta } = (await answer.json()) as any;
    assert.deepEqual([tree?.scientificName, meta?.revision], ['Quercus robur', 'r3']);
  }
});
