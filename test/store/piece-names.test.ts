// What pieces are called: nobody but the store can tell, and what was called otherwise before is not lost.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { openSnapshot } from '../../src/snapshot/open.ts';
import type { Database } from '../../src/store/engine.ts';
import { formerNameOf, nameOfIn } from '../../src/store/piece-names.ts';
import type { Store } from '../../src/store/store.ts';
import { wordyTrees } from '../support/edited-trees.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { assertNothingLeft, piecesIn, spoil } from '../support/pieces.ts';
import { publishTrees, storeOf } from '../support/publishing.ts';

const TREES = wordyTrees(60, 1_000);
const CHANGED = TREES.with(30, { ...TREES[30], scientificName: 'Ash' });

const DATABASES: Record<string, { skip: string | false; flags(): Promise<Record<string, string>> }> = {
  sqlite: { skip: false, flags: async () => ({}) },
  postgres: {
    skip: withoutPostgres,
    flags: async () => ({ database: await (await privatePostgres()).database() }),
  },
};

async function namesIn(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('pieces').select('hash').execute();
  return rows.map(({ hash }) => Buffer.from(hash).toString('hex'));
}

/** As it was before it had a key. */
async function withFormerNames({ engine: { db } }: Store): Promise<void> {
  for (const { number, bytes } of await db.selectFrom('pieces').selectAll().execute()) {
    const hash = formerNameOf(zstdDecompressSync(bytes));
    await db.updateTable('pieces').set({ hash }).where('number', '=', number).execute();
  }
  await db.schema.alterTable('state').dropColumn('pieceKey').execute();
  const done = db.deleteFrom('kysely_migration' as never);
  await done.where('name' as never, '>=', '0008' as never).execute();
}

async function upgradedStore(t: TestContext, flags: Record<string, string>): Promise<Store> {
  const data = temporaryFolder(t);
  const before = await storeOf(t, data, flags);
  await publishTrees(before, TREES);
  await publishTrees(before, CHANGED);
  await withFormerNames(before);
  return await storeOf(t, data, flags);
}

async function assertAllWhole({ revisions }: Store, count: number): Promise<void> {
  const all = await revisions.list();
  assert.equal(all.length, count);
  for (const revision of all) assert.equal(openSnapshot(await revisions.snapshot(revision)).hash, revision.hash);
}

for (const [name, { skip, flags }] of Object.entries(DATABASES)) {
  test(`${name}: each store names the same pieces otherwise`, { skip }, async (t) => {
    const stores = [await storeOf(t, temporaryFolder(t), await flags()), await storeOf(t, temporaryFolder(t))];
    for (const store of stores) await publishTrees(store, TREES);
    const [one, other] = await Promise.all(stores.map(({ engine }) => namesIn(engine.db)));
    assert.ok(one.length > 5 && one.length === other.length);
    assert.equal(new Set([...one, ...other]).size, one.length * 2);
    const nameOf = await nameOfIn(stores[0].engine.db);
    const { bytes } = await stores[0].engine.db.selectFrom('pieces').select('bytes').limit(1).executeTakeFirstOrThrow();
    assert.ok(one.includes(nameOf(zstdDecompressSync(bytes)).toString('hex')));
  });

  test(`${name}: revisions whose pieces are named by their hashes are whole, and so is what is published after them`, {
    skip,
  }, async (t) => {
    const store = await upgradedStore(t, await flags());
    await assertAllWhole(store, 2);
    await publishTrees(store, TREES);
    await assertAllWhole(store, 3);
    await assertNothingLeft(store.engine.db);
  });

  test(`${name}: mending writes pieces again that are named by their hashes, for all revisions that have them`, {
    skip,
  }, async (t) => {
    const store = await upgradedStore(t, await flags());
    await spoil(store.engine.db, (await piecesIn(store.engine.db)).stored);
    await publishTrees(store, CHANGED, null, true);
    await publishTrees(store, TREES, null, true);
    await assertAllWhole(store, 3);
    await assertNothingLeft(store.engine.db);
  });
}
