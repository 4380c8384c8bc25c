// One suite for every database that a store can be in: revisions as they are published, read, pruned and repaired.

import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { DamagedError } from '../../src/store/errors.ts';
import { prune } from '../../src/store/maintenance/prune.ts';
import type { Store } from '../../src/store/store.ts';
import { contract } from '../support/databases.ts';
import {
  editionRows,
  infoOf,
  NO_DOCUMENTS,
  publishRows,
  type Rows,
  rowsAt,
  tableOf,
  versionsOf,
} from '../support/stores.ts';

const idsOf = async ({ revisions }: Store) => (await revisions.list()).map(({ id }) => id);

contract('publishes a revision, makes it active, and gives back what it holds', async (_t, { open }) => {
  const store = await open({ actor: 'ada@server' });
  assert.equal(await store.revisions.active(), undefined);
  const before = (await store.state()).version;
  const map = { width: 2, height: 1, regions: [{ name: 'Brazil', path: 'M0 0z' }] };
  const documents = { families: new Map([['fabaceae', { en: 'Legumes' }]]), map };
  const revision = await publishRows(store, { oak: 'an oak', elm: 'ñ 😀', ash: '>elm' }, 'first', documents);
  assert.ok((await store.state()).version > before);
  const { createdAt, ...rest } = revision;
  const { hash } = infoOf({ oak: 'an oak', elm: 'ñ 😀', ash: '>elm' });
  assert.deepEqual(rest, { id: 'r1', number: 1, note: 'first', actor: 'ada@server', hash, trees: 2, families: 1 });
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(await store.revisions.active(), revision);
  assert.deepEqual(await store.revisions.find('r1'), revision);
  assert.deepEqual(await store.revisions.list(), [revision]);
  const trees: string[] = [];
  const loaded = await store.revisions.load(1, ({ slug }) => trees.push(slug));
  assert.deepEqual(trees, ['elm', 'oak']);
  assert.deepEqual(loaded, { since: null, removed: [], documents });
  assert.deepEqual(
    [...(await store.revisions.versions(1)).values()],
    [
      { slug: 'ash', hash: null, movedTo: 'elm' },
      { slug: 'elm', hash: 'hash of ñ 😀', movedTo: null },
      { slug: 'oak', hash: 'hash of an oak', movedTo: null },
    ],
  );
  const records = await store.revisions.records(1, ['oak', 'ash', 'none']);
  assert.deepEqual([...records], [['oak', '{"slug":"oak","text":"an oak"}']]);
  const [event] = await store.audit.events();
  assert.deepEqual(
    [event.action, event.subject, event.detail, event.actor],
    ['published', 'r1', 'first', 'ada@server'],
  );
});

contract('inserts rows only for what differs, and loads only that', async (_t, { open }) => {
  const store = await open();
  const first = await publishRows(store, { ash: '1', elm: '1', fir: '1', old: '>fir' });
  await publishRows(store, { ash: '2', elm: '1', oak: '1', old: '>oak', fir: '>oak' });
  assert.equal((await tableOf(store, 2)).length, 4);
  const third = await publishRows(store, { ash: '1', elm: '1', oak: '1' });
  assert.deepEqual(await rowsAt(store, 1), { ash: '1', elm: '1', fir: '1' });
  assert.deepEqual(await rowsAt(store, 3), { ash: '1', elm: '1', oak: '1' });
  const trees: string[] = [];
  const loaded = await store.revisions.load(3, ({ slug }) => trees.push(slug), first);
  assert.deepEqual([trees, loaded.removed, loaded.since], [['oak'], ['fir'], 1]);
  const none = await store.revisions.load(3, () => assert.fail(), third);
  assert.deepEqual([none.removed, none.since], [[], 3]);
});

contract('loads everything if the earlier revision is another one, or not remembered', async (_t, { open }) => {
  const store = await open();
  const first = await publishRows(store, { ash: '1', elm: '1' });
  await publishRows(store, { ash: '2', elm: '1' });
  for (const earlier of [
    { ...first, hash: 'other' },
    { ...first, number: 7 },
  ]) {
    const trees: string[] = [];
    const { since } = await store.revisions.load(2, ({ slug }) => trees.push(slug), earlier);
    assert.deepEqual([since, trees], [null, ['ash', 'elm']]);
  }
});

contract('loads slugs in the order of their code points, over many pages', async (_t, { open }) => {
  const store = await open();
  const slugs = [
    'a',
    'a-b',
    'a0',
    'aa',
    'b',
    'z',
    'á',
    '\u{1f600}',
    ...Array.from({ length: 1300 }, (_, n) => `t${n}`),
  ];
  const rows = Object.fromEntries(slugs.map((slug) => [slug, slug]));
  await publishRows(store, rows);
  await publishRows(store, { ...rows, t7: 'changed' });
  const loaded = Object.keys(await rowsAt(store, 2));
  assert.deepEqual(loaded.length, slugs.length);
  assert.deepEqual(
    loaded,
    [...slugs].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  assert.deepEqual([...(await store.revisions.versions(2)).keys()], loaded);
});

contract('stores a record of some megabytes, and batches by size', async (_t, { open }) => {
  const store = await open();
  const rows = Object.fromEntries(['a', 'b', 'c', 'd'].map((slug) => [slug, slug.repeat(2_000_000)]));
  const written: number[] = [];
  const onProgress = (count: number) => written.push(count);
  await store.revisions.publish(infoOf(rows), null, versionsOf(rows), NO_DOCUMENTS, { onProgress });
  assert.deepEqual(written, [3, 4]);
  assert.deepEqual(await rowsAt(store, 1), rows);
});

contract('gives the event loop turns while it loads', async (_t, { open }) => {
  const store = await open();
  await publishRows(store, editionRows(1, 1000));
  let turns = 0;
  const count = () => {
    turns++;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  await rowsAt(store, 1);
  clearImmediate(turning);
  assert.ok(turns >= 4, `${turns} turns`);
});

contract('publishes an earlier revision again', async (_t, { open }) => {
  const store = await open();
  const names = (en: string) => ({ families: new Map([['fabaceae', { en }]]), map: undefined });
  const first = await publishRows(store, { ash: '1', elm: '1', old: '>elm' }, null, names('Legumes'));
  const second = await publishRows(store, { ash: '2', oak: '1', elm: '>oak' }, null, names('Peas'));
  const outcome = await store.revisions.activate('r1');
  const revision = await store.revisions.active();
  assert.deepEqual(outcome, { revision, isNew: true });
  assert.deepEqual([revision?.id, revision?.note, revision?.hash], ['r3', 'r1 again', first.hash]);
  assert.deepEqual(await store.revisions.list(), [revision, second, first]);
  assert.deepEqual(await rowsAt(store, 3), await rowsAt(store, 1));
  assert.deepEqual(await store.revisions.versions(3), await store.revisions.versions(1));
  const { documents } = await store.revisions.load(3, () => {});
  assert.deepEqual(documents, names('Legumes'));
  assert.deepEqual(await store.revisions.activate('r3'), { revision, isNew: false });
  for (const unknown of ['r4', 'r0', 'x', '', 'r1; DROP TABLE revisions'])
    assert.equal(await store.revisions.activate(unknown), undefined);
  assert.equal((await publishRows(store, { ash: '3' })).id, 'r4');
  const activated = (await store.audit.events()).filter(({ action }) => action === 'activated');
  assert.deepEqual(
    activated.map(({ subject, detail }) => [subject, detail]),
    [['r1', 'as r3']],
  );
});

contract('keeps some revisions, and never uses a number twice', async (_t, { open }) => {
  const store = await open({ 'keep-revisions': '2' });
  for (let number = 1; number <= 5; number++) await publishRows(store, editionRows(number));
  assert.deepEqual(await idsOf(store), ['r5', 'r4', 'r3']);
  assert.equal(await store.revisions.find('r2'), undefined);
  assert.equal(await store.revisions.activate('r2'), undefined);
  await store.revisions.activate('r3');
  assert.deepEqual(await idsOf(store), ['r6', 'r5', 'r4']);
  assert.equal((await publishRows(store, editionRows(6))).id, 'r7');
  assert.deepEqual(await idsOf(store), ['r7', 'r6', 'r5']);
  for (const [revision, edition] of Object.entries({ 5: 5, 6: 3, 7: 6 }))
    assert.deepEqual(await rowsAt(store, Number(revision)), editionRows(edition));
  await assert.rejects(rowsAt(store, 4), /r4 is not kept any more/);
  assert.equal((await store.audit.events()).filter(({ action }) => action === 'published').length, 6);
});

contract('drops superseded records, remembers 101 revisions, and forgets older ones', async (_t, { open }) => {
  const store = await open({ 'keep-revisions': '1' });
  await publishRows(store, { oak: '0', elm: '1', fir: '1' });
  for (let number = 1; number <= 103; number++)
    await publishRows(store, { oak: `${number}`, elm: '1', ...(number > 1 && { ash: '1' }) });
  const rows = await tableOf(store);
  const oaks = rows.filter(({ slug }) => slug === 'oak');
  assert.deepEqual(
    oaks.map(({ revision }) => revision),
    Array.from({ length: 101 }, (_, index) => index + 4),
  );
  assert.ok(oaks.every(({ hash, revision }) => hash === `hash of ${revision - 1}`));
  const withRecords = rows.filter(({ record }) => record !== null).map(({ slug, revision }) => `${slug} ${revision}`);
  assert.deepEqual(withRecords, ['ash 3', 'elm 1', 'oak 103', 'oak 104']);
  assert.ok(!rows.some(({ slug }) => slug === 'fir'), 'a removal before the oldest revision is forgotten');
  const states = await store.engine.db.selectFrom('revisions').select('state').orderBy('number').execute();
  assert.deepEqual(
    states.map(({ state }) => state).join(),
    [...Array(99).fill('pruned'), 'published', 'published'].join(),
  );
  const log = await store.revisions.changes(104);
  assert.deepEqual([log.revisions[0], log.revisions.at(-1), log.revisions.length], [4, 104, 101]);
  assert.deepEqual(
    log.slugs.map(({ slug, before, events }) => [slug, before, events.length]),
    [['oak', 'hash of 3', 100]],
  );
});

contract('continues a prune that has failed', async (_t, { open }) => {
  const store = await open();
  for (let number = 1; number <= 3; number++) await publishRows(store, { oak: `${number}` });
  await store.engine.db.updateTable('revisions').set({ state: 'pruned' }).where('number', '<', 3).execute();
  await prune(store.engine, 0);
  assert.deepEqual(
    (await tableOf(store)).map(({ record }) => record !== null),
    [false, false, true],
  );
});

contract('tells what happened to each slug', async (_t, { open }) => {
  const store = await open({ 'keep-revisions': '0' });
  assert.deepEqual(await store.revisions.changes(0), { revisions: [], slugs: [] });
  await publishRows(store, { ash: '1', elm: '1', fir: '1', yew: '1' });
  await publishRows(store, { ash: '2', fir: '1', oak: '1', yew: '>oak' });
  await publishRows(store, { ash: '2', elm: '1', fir: '1', oak: '1' });
  const log = await store.revisions.changes(3);
  assert.deepEqual(log.revisions, [1, 2, 3]);
  assert.deepEqual(log.slugs, [
    { slug: 'ash', before: 'hash of 1', events: [{ revision: 2, state: 'hash of 2' }] },
    {
      slug: 'elm',
      before: 'hash of 1',
      events: [
        { revision: 2, state: null },
        { revision: 3, state: 'hash of 1' },
      ],
    },
    { slug: 'oak', before: null, events: [{ revision: 2, state: 'hash of 1' }] },
    {
      slug: 'yew',
      before: 'hash of 1',
      events: [
        { revision: 2, state: '>oak' },
        { revision: 3, state: null },
      ],
    },
  ]);
  const earlier = await store.revisions.changes(2);
  assert.deepEqual([earlier.revisions, earlier.slugs.length], [[1, 2], 4]);
});

const ROWS: Rows = { ash: '1', elm: '1', fir: '>elm' };
const DOCUMENTS = {
  families: new Map([['fabaceae', { en: 'Legumes' }]]),
  map: { width: 1, height: 1, regions: [] },
};

const DAMAGES: Record<string, [statement: string, rows: number, isNoticed?: boolean]> = {
  'a lost record': ["update tree_versions set record = null where slug = 'ash'", 1, true],
  'a lost row': ["delete from tree_versions where slug = 'ash'", 1, true],
  'an altered record': ["update tree_versions set record = '{}' where slug = 'ash'", 1],
  'an altered hash': ["update tree_versions set hash = 'x' where slug = 'ash'", 1],
  'a lost move': ["delete from tree_versions where slug = 'fir'", 1],
  'a row too many': ["insert into tree_versions (slug, revision, hash, record) values ('yew', 1, 'x', '{}')", 1, true],
  'a lost document': ["delete from documents where name = 'families'", 1, true],
  'an altered document': ["update documents set content = '[]' where name = 'families'", 1, true],
  'an altered map': ["update documents set content = '{}' where name = 'map'", 1, true],
  nothing: ['select 1', 0],
};

for (const [damage, [statement, rows, isNoticed]] of Object.entries(DAMAGES)) {
  contract(`repairs ${damage}`, async (_t, { open }) => {
    const store = await open();
    await publishRows(store, { ...ROWS, elm: '0' }, null, DOCUMENTS);
    const { number } = await publishRows(store, ROWS, null, DOCUMENTS);
    await sql.raw(statement).execute(store.engine.db);
    if (isNoticed) {
      const advice = /Publish its source again with --mend, or restore a backup\.$/;
      await assert.rejects(
        rowsAt(store, number),
        (error: Error) => error instanceof DamagedError && advice.test(error.message),
      );
    }
    const { version } = await store.state();
    assert.equal(await store.revisions.repair(number, versionsOf(ROWS), DOCUMENTS), rows);
    assert.ok((await store.state()).version > version);
    assert.deepEqual((await store.audit.events({ limit: 1 }))[0].action, 'mended');
    assert.deepEqual(await rowsAt(store, number), { ash: '1', elm: '1' });
    assert.deepEqual([...(await store.revisions.versions(number)).values()].length, 3);
    assert.deepEqual((await store.revisions.load(number, () => {})).documents, DOCUMENTS);
    assert.equal(await store.revisions.repair(number, versionsOf(ROWS), DOCUMENTS), 0);
  });
}

contract('repairs a record for the earlier revisions that share it, too', async (_t, { open }) => {
  const store = await open();
  await publishRows(store, { ash: '1', elm: '1' });
  await publishRows(store, { ash: '1', elm: '2' });
  await sql`update tree_versions set record = null where slug = 'ash'`.execute(store.engine.db);
  await assert.rejects(store.revisions.records(1, ['ash']), DamagedError);
  await store.revisions.repair(2, versionsOf({ ash: '1', elm: '2' }), NO_DOCUMENTS);
  assert.deepEqual(await rowsAt(store, 1), { ash: '1', elm: '1' });
});

contract('does not publish a damaged revision again', async (_t, { open }) => {
  const store = await open();
  await publishRows(store, { ash: '1', elm: '1' });
  const second = await publishRows(store, { ash: '2', elm: '1' });
  await sql`update tree_versions set record = null where slug = 'ash' and revision = 1`.execute(store.engine.db);
  await assert.rejects(store.revisions.activate('r1'), /damaged: r1 lacks the record of ash/);
  await sql`delete from tree_versions where slug = 'ash' and revision = 1`.execute(store.engine.db);
  await assert.rejects(store.revisions.activate('r1'), /r1 does not have all of its trees/);
  assert.deepEqual(await store.revisions.active(), second);
  assert.equal(
    (await tableOf(store)).some(({ revision }) => revision > 2),
    false,
  );
});
