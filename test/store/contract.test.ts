// One suite for every database that a store can be in.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { readSettings } from '../../src/config/settings.ts';
import { bySlug, type Tree } from '../../src/domain/tree.ts';
import { Chronicle } from '../../src/snapshot/chronicle.ts';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { cut } from '../../src/store/cutting.ts';
import { StoreError } from '../../src/store/engine.ts';
import { PieceWriter } from '../../src/store/piece-writer.ts';
import { listOf, store as storePieces, walkOver } from '../../src/store/pieces.ts';
import { openEngine, openStore, type Store } from '../../src/store/store.ts';
import { Workshop } from '../../src/store/workshop.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { packed } from '../support/packed.ts';
import { assertNothingLeft, piecesIn, spoil } from '../support/pieces.ts';
import { contentOf, edition, publishTrees, storeOf } from '../support/publishing.ts';
import { makeText, makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

/** Each with a text of its own. */
function longTrees(count: number): Tree[] {
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 300 }, (_, word) => ((index + 1) * (word + 7) * 7919).toString(36));
    return makeTree({
      slug: `tree-${index}`,
      texts: { en: makeText({ title: `Tree ${index}`, body: words.join(' ') }) },
    });
  });
}

function withTitle(trees: Tree[], changed: number, title: string): Tree[] {
  return trees.map((tree, index) => (index === changed ? { ...tree, texts: { en: makeText({ title }) } } : tree));
}

type Flags = Record<string, string>;

/** The flags of a new, empty store. */
const DATABASES: Record<string, { skip: string | false; create(t: TestContext): Promise<Flags & { data: string }> }> = {
  sqlite: { skip: false, create: async (t) => ({ data: temporaryFolder(t) }) },
  postgres: {
    skip: withoutPostgres,
    create: async (t) => ({ data: temporaryFolder(t), database: await (await privatePostgres()).database() }),
  },
};

const KEY = { name: 'Herbarium', contact: 'a@example.org', expiresAt: null };

async function chronicleOf({ revisions }: Store): Promise<Chronicle> {
  return new Chronicle(await revisions.chronicle());
}

function changesIn(chronicle: Chronicle, since: number, present: number): string[] {
  return chronicle.changed(since, present).map((index) => {
    const { slug, change } = chronicle.change(index, since, present);
    return `${slug} ${change}`;
  });
}

const slugs = (count: number, change: string) => Array.from({ length: count }, (_, index) => `tree-${index} ${change}`);

for (const [name, { skip, create }] of Object.entries(DATABASES)) {
  const open = async (t: TestContext, flags: Flags = {}): Promise<Store> => {
    const { data, ...where } = await create(t);
    return await storeOf(t, data, { ...where, ...flags });
  };

  test(`${name}: use is counted beyond what 32 bits hold`, { skip }, async (t) => {
    const store = await open(t);
    const day = { day: '2026-05-01', caller: 'key_1', requests: 2_000_000_000, errors: 2, limited: 1 };
    for (let time = 0; time < 3; time++) await store.usage.add([day]);
    assert.deepEqual(await store.usage.since(''), [{ ...day, requests: 6_000_000_000, errors: 6, limited: 3 }]);
  });

  test(`${name}: a published revision is active, and its snapshot and content come back as they were`, {
    skip,
  }, async (t) => {
    const store = await open(t);
    assert.equal(await store.revisions.active(), undefined);
    const before = (await store.state()).version;
    const revision = await publishTrees(store, edition(1), 'first');
    assert.ok((await store.state()).version > before);
    assert.deepEqual(await store.revisions.active(), revision);
    assert.deepEqual([revision.id, revision.note, revision.trees], ['r1', 'first', 30]);
    assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
    assert.deepEqual((await contentOf(store, revision)).trees.length, 30);
  });

  test(`${name}: what is active already is not published again`, { skip }, async (t) => {
    const store = await open(t);
    const first = await publishTrees(store, edition(1));
    assert.deepEqual(await publishTrees(store, edition(1)), first);
    assert.equal((await store.revisions.list()).length, 1);
  });

  test(`${name}: a snapshot of many pieces comes back whole`, { skip }, async (t) => {
    const store = await open(t);
    const long = makeTree({ texts: { en: makeText({ body: 'é'.repeat(1_500_000) }) } });
    const revision = await publishTrees(store, [long]);
    assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
  });

  test(`${name}: a revision that changes one tree takes little room, and what no revision has any more takes none`, {
    skip,
  }, async (t) => {
    const store = await open(t, { 'keep-revisions': '2' });
    const { db } = store.engine;
    const trees = longTrees(150);
    const bytesOf = async () => {
      const rows = await db.selectFrom('pieces').select('bytes').execute();
      return rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
    };
    await publishTrees(store, trees);
    const first = await bytesOf();
    for (const title of ['Ash', 'Yew', 'Elm']) {
      const before = await bytesOf();
      await publishTrees(store, withTitle(trees, 75, title));
      assert.ok((await bytesOf()) - before < first / 5, `${(await bytesOf()) - before} of ${first}`);
      await assertNothingLeft(db);
    }
    await store.revisions.activate('r3');
    await assertNothingLeft(db);
    assert.ok((await bytesOf()) < first * 1.5);
    for (const revision of await store.revisions.list()) {
      assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
      assert.equal((await contentOf(store, revision)).trees.length, 150);
    }
  });

  test(`${name}: of a revision that is much like a known one only what differs is fetched`, { skip }, async (t) => {
    const store = await open(t);
    const { db } = store.engine;
    const trees = longTrees(150);
    const first = await publishTrees(store, trees);
    const known = { ...first, bytes: await store.revisions.snapshot(first) };
    const { stored } = await piecesIn(db);
    const second = await publishTrees(store, withTitle(trees, 75, 'Ash'));
    // Were any of them fetched, it would be found damaged.
    await db
      .updateTable('pieces')
      .set({ bytes: Buffer.from('spoilt') })
      .where('number', 'in', [...stored])
      .execute();
    await assert.rejects(store.revisions.snapshot(second), SnapshotError);
    const parts: [number, number][] = [];
    const bytes = await store.revisions.snapshot(second, (_, from, to) => parts.push([from, to]), known);
    assert.equal(openSnapshot(bytes).hash, second.hash);
    assert.deepEqual([parts[0][0], parts.at(-1)?.[1]], [0, bytes.length]);
    const another = { ...known, hash: second.hash };
    await assert.rejects(store.revisions.snapshot(second, undefined, another), SnapshotError, 'a number used again');
    await assert.rejects(store.revisions.snapshot(second, undefined, { ...known, number: 9 }), SnapshotError);
  });

  test(`${name}: content that an older version has compressed as a whole is read, however many pieces it has`, {
    skip,
  }, async (t) => {
    const store = await open(t);
    const revision = await publishTrees(store, edition(1));
    await store.audit.make(async (change) => {
      const compressed = zstdCompressSync(packed({ trees: longTrees(400), families: new Map() }));
      const pieces = await Array.fromAsync(cut(walkOver(compressed)));
      assert.ok(pieces.length > 1);
      await storePieces(change, revision.number, 'content', pieces, new PieceWriter(change, new Workshop(0)));
      return { result: undefined, event: null };
    });
    assert.deepEqual((await store.revisions.content(revision)).trees, bySlug(longTrees(400)));
  });

  test(`${name}: a piece that is lost or altered is found out`, { skip }, async (t) => {
    const store = await open(t);
    const { db } = store.engine;
    const revision = await publishTrees(store, longTrees(50));
    const number = (await listOf(db, revision.number, 'snapshot'))?.numbers.at(-1) as number;
    await spoil(db, [number]);
    await assert.rejects(store.revisions.snapshot(revision), /a part of a revision was altered/);
    await db.deleteFrom('pieces').where('number', '=', number).execute();
    await assert.rejects(store.revisions.snapshot(revision), /it lacks a part of a revision/);
    await db.deleteFrom('pieces').execute();
    await assert.rejects(store.revisions.activate('r1'), /active|damaged/);
  });

  test(`${name}: what is published again to mend it is whole, and so is what other revisions share with it`, {
    skip,
  }, async (t) => {
    const store = await open(t);
    const { db } = store.engine;
    const trees = longTrees(50);
    const first = await publishTrees(store, trees);
    const { stored: shared } = await piecesIn(db);
    const second = await publishTrees(store, withTitle(trees, 7, 'Other'));
    const hashes = () =>
      Promise.all(
        [first, second].map(async (each) => {
          assert.equal((await contentOf(store, each)).trees.length, 50);
          return openSnapshot(await store.revisions.snapshot(each)).hash;
        }),
      );

    await spoil(db, shared.intersection((await piecesIn(db)).named));
    assert.deepEqual(await publishTrees(store, withTitle(trees, 7, 'Other')), second);
    await assert.rejects(hashes(), /Publish its source again with --mend/);
    const { version } = await store.state();
    assert.deepEqual(await publishTrees(store, withTitle(trees, 7, 'Other'), null, true), second);
    await publishTrees(store, trees, null, true);
    assert.deepEqual(await hashes(), [first.hash, second.hash]);
    assert.ok((await store.state()).version > version);
    assert.deepEqual(changesIn(await chronicleOf(store), 1, 3), []);
    assert.deepEqual(changesIn(await chronicleOf(store), 2, 3), ['tree-7 changed']);
    await assertNothingLeft(db);
  });

  test(`${name}: lists and pieces that are lost are there again after mending`, { skip }, async (t) => {
    const store = await open(t);
    const { db } = store.engine;
    const revision = await publishTrees(store, longTrees(50));
    const isWhole = async () => openSnapshot(await store.revisions.snapshot(revision)).hash === revision.hash;
    for (const lose of [
      () =>
        db
          .updateTable('pieceLists')
          .set({ list: Buffer.from('damaged') })
          .execute(),
      () => db.deleteFrom('pieces').execute(),
      () => db.deleteFrom('pieceLists').execute(),
    ]) {
      await lose();
      await assert.rejects(isWhole());
      await publishTrees(store, longTrees(50), null, true);
      assert.ok(await isWhole());
      assert.deepEqual((await contentOf(store, revision)).trees.length, 50);
      assert.deepEqual([...(await chronicleOf(store)).revisions], [1]);
    }
  });

  test(`${name}: while a long snapshot is read, other work has its turn after each part`, { skip }, async (t) => {
    const store = await open(t);
    const long = makeTree({ texts: { en: makeText({ body: 'é'.repeat(2_000_000) }) } });
    const revision = await publishTrees(store, [long]);
    let turns = 0;
    let parts = 0;
    const count = () => {
      turns++;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    const bytes = await store.revisions.snapshot(revision, (_, from, to) => {
      parts++;
      assert.ok(to - from <= 1 << 20 && turns >= parts - 1);
    });
    clearImmediate(turning);
    assert.equal(parts, Math.ceil(bytes.length / (1 << 20)));
    assert.ok(parts >= 4);
  });

  test(`${name}: going back publishes anew what an earlier revision holds`, { skip }, async (t) => {
    const store = await open(t);
    const first = await publishTrees(store, edition(1));
    const second = await publishTrees(store, edition(2));
    const outcome = await store.revisions.activate('r1');
    const revision = await store.revisions.active();
    assert.deepEqual(outcome, { revision, isNew: true });
    assert.deepEqual([revision?.id, revision?.note, revision?.hash], ['r3', 'r1 again', first.hash]);
    assert.deepEqual(await store.revisions.list(), [revision, second, first]);
    assert.ok(revision);
    assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, first.hash);
    assert.deepEqual(await contentOf(store, revision), await contentOf(store, first));
    assert.deepEqual(await store.revisions.activate('r3'), { revision, isNew: false });
    for (const unknown of ['r4', 'r0', 'x', '', 'r1; DROP TABLE revisions'])
      assert.equal(await store.revisions.activate(unknown), undefined);
    assert.deepEqual((await publishTrees(store, edition(3))).id, 'r4');
    const activated = (await store.audit.events()).filter(({ action }) => action === 'activated');
    assert.deepEqual(
      activated.map(({ subject, detail }) => [subject, detail]),
      [['r1', 'as r3']],
    );
  });

  test(`${name}: what cannot be served any more is not published anew`, { skip }, async (t) => {
    const store = await open(t);
    const { db } = store.engine;
    const first = await publishTrees(store, edition(1));
    const second = await publishTrees(store, edition(2));
    const numbersOf = async (revision: number) => new Set((await listOf(db, revision, 'snapshot'))?.numbers ?? []);
    await spoil(db, (await numbersOf(first.number)).difference(await numbersOf(second.number)));
    await assert.rejects(store.revisions.activate(first.id), /r1 is damaged/);
    assert.deepEqual(await store.revisions.active(), second);
  });

  test(`${name}: the oldest revisions make room, the active one never, and no number is used twice`, {
    skip,
  }, async (t) => {
    const store = await open(t, { 'keep-revisions': '2' });
    for (let number = 1; number <= 5; number++) await publishTrees(store, edition(number));
    const ids = async () => (await store.revisions.list()).map(({ id }) => id);
    assert.deepEqual(await ids(), ['r5', 'r4', 'r3']);
    await store.revisions.activate('r3');
    assert.deepEqual(await ids(), ['r6', 'r5', 'r4']);
    assert.equal((await publishTrees(store, edition(6))).id, 'r7');
    assert.deepEqual(await ids(), ['r7', 'r6', 'r5']);
    assert.equal((await store.audit.events()).filter(({ action }) => action === 'published').length, 6);
  });

  test(`${name}: what changed is known beyond the revisions that are kept, and after going back`, {
    skip,
  }, async (t) => {
    const store = await open(t, { 'keep-revisions': '1' });
    assert.deepEqual([...(await chronicleOf(store)).revisions], []);
    for (let number = 1; number <= 5; number++) await publishTrees(store, edition(number, 9 - number));
    await store.revisions.activate('r4');
    const known = await chronicleOf(store);
    assert.deepEqual([...known.revisions], [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(changesIn(known, 4, 6), []);
    assert.deepEqual(changesIn(known, 5, 6), [...slugs(4, 'changed'), 'tree-4 added']);
    assert.deepEqual(changesIn(known, 1, 6), [
      ...slugs(5, 'changed'),
      'tree-5 removed',
      'tree-6 removed',
      'tree-7 removed',
    ]);
  });

  test(`${name}: of a store without a chronicle, or with a damaged one, what is kept tells what it can`, {
    skip,
  }, async (t) => {
    const flags = await create(t);
    const store = await storeOf(t, flags.data, flags);
    for (let number = 1; number <= 3; number++) await publishTrees(store, edition(number, 9 - number));
    const whole = changesIn(await chronicleOf(store), 1, 3);
    const { db, close } = await openEngine(readSettings(flags, {}));
    const ofChronicle = db.updateTable('pieceLists').where('kind', '=', 'chronicle');
    await ofChronicle.set({ list: Buffer.from('damaged') }).execute();
    assert.deepEqual(changesIn(await chronicleOf(store), 1, 3), whole);
    await db.deleteFrom('pieceLists').where('kind', '=', 'chronicle').execute();
    await close();
    assert.deepEqual(changesIn(await chronicleOf(store), 1, 3), whole);
    await publishTrees(store, edition(4, 5));
    assert.deepEqual([...(await chronicleOf(store)).revisions], [1, 2, 3, 4]);
  });

  test(`${name}: whoever watches hears of every change that another makes`, { skip }, async (t) => {
    const { data, ...where } = await create(t);
    const [store, other] = [await storeOf(t, data, where), await storeOf(t, data, where)];
    let notices = 0;
    store.engine.watch(() => notices++);
    for (const range of ['192.0.2.1/32', '192.0.2.2/32', '192.0.2.3/32']) {
      const before = notices;
      await other.access.allow(range, null);
      await until(() => notices > before);
    }
  });

  test(`${name}: a change that fails half-way leaves nothing behind`, { skip }, async (t) => {
    const store = await open(t);
    await store.access.addKey({ ...KEY, id: 'key_1', hash: 'one' });
    const before = [(await store.state()).version, await store.access.keys(), await store.audit.events()];
    await assert.rejects(store.access.addKey({ ...KEY, id: 'key_2', hash: 'one' }));
    assert.deepEqual([(await store.state()).version, await store.access.keys(), await store.audit.events()], before);
    await store.access.addKey({ ...KEY, id: 'key_2', hash: 'two' });
  });

  test(`${name}: a key is added, replaced, revoked, and remembers its last use`, { skip }, async (t) => {
    const { access: store, audit } = await open(t);
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

  test(`${name}: refuses a successor of a key that was revoked, or has expired, since it was looked up`, {
    skip,
  }, async (t) => {
    const { data, ...where } = await create(t);
    let now = new Date('2026-01-01T00:00:00Z');
    const { access } = await storeOf(t, data, where, () => now);
    const other = await storeOf(t, data, where);
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
  });

  test(`${name}: a check of the allowlist sees what another client allowed before, and what it throws leaves it unchanged`, {
    skip,
  }, async (t) => {
    const { data, ...where } = await create(t);
    const [store, other] = [await storeOf(t, data, where), await storeOf(t, data, where)];
    await other.access.allow('192.0.2.1/32');
    const before = await store.access.allowlist();
    const refuse = (present: { cidr: string }[]) => {
      throw new Error(`there are ${present.map(({ cidr }) => cidr)}`);
    };
    await assert.rejects(store.access.allow('192.0.2.2/32', null, refuse), /there are 192\.0\.2\.1\/32/);
    assert.deepEqual(await store.access.allowlist(), before);
  });

  test(`${name}: no key expires after the year 9999, and ends are compared as moments`, { skip }, async (t) => {
    const { data, ...where } = await create(t);
    const { access } = await storeOf(t, data, where);
    const { db, close } = await openEngine(readSettings({ data, ...where }, {}));
    t.after(close);
    const [late, last] = ['+010000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
    const endOf = async (id: string) => (await access.key(id))?.expiresAt;
    const first = await access.addKey({ ...KEY, id: 'key_1', hash: 'one', expiresAt: late });
    assert.deepEqual([first.expiresAt, await endOf('key_1')], [last, last]);

    // As an older Sylva stored it.
    await db.updateTable('keys').set({ expiresAt: late }).execute();
    assert.equal(await endOf('key_1'), last);
    const second = await access.replaceKey(
      first,
      { id: 'key_2', hash: 'two', expiresAt: late },
      '2030-01-01T00:00:00Z',
    );
    assert.deepEqual([second.expiresAt, await endOf('key_1')], [last, '2030-01-01T00:00:00.000Z']);

    const soon = '2029-01-01T00:00:00.000Z';
    const third = await access.addKey({ ...KEY, id: 'key_3', hash: 'three', expiresAt: soon });
    await access.replaceKey(third, { id: 'key_4', hash: 'four', expiresAt: null }, late);
    assert.equal(await endOf('key_3'), soon);
  });

  test(`${name}: the allowlist is kept, and a range that is allowed again gets its new note`, { skip }, async (t) => {
    const store = (await open(t)).access;
    await store.allow('192.0.2.0/24', null);
    const again = await store.allow('192.0.2.0/24', 'Reading room');
    assert.deepEqual(await store.allowlist(), [again]);
    assert.deepEqual(await store.allow('192.0.2.0/24'), again);
    assert.equal((await store.allow('192.0.2.0/24', null)).note, null);
    assert.deepEqual([await store.disallow('192.0.2.0/24'), await store.disallow('192.0.2.0/24')], [true, false]);
  });

  test(`${name}: a store knows whether it was made just now`, { skip }, async (t) => {
    const { data, ...where } = await create(t);
    const [first, second] = [await storeOf(t, data, where), await storeOf(t, data, where)];
    assert.deepEqual([first.engine.isNew, second.engine.isNew], [true, false]);
  });

  test(`${name}: a store of a newer Sylva is refused, and one that must exist is not made`, { skip }, async (t) => {
    const settings = readSettings(await create(t), {});
    await assert.rejects(openStore(settings, { mustExist: true }), StoreError);
    const { db, close } = await openEngine(settings);
    await db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-future', timestamp: '' } as never)
      .execute();
    await close();
    await assert.rejects(openStore(settings), /made by a newer Sylva/);
  });

  test(`${name}: a store of an older Sylva gets an identity, which each backup and copy of it gets too`, {
    skip,
  }, async (t) => {
    const settings = readSettings(await create(t), {});
    const identity = async () => {
      const store = await openStore(settings);
      const state = await store.state();
      await store.close();
      return state.identity;
    };
    const makeOlder = async () => {
      const { db, close } = await openEngine(settings);
      for (const column of ['identity', 'pieceKey']) await db.schema.alterTable('state').dropColumn(column).execute();
      for (const table of ['pieces', 'pieceLists']) await db.schema.dropTable(table).execute();
      await db.schema.createTable('chunks').addColumn('revision', 'integer').addColumn('kind', 'text').execute();
      await db
        .deleteFrom('kysely_migration' as never)
        .where('name' as never, '>=', '0004-identity' as never)
        .execute();
      await close();
    };
    const first = await identity();
    await makeOlder();
    assert.notEqual(await identity(), first, 'without a history, there is nothing to know it by');
    const store = await openStore(settings);
    await store.access.allow('192.0.2.0/24', null);
    await store.close();
    await makeOlder();
    const second = await identity();
    const again = await openStore(settings);
    await again.access.allow('192.0.2.1', null);
    await again.close();
    await makeOlder();
    assert.deepEqual([await identity(), second.length], [second, 64]);
  });
}
