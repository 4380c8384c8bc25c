import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from '../../src/content/compare.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { pack, unpack } from '../../src/store/archive.ts';
import { temporaryFolder } from '../support/folders.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { catalogues, makeText, makeTree } from '../support/trees.ts';

test('a published revision is active, and its snapshot and content come back as they were', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  assert.equal(await store.revisions.active(), undefined);
  const before = await store.version();
  const revision = await publishTrees(store, edition(1), 'first');
  assert.ok((await store.version()) > before);
  assert.deepEqual(await store.revisions.active(), revision);
  assert.deepEqual([revision.id, revision.note, revision.trees], ['r1', 'first', 30]);
  assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
  assert.deepEqual((await store.revisions.content(revision)).trees.length, 30);
});

test('what is active already is not published again', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  const first = await publishTrees(store, edition(1));
  assert.deepEqual(await publishTrees(store, edition(1)), first);
  assert.equal((await store.revisions.list()).length, 1);
});

test('a snapshot of several chunks comes back whole', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  const long = makeTree({ texts: { en: makeText({ body: 'é'.repeat(1_500_000) }) } });
  const revision = await publishTrees(store, [long]);
  assert.equal(openSnapshot(await store.revisions.snapshot(revision)).hash, revision.hash);
});

test('back and forward: activating changes only which revision is active', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  await publishTrees(store, edition(1));
  await publishTrees(store, edition(2));
  assert.equal((await store.revisions.activate('r1'))?.id, 'r1');
  assert.equal((await store.revisions.active())?.id, 'r1');
  for (const unknown of ['r3', 'r0', 'x', '', 'r1; DROP TABLE revisions']) {
    assert.equal(await store.revisions.activate(unknown), undefined);
  }
  assert.equal((await store.revisions.active())?.id, 'r1');
  assert.deepEqual((await publishTrees(store, edition(3))).id, 'r3');
});

test('the oldest revisions make room, the active one never, and no number is used twice', async (t) => {
  const store = await storeOf(t, temporaryFolder(t), { 'keep-revisions': '2' });
  for (let number = 1; number <= 5; number++) await publishTrees(store, edition(number));
  const ids = async () => (await store.revisions.list()).map(({ id }) => id);
  assert.deepEqual(await ids(), ['r5', 'r4', 'r3']);
  await store.revisions.activate('r3');
  assert.equal((await publishTrees(store, edition(6))).id, 'r6');
  assert.deepEqual(await ids(), ['r6', 'r5', 'r4']);
  assert.equal((await store.access.history()).filter(({ action }) => action === 'published').length, 6);
});

test('content comes back from its archive as it went in', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const families = new Map([['fabaceae', { en: 'Legumes', es: 'Legumbres' }]]);
      const archived = unpack(pack({ trees, families }));
      assert.deepEqual(
        new Set(archived.trees.map((tree) => JSON.stringify(tree))),
        new Set(trees.map((tree) => JSON.stringify(tree))),
      );
      assert.deepEqual(archived.families, families);
    }),
    { numRuns: 30 },
  );
});

test('a comparison names what was added, removed and changed, by field', () => {
  const before = [makeTree({ slug: 'a' }), makeTree({ slug: 'b' }), makeTree({ slug: 'c' })];
  const changed = makeTree({
    slug: 'b',
    family: 'Fabaceae',
    texts: { en: makeText({ attributes: { bark: 'grey' } }), es: makeText() },
  });
  const {
    added,
    removed,
    changed: fields,
  } = compare(before, [makeTree({ slug: 'd' }), changed, makeTree({ slug: 'a' })]);
  assert.deepEqual([added, removed], [['d'], ['c']]);
  assert.equal(fields.length, 1);
  assert.equal(fields[0].slug, 'b');
  for (const name of ['family', 'attributes.bark.en', 'title.es']) assert.ok(fields[0].fields.includes(name), name);
  assert.ok(!fields[0].fields.includes('title.en'));
});

test('a catalogue compared with itself has not changed', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      assert.deepEqual(compare(trees, unpack(pack({ trees, families: new Map() })).trees), {
        added: [],
        changed: [],
        removed: [],
      });
    }),
    { numRuns: 30 },
  );
});
