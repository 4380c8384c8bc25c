// Trees that workers build have the columns that this thread would build, whatever becomes of the workers.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Tree } from '../../src/domain/tree.ts';
import { hashText, treeText } from '../../src/domain/tree-hash.ts';
import { type BuiltTree, TreeBuilders } from '../../src/publishing/tree-builders.ts';
import { buildSnapshot } from '../../src/snapshot/build-snapshot.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { ENDS_THREADS, WITHOUT_THREADS } from '../support/threads.ts';
import { makeText, makeTree } from '../support/trees.ts';

const families = new Map();
const NEVER = Number.POSITIVE_INFINITY;

/** Some so long that they need several chunks. */
const TREES: Tree[] = Array.from({ length: 40 }, (_, index) => {
  const body = `${index} é `.repeat(index % 8 === 0 ? 200_000 : 10);
  return makeTree({ slug: `tree-${index}`, texts: { en: makeText({ title: `Tree ${index}`, body }) } });
});

async function build(minTrees: number, trees = TREES): Promise<{ bytes: Uint8Array; built: BuiltTree[] }> {
  await using builders = new TreeBuilders(minTrees);
  const built = trees.map((tree) => {
    const text = treeText(tree);
    return builders.add(tree, text, hashText(text));
  });
  const columns = await builders.finish();
  for (const [index, { text }] of built.entries()) assert.ok(builders.texts.get(text) === treeText(trees[index]));
  const placesOf = (number: number) => built.flatMap(({ segment, place }) => (segment === number ? [place] : []));
  const selections = columns.map((each, segment) => ({ columns: each, places: Uint32Array.from(placesOf(segment)) }));
  return { bytes: buildSnapshot({ selections, families }), built };
}

const expected = compile({ trees: TREES, families });
const isExpected = (bytes: Uint8Array) => Buffer.from(bytes).equals(expected);

test('this thread builds few trees', async () => {
  const { bytes, built } = await build(NEVER);
  assert.ok(isExpected(bytes));
  assert.ok(built.every(({ segment }) => segment === 0));
});

test('workers build trees from a number on, and the snapshot has the same bytes', async () => {
  for (const [minTrees, hasOwn] of [
    [1, false],
    [10, true],
  ] as const) {
    const { bytes, built } = await build(minTrees);
    assert.ok(isExpected(bytes));
    const segments = new Set(built.map(({ segment }) => segment));
    assert.equal(segments.has(0), hasOwn || availableParallelism() === 1);
    assert.equal(segments.size > Number(hasOwn), availableParallelism() > 1 || !hasOwn);
  }
});

test('no trees at all have no columns to build', async () => {
  const { bytes } = await build(1, []);
  assert.ok(Buffer.from(bytes).equals(compile({ trees: [], families })));
});

const src = (file: string) => JSON.stringify(new URL(`../../src/${file}`, import.meta.url));
const BUILDS = `
  const { TreeBuilders } = await import(${src('publishing/tree-builders.ts')});
  const { hashText, treeText } = await import(${src('domain/tree-hash.ts')});
  const { buildSnapshot } = await import(${src('snapshot/build-snapshot.ts')});
  const { hash } = await import('node:crypto');
  await using builders = new TreeBuilders(1);
  const trees = JSON.parse(process.argv[1]);
  const built = trees.map((tree) => builders.add(tree, treeText(tree), hashText(treeText(tree))));
  const columns = await builders.finish();
  const selections = columns.map((each, number) => ({
    columns: each,
    places: Uint32Array.from(built.flatMap(({ segment, place }) => (segment === number ? [place] : []))),
  }));
  console.log(hash('sha256', buildSnapshot({ selections, families: new Map() })));`;

for (const [what, flags] of Object.entries({
  'workers that die': ['--import', ENDS_THREADS],
  'workers that cannot be started': WITHOUT_THREADS,
})) {
  test(`this thread builds the trees of ${what}`, async () => {
    const trees = TREES.filter((_, index) => index % 8 > 0);
    const words = [...flags, '--input-type=module', '--eval', BUILDS, JSON.stringify(trees)];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    const { hash } = await import('node:crypto');
    assert.equal(stdout.trim(), hash('sha256', compile({ trees, families })));
  });
}
