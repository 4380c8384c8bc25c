// Columns from wherever they come give the bytes that compiling all trees gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import fc from 'fast-check';
import { generateTrees } from '../../bench/generate.ts';
import { outlineOf } from '../../src/content/model/outline.ts';
import { bySlug, type FamilyNames, type Tree } from '../../src/domain/tree.ts';
import { contentHash, hashText, treeText, versionHash } from '../../src/domain/tree-hash.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import { buildSnapshot, type Selection } from '../../src/snapshot/build-snapshot.ts';
import { buffersOf, type Columns, HASH_BYTES } from '../../src/snapshot/columns/columns.ts';
import { ColumnsBuilder } from '../../src/snapshot/columns/columns-builder.ts';
import { Outlines } from '../../src/snapshot/columns/outline.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { columnsOf, openSnapshot } from '../../src/snapshot/open.ts';
import { catalogues } from '../support/catalogues.ts';
import { edited, edits, wordyTrees } from '../support/edited-trees.ts';
import { often } from '../support/often.ts';
import { makeText, makeTree } from '../support/trees.ts';

const NO_FAMILIES: FamilyNames = new Map();

function columnsFor(trees: Tree[]): Columns {
  const builder = new ColumnsBuilder();
  for (const tree of trees) builder.add(tree, hashText(treeText(tree)));
  return builder.finish();
}

function all(columns: Columns): Selection {
  return { columns, places: Uint32Array.from({ length: columns.trees }, (_, place) => place) };
}

/** The unchanged trees of the previous snapshot, and the changed ones. */
function following(previous: Uint8Array, before: Tree[], after: Tree[], families: FamilyNames): Uint8Array {
  const snapshot = openSnapshot(previous);
  const texts = new Set(before.map(treeText));
  const [unchanged, changed] = [true, false].map((is) => after.filter((tree) => texts.has(treeText(tree)) === is));
  const places = Uint32Array.from(unchanged, ({ slug }) => snapshot.slugs.find(slug));
  const selections = [{ columns: columnsOf(snapshot), places }, all(columnsFor(changed))];
  return buildSnapshot({ selections, families });
}

function assertSame(bytes: Uint8Array, expected: Uint8Array): void {
  assert.ok(Buffer.from(bytes).equals(expected));
}

test('trees of several builders, chosen in any order, give the same bytes as all trees at once', () => {
  const split = fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 80, maxLength: 80 });
  fc.assert(
    fc.property(catalogues, split, (trees, parts) => {
      const builders = Array.from({ length: 4 }, () => new ColumnsBuilder());
      const places = builders.map((): number[] => []);
      for (const [index, tree] of trees.entries()) {
        const [builder, isChosen] = parts[index];
        const hash = hashText(treeText(tree));
        if (!isChosen) builders[builder].add({ ...tree, slug: `${tree.slug}-not-chosen` }, hash);
        places[builder].push(builders[builder].add(tree, hash));
      }
      const selections = builders.map((builder, index) => ({
        columns: builder.finish(),
        places: Uint32Array.from(places[index].reverse()),
      }));
      assertSame(
        buildSnapshot({ selections, families: NO_FAMILIES }, { releaseColumns: true }),
        compile({ trees, families: NO_FAMILIES }),
      );
    }),
    { numRuns: often(30, 500) },
  );
});

test('unchanged trees of the previous snapshot with changed ones give the same bytes, again and again', () => {
  const catalogue = fc.tuple(catalogues, fc.array(fc.nat(1000)), fc.boolean());
  fc.assert(
    fc.property(fc.array(catalogue, { minLength: 2, maxLength: 4 }), (steps) => {
      let before: Tree[] = [];
      let bytes = compile({ trees: before, families: NO_FAMILIES });
      for (const [trees, dropped, hasNames] of steps) {
        const left = before.filter((_, index) => !dropped.some((drop) => drop % before.length === index));
        const slugs = new Set(trees.map(({ slug }) => slug));
        const after = [...trees, ...left.filter(({ slug }) => !slugs.has(slug))];
        const families = new Map(hasNames ? after.map(({ family }) => [fold(family), { en: `The ${family}` }]) : []);
        bytes = following(bytes, before, after, families);
        assertSame(bytes, compile({ trees: after, families }));
        before = after;
      }
    }),
    { numRuns: often(20, 300) },
  );
});

test('so does one edit after another', () => {
  const first = wordyTrees(40, 30);
  const compiled = compile({ trees: first, families: NO_FAMILIES });
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 4 }), (steps) => {
      let [trees, bytes] = [first, compiled];
      for (const step of steps) {
        const after = edited(bySlug(trees), step);
        bytes = following(bytes, trees, after, NO_FAMILIES);
        assertSame(bytes, compile({ trees: after, families: NO_FAMILIES }));
        trees = after;
      }
    }),
    { numRuns: often(20, 300) },
  );
});

test('more values and words than 16 bits can number are read back', () => {
  const trees = Array.from({ length: 70 }, (_, index) => {
    const words = Array.from({ length: 1000 }, (_, word) => `w${index}x${word}`);
    const text = makeText({ tags: words, description: words.join(' ') });
    return makeTree({ slug: `tree-${index}`, texts: { en: text } });
  });
  const bytes = compile({ trees, families: NO_FAMILIES });
  const columns = columnsOf(openSnapshot(bytes));
  assert.ok(columns.lists['spellings.tag.en'].items instanceof Uint32Array);
  assertSame(buildSnapshot({ selections: [all(columns)], families: NO_FAMILIES }), bytes);
});

test('columns that were posted to another thread are as good', () => {
  const trees = [...generateTrees(50)];
  const columns = columnsFor(trees);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(columns, buffersOf(columns));
  const posted = receiveMessageOnPort(port2)?.message as Columns;
  port1.close();
  assert.equal(columns.records.en.bytes.length, 0);
  const bytes = buildSnapshot({ selections: [all(posted)], families: NO_FAMILIES }, { releaseColumns: true });
  assertSame(bytes, compile({ trees, families: NO_FAMILIES }));
  assert.equal(posted.records.en.bytes.length, 0);
});

test('columns of a snapshot are in shared memory, and are not released', () => {
  const trees = [...generateTrees(20)];
  const bytes = compile({ trees, families: NO_FAMILIES });
  assert.ok(bytes.buffer instanceof SharedArrayBuffer);
  const columns = columnsOf(openSnapshot(bytes));
  assert.deepEqual(buffersOf(columns), []);
  assertSame(buildSnapshot({ selections: [all(columns)], families: NO_FAMILIES }, { releaseColumns: true }), bytes);
});

test('the outline of a tree is recovered from any columns', () => {
  fc.assert(
    fc.property(catalogues, (random) => {
      const trees = random.map((tree, index) => ({ ...tree, formerSlugs: index % 3 ? [`old-${tree.slug}`] : [] }));
      const snapshot = openSnapshot(compile({ trees, families: NO_FAMILIES }));
      const columns = columnsFor(trees);
      const [outlines, outlinesOfSnapshot] = [new Outlines(columns), new Outlines(columnsOf(snapshot))];
      for (const [place, tree] of trees.entries()) {
        assert.deepEqual(outlines.at(place), outlineOf(tree));
        assert.deepEqual(outlinesOfSnapshot.at(snapshot.slugs.find(tree.slug)), outlineOf(tree));
      }
    }),
    { numRuns: often(20, 200) },
  );
});

test('a snapshot tells the content hash, and the version hash of each tree', () => {
  const trees = [makeTree({ slug: 'oak', family: 'Fagaceae' }), makeTree({ slug: 'elm', family: 'Ulmaceae' })];
  const families = new Map([['fagaceae', { en: 'Beeches' }]]);
  const snapshot = openSnapshot(compile({ trees, families }));
  const [oak, elm] = trees.map((tree) => hashText(treeText(tree)));
  const versions = [elm, versionHash(oak, { en: 'Beeches' })];
  assert.deepEqual([snapshot.versionHash(0), snapshot.versionHash(1)], versions);
  assert.equal(snapshot.treeHashes.toString('hex', HASH_BYTES), oak);
  assert.equal(snapshot.hash, contentHash(['elm', 'oak'], versions));
});

test('a tree that is selected twice is refused', () => {
  const columns = columnsFor([makeTree()]);
  assert.throws(
    () => buildSnapshot({ selections: [all(columns), all(columns)], families: NO_FAMILIES }),
    (error: Error) => error instanceof SnapshotError && /ceiba-pentandra was selected twice/.test(error.message),
  );
});
