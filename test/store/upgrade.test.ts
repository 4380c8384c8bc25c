// Stores that older versions wrote, kept as files: whatever came since, they are taken over as they are, and nothing in them is lost.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { readSettings } from '../../src/config/settings.ts';
import { Chronicle } from '../../src/snapshot/chronicle.ts';
import { decode, newShortSum } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { openEngine } from '../../src/store/store.ts';
import { commandJson } from '../support/command.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { chunkedStore, oldStore } from '../support/old-stores.ts';
import { assertNothingLeft } from '../support/pieces.ts';
import { contentOf, publishTrees, storeOf } from '../support/publishing.ts';
import { makeTree } from '../support/trees.ts';

/** As snapshots were written until then. */
const FORMAT_8 = { version: 8, newSum: newShortSum };

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

/** The tables of version 0.2.0 in PostgreSQL, with the rows of the store that is a file. */
async function chunkedPostgres(t: TestContext): Promise<string> {
  const database = await (await privatePostgres()).database();
  const { db, close } = await openEngine(readSettings({ database }, {}));
  const source = new SQLite(join(chunkedStore(t), 'sylva.db'), { readonly: true });
  for (const table of ['pieces', 'pieceLists']) await db.schema.dropTable(table).execute();
  await sql`create table chunks (revision integer not null, kind text not null, position integer not null,
    bytes bytea not null, constraint chunks_key primary key (revision, kind, position))`.execute(db);
  await sql`alter table state drop column piece_key`.execute(db);
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
      assert.equal(decode(await revisions.snapshot(revision), { kind: FORMAT_8 }).hash, revision.hash);
      const { trees } = await contentOf(store, revision);
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
    const { trees } = await contentOf(store, third);
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
