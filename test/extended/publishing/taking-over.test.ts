// A revision that is stored by taking over what the one before has is the same as one that is stored from scratch.

import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { bySlug, type Tree } from '../../../src/domain/tree.ts';
import { Chronicle } from '../../../src/snapshot/chronicle.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { numbersBefore } from '../../../src/snapshot/told-trees.ts';
import type { Database } from '../../../src/store/engines/engine.ts';
import { FormerLostError, type FormerRevision } from '../../../src/store/former-revision.ts';
import { Packing } from '../../../src/store/packing.ts';
import { type Kind, listOf } from '../../../src/store/pieces.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Revision } from '../../../src/store/tables/revisions.ts';
import { edited, edits, wordyTrees } from '../../support/edited-trees.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { assertNothingLeft, piecesIn, spoil } from '../../support/pieces.ts';
import { contentOf, publishTrees, storeOf } from '../../support/publishing.ts';

const TREES = wordyTrees(60, 300);

async function newStore(t: TestContext): Promise<Store> {
  return await storeOf(t, temporaryFolder(t));
}

type Former = Omit<FormerRevision, 'before'>;

/** A revision as the next publish has it at hand. */
async function atHand({ revisions }: Store, revision: Revision): Promise<Former> {
  return { revision, snapshot: await revisions.snapshot(revision) };
}

async function publishAfter({ revisions }: Store, trees: Tree[], former: Former): Promise<Revision> {
  const snapshot = compile({ trees, families: new Map() });
  const { hash } = openSnapshot(snapshot);
  const about = { note: null, hash, trees: trees.length, families: 1 };
  return (await revisions.publish(new Packing(snapshot), about, { former: beforeThis(snapshot, former) })).revision;
}

function beforeThis(snapshot: Uint8Array, former: Former): FormerRevision {
  return { ...former, before: numbersBefore(openSnapshot(snapshot), openSnapshot(former.snapshot)) };
}

/** The hashes and lengths of the pieces of a revision, in their order: stores name them otherwise, each in its own way. */
async function hashesOf(db: Database, { number }: Revision, kind: Kind): Promise<string[]> {
  const list = await listOf(db, number, kind);
  assert.ok(list);
  const rows = await db.selectFrom('pieces').select(['number', 'bytes']).execute();
  const hashes = new Map(rows.map(({ number, bytes }) => [number, hash('sha256', zstdDecompressSync(bytes))]));
  return Array.from(list.numbers, (piece, index) => `${hashes.get(piece)} ${list.lengths[index]}`);
}

async function assertWhole(store: Store, revision: Revision, trees: Tree[]): Promise<void> {
  assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
  assert.deepEqual((await contentOf(store, revision)).trees, bySlug(trees));
}

test('whatever has changed, lists and pieces are the same as from scratch, and so is what has changed', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 3 }), async (all) => {
      const [store, other] = [await newStore(t), await newStore(t)];
      let trees = TREES;
      let revision = await publishTrees(store, trees);
      await publishTrees(other, trees);
      for (const changes of all) {
        const former = await atHand(store, revision);
        trees = edited(trees, changes);
        revision = await publishAfter(store, trees, former);
        const fromScratch = await publishTrees(other, trees);
        for (const kind of ['snapshot', 'chronicle'] as const) {
          const [own, others] = [
            hashesOf(store.engine.db, revision, kind),
            hashesOf(other.engine.db, fromScratch, kind),
          ];
          assert.deepEqual(await own, await others, kind);
        }
        await assertWhole(store, revision, trees);
        await assertNothingLeft(store.engine.db);
      }
    }),
    { numRuns: often(5, 40) },
  );
});

/** Spoils the names of all pieces, so that those that are looked up by them are not found. */
async function publishWithoutNames(store: Store, trees: Tree[], former: Former): Promise<number> {
  const { db } = store.engine;
  const { stored } = await piecesIn(db);
  for (const number of stored) {
    await db
      .updateTable('pieces')
      .set({ hash: randomBytes(32) })
      .where('number', '=', number)
      .execute();
  }
  await assertWhole(store, await publishAfter(store, trees, former), trees);
  return (await piecesIn(db)).stored.difference(stored).size;
}

test('pieces of what stays are neither named nor looked up, but only of the revision that is active', async (t) => {
  const store = await newStore(t);
  const before = wordyTrees(60, 3_000);
  const first = await publishTrees(store, before);
  const former = await atHand(store, first);
  const { stored } = await piecesIn(store.engine.db);
  const changed = (title: string) => before.with(30, { ...before[30], scientificName: title });
  const fresh = await publishWithoutNames(store, changed('Ash'), former);
  assert.ok(fresh < stored.size * 0.5, `${fresh} of ${stored.size}`);
  assert.ok((await publishWithoutNames(store, changed('Elm'), former)) > fresh * 1.6, 'the first is not active');
});

const DAMAGES: Record<string, (db: Database, revision: Revision) => Promise<unknown>> = {
  'damaged lists': (db) =>
    db
      .updateTable('pieceLists')
      .set({ list: Buffer.from('damaged') })
      .execute(),
  'lists that are gone': (db) => db.deleteFrom('pieceLists').execute(),
  'pieces that are gone': (db) => db.deleteFrom('pieces').where('number', '>', 5).execute(),
  'a damaged chronicle': async (db, { number }) => {
    // Slugs stand in the snapshot too, in the same piece.
    const [own, shared] = [await listOf(db, number, 'chronicle'), await listOf(db, number, 'snapshot')];
    await spoil(db, new Set(own?.numbers).difference(new Set(shared?.numbers)));
  },
  'another list of the snapshot': async (db, { number }) => {
    const { list } = await db
      .selectFrom('pieceLists')
      .selectAll()
      .where('kind', '=', 'chronicle')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('pieceLists')
      .set({ list })
      .where('kind', '=', 'snapshot')
      .where('revision', '=', number)
      .execute();
  },
};

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`${what}: what is published next is whole all the same`, async (t) => {
    const store = await newStore(t);
    const first = await publishTrees(store, TREES);
    const former = await atHand(store, first);
    await damage(store.engine.db, first);
    const trees = TREES.with(30, { ...TREES[30], scientificName: 'Ash' });
    const second = await publishAfter(store, trees, former);
    await assertWhole(store, second, trees);
    const chronicle = new Chronicle(await store.revisions.chronicle());
    assert.equal(chronicle.revisions.at(-1), second.number);
    if (chronicle.knows(first.number)) {
      const changed = chronicle.changed(first.number, second.number).map((index) => chronicle.slugs.get(index));
      assert.deepEqual(changed, [trees[30].slug]);
    }
  });
}

test('whoever mends takes nothing over', async (t) => {
  const store = await newStore(t);
  const { db } = store.engine;
  const first = await publishTrees(store, TREES);
  const former = await atHand(store, first);
  await spoil(db, (await piecesIn(db)).stored);
  const trees = TREES.with(30, { ...TREES[30], scientificName: 'Ash' });
  const snapshot = compile({ trees, families: new Map() });
  const about = { note: null, hash: openSnapshot(snapshot).hash, trees: trees.length, families: 1 };
  const { revision } = await store.revisions.publish(new Packing(snapshot), about, {
    isMending: true,
    former: beforeThis(snapshot, former),
  });
  await assertWhole(store, revision, trees);
});

test('nothing is stored that was compared with another revision than the one that is active', async (t) => {
  const store = await newStore(t);
  const first = await publishTrees(store, TREES);
  await publishTrees(store, TREES.slice(1));
  const before = await piecesIn(store.engine.db);
  const snapshot = compile({ trees: TREES.slice(2), families: new Map() });
  const about = { note: null, hash: openSnapshot(snapshot).hash, trees: TREES.length - 2, families: 1 };
  const publishing = store.revisions.publish(new Packing(snapshot), about, { after: first });
  await assert.rejects(publishing, FormerLostError);
  assert.deepEqual([await piecesIn(store.engine.db), (await store.revisions.active())?.id], [before, 'r2']);
});

test('a revision becomes active when everything else is done', async (t) => {
  const store = await newStore(t);
  const snapshot = compile({ trees: TREES, families: new Map() });
  const about = { note: null, hash: openSnapshot(snapshot).hash, trees: TREES.length, families: 1 };
  const failing = store.revisions.publish(new Packing(snapshot), about, {
    ready: Promise.reject(new Error('not ready')),
  });
  await assert.rejects(failing, /not ready/);
  assert.equal(await store.revisions.active(), undefined);
  const published = store.revisions.publish(new Packing(snapshot), about, { ready: Promise.resolve() });
  assert.equal((await published).isNew, true);
});
