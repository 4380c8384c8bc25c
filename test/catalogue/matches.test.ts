import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../../src/catalogue/bitmap.ts';
import { intersectAll, type Postings, QueryScratch, restrict, unite } from '../../src/catalogue/matches.ts';
import { type Ordering, orderingsOf } from '../../src/catalogue/ordering.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { makeTree } from '../support/trees.ts';

const TREES = 100;
const CELLS = 4;

function makeOrdering(): Ordering {
  const trees = Array.from({ length: TREES }, (_, tree) => makeTree({ slug: `tree-${tree}` }));
  return orderingsOf(openSnapshot(compile({ trees, families: new Map() })))[0];
}
const ordering = makeOrdering();
const scratch = new QueryScratch(TREES);

const list = (...trees: number[]): Postings => ({
  bitmap: undefined,
  size: trees.length,
  trees: Uint32Array.from(trees),
});

function bitmap(...trees: number[]): Postings {
  const set = new Int32Array(CELLS);
  for (const tree of trees) add(set, tree);
  return { bitmap: set, size: trees.length, trees: new Uint32Array() };
}

const matches = (...trees: number[]) => unite([list(...trees)], scratch);

test('unites bitmaps and lists, counting a repeated tree once', () => {
  assert.deepEqual(unite([list(3, 40, 3), bitmap(40, 99)], scratch), matches(3, 40, 99));
  assert.deepEqual(unite([], scratch), matches());
});

test('translates the numbers of lists to ranks', () => {
  const ranks = Uint32Array.from({ length: TREES }, (_, tree) => TREES - 1 - tree);
  assert.deepEqual(unite([list(0, 1), bitmap(5)], scratch, ranks), matches(5, 98, 99));
});

test('does not copy a single bitmap', () => {
  const single = bitmap(7, 8);
  assert.equal(unite([single], scratch).set, single.bitmap);
});

test('intersects all conditions without changing them', () => {
  const [one, other, third] = [matches(1, 2, 3, 4), matches(2, 3, 4), matches(3, 4, 50, 60, 70)];
  assert.deepEqual(intersectAll([one, other, third], ordering, scratch), matches(3, 4));
  assert.deepEqual(other, matches(2, 3, 4));
  assert.deepEqual(intersectAll([one, matches(), third], ordering, scratch), matches());
});

test('matches all trees if there is no condition', () => {
  assert.deepEqual(intersectAll([], ordering, scratch), { set: ordering.all, total: TREES });
});

test('restricts matches to those in a list or a bitmap', () => {
  const found = matches(1, 2, 3);
  assert.deepEqual(restrict(found, [list(2, 3, 3, 4)], scratch), matches(2, 3));
  assert.deepEqual(restrict(found, [list(1), bitmap(3, 5)], scratch), matches(1, 3));
  assert.equal(restrict(matches(), [list(1)], scratch).total, 0);
});

test('reuses its bitmaps for the next query', () => {
  const own = new QueryScratch(TREES);
  const first = own.take().fill(-1);
  assert.notEqual(own.take(), first);
  assert.equal(own.reset().take(), first);
  assert.deepEqual(first, new Int32Array(CELLS));
});
