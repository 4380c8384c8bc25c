// A revision's snapshot is the same whether it is found on disk, compiled from all rows, or from rows that are newer than a previous one.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { readSettings } from '../../src/config/settings.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { compileRevision, snapshotOf } from '../../src/publishing/revision-snapshot.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { type Cache, cacheOf } from '../../src/store/cache.ts';
import { DamagedError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import type { Revision } from '../../src/store/tables/revisions.ts';
import { DAMAGES, loseRecords } from '../support/damage.ts';
import { edited, edits, wordyTrees } from '../support/edited-trees.ts';
import { temporaryFolder } from '../support/folders.ts';
import { histories } from '../support/histories.ts';
import { often } from '../support/often.ts';
import { publishContent, publishTrees, storeOf } from '../support/publishing.ts';
import { makeText, makeTree } from '../support/trees.ts';

const TREES = wordyTrees(40, 20);
const families = new Map([['malvaceae', { en: 'Mallows' }]]);
const loaded = ({ number, hash }: Revision, bytes: Uint8Array) => ({ number, hash, bytes });

function assertSame(bytes: Uint8Array, trees: Tree[], names: typeof families = new Map()): void {
  assert.ok(Buffer.from(bytes).equals(compile({ trees, families: names })));
}

test('after random edits, newer rows and the previous snapshot give the bytes of a compilation from scratch', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 4 }), fc.boolean(), async (all, skips) => {
      const store = await storeOf(t, temporaryFolder(t));
      let [trees, hasNames] = [TREES, false];
      let revision = await publishTrees(store, trees);
      let previous = loaded(revision, await compileRevision(revision, store.revisions));
      for (const [index, step] of all.entries()) {
        trees = edited(trees, step).reverse();
        hasNames = index % 2 === 0;
        const names = hasNames ? families : new Map();
        revision = await publishContent(store, { trees, families: names });
        const bytes = await compileRevision(revision, store.revisions, previous);
        assertSame(bytes, trees, names);
        assertSame(await compileRevision(revision, store.revisions), trees, names);
        if (!skips) previous = loaded(revision, bytes);
      }
    }),
    { numRuns: often(4, 50) },
  );
});

test('renamed, removed and returning trees of random histories are compiled alike with and without a previous snapshot', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, async (editions) => {
      const store = await storeOf(t, temporaryFolder(t));
      let previous: ReturnType<typeof loaded> | undefined;
      for (const trees of editions) {
        const revision = await publishTrees(store, trees);
        const bytes = await compileRevision(revision, store.revisions, previous);
        assertSame(bytes, trees);
        previous = loaded(revision, bytes);
      }
    }),
    { numRuns: often(5, 100) },
  );
});

async function published(t: TestContext): Promise<{ store: Store; cache: Cache; revision: Revision; trees: Tree[] }> {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  const texts = { en: makeText({ description: 'A tree.' }) };
  const trees = [makeTree({ slug: 'elm' }), makeTree({ slug: 'oak', family: 'Fagaceae', texts })];
  const revision = await publishContent(store, { trees, families: new Map([['fagaceae', { en: 'Beeches' }]]) });
  return { store, trees, revision, cache: cacheOf(readSettings({ data }, {}), { warn() {} }) };
}

test('only newer rows are read if there is a previous snapshot', async (t) => {
  const { store, trees, revision } = await published(t);
  const previous = loaded(revision, await compileRevision(revision, store.revisions));
  const next = await publishTrees(store, [...trees, makeTree({ slug: 'yew' })]);
  await loseRecords(store.engine.db, 'elm');
  await assert.rejects(compileRevision(next, store.revisions), DamagedError);
  assertSame(await compileRevision(next, store.revisions, previous), [...trees, makeTree({ slug: 'yew' })]);
});

test('a previous snapshot that is not of this store is not used', async (t) => {
  const { store, trees } = await published(t);
  const next = await publishTrees(store, trees);
  const bytes = compile({ trees: [makeTree({ slug: 'fir' })], families: new Map() });
  const { hash } = openSnapshot(bytes);
  for (const number of [1, 7]) assertSame(await compileRevision(next, store.revisions, { number, hash, bytes }), trees);
  // It claims the hash of the first revision, and its content is another.
  const lying = { number: 1, hash: (await store.revisions.find('r1'))?.hash as string, bytes };
  assertSame(await compileRevision(next, store.revisions, lying), trees);
});

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`a revision with ${what} is damaged, and is not compiled`, async (t) => {
    const { store, revision } = await published(t);
    await compileRevision(revision, store.revisions);
    await damage(store.engine.db);
    await assert.rejects(compileRevision(revision, store.revisions), DamagedError);
  });
}

test('a snapshot on disk is found without a look at the rows', async (t) => {
  const { store, cache, revision } = await published(t);
  const bytes = await snapshotOf(revision, store.revisions, cache);
  await cache.keepSnapshot(revision.hash, bytes, undefined);
  await loseRecords(store.engine.db, 'elm');
  assert.ok(Buffer.from(await snapshotOf(revision, store.revisions, cache)).equals(bytes));
});

test('a damaged snapshot on disk is removed and told, and the rows are compiled', async (t) => {
  const { store, cache, revision } = await published(t);
  const bytes = await snapshotOf(revision, store.revisions, cache);
  const path = cache.pathOf(revision.hash);
  mkdirSync(dirname(path), { recursive: true });
  for (const damaged of [bytes.slice(0, -9), Buffer.from(bytes).fill(7, 900, 1000), Buffer.from('x')]) {
    writeFileSync(path, damaged);
    const told: string[] = [];
    const found = await snapshotOf(revision, store.revisions, cache, { onDamaged: (file) => told.push(file) });
    assert.ok(Buffer.from(found).equals(bytes));
    assert.deepEqual([told, existsSync(path)], [[path], false]);
  }
  await cache.keepSnapshot(revision.hash, bytes, undefined);
  assert.ok(readFileSync(path).equals(bytes));
});
