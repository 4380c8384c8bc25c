// Holds how the trees that meet all conditions are found: one by one where that takes fewer steps, or else by what is put together
// of each condition. Both ways give the same trees (catalogue.property.test.ts); these tests see which was gone by what it touches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bitmap } from '../../src/catalogue/bitmap.ts';
import { add } from '../../src/catalogue/bitmap.ts';
import { Condition, meet, type ValueTrees } from '../../src/catalogue/condition.ts';
import { type Ordering, orderingsOf } from '../../src/catalogue/ordering.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { makeTree } from '../support/trees.ts';

const CELLS = 10;
const TREES = CELLS * 32;

/** Of trees that all have the same names: ranks are numbers. */
function makeOrdering(): Ordering {
  const trees = Array.from({ length: TREES }, (_, tree) => makeTree({ slug: `tree-${String(tree).padStart(3, '0')}` }));
  return orderingsOf(openSnapshot(compile({ trees, families: new Map() })))[0];
}
const ordering = makeOrdering();

const first = (size: number) => Array.from({ length: size }, (_, tree) => tree);

function bitmapOf(trees: number[]): Bitmap {
  const bitmap = new Int32Array(CELLS);
  for (const tree of trees) add(bitmap, tree);
  return bitmap;
}

/** A condition that knows what was done with it. */
class Watched extends Condition {
  readonly memory: Bitmap;
  /** How often its lists were looked at. */
  looks = 0;

  constructor(values: number[][], areBitmaps = false) {
    const memory = new Int32Array(CELLS).fill(-1);
    const look = () => this.looks++;
    const watched = values.map((trees): ValueTrees => {
      const list = Uint32Array.from(areBitmaps ? [] : trees);
      return {
        size: trees.length,
        bitmap: areBitmaps ? bitmapOf(trees) : undefined,
        get trees() {
          look();
          return list;
        },
      };
    });
    super(watched, ordering, memory);
    this.memory = memory;
  }

  /** Its values lie together in its memory, or what lay there still does. */
  get isPutTogether(): boolean {
    return this.memory.some((cell) => cell !== -1);
  }
}

function found(conditions: Condition[]): number[] {
  const { set, total } = meet(conditions, ordering, new Int32Array(CELLS).fill(-1));
  const trees = first(TREES).filter((tree) => (set[tree >>> 5] >>> (tree & 31)) & 1);
  assert.equal(total, trees.length);
  return trees;
}

test('trees are looked at one by one as long as that takes no more looks than a bitmap has cells', () => {
  const cases = [
    { rare: 10, values: 1, isWalked: true },
    { rare: 11, values: 1, isWalked: false },
    { rare: 5, values: 2, isWalked: true },
    { rare: 6, values: 2, isWalked: false },
  ];
  for (const { rare, values, isWalked } of cases) {
    for (const isRareFirst of [true, false]) {
      const rarest = new Watched([first(rare)]);
      const other = new Watched(Array.from({ length: values }, (_, at) => first(30 + at)));
      assert.deepEqual(found(isRareFirst ? [rarest, other] : [other, rarest]), first(rare));
      assert.deepEqual([rarest.isPutTogether, other.isPutTogether], [!isWalked, !isWalked], `${rare} × ${values}`);
    }
  }
});

test('the looks at all other conditions count together', () => {
  for (const [rare, isWalked] of [
    [5, true],
    [6, false],
  ] as const) {
    const [rarest, one, other] = [new Watched([first(rare)]), new Watched([first(20)]), new Watched([first(30)])];
    assert.deepEqual(found([one, rarest, other]), first(rare));
    assert.equal(one.isPutTogether, !isWalked);
  }
});

test('where the rarest condition has a bitmap, what the others have is put together', () => {
  const rarest = new Watched([first(3)], true);
  const other = new Watched([first(30)]);
  assert.deepEqual(found([rarest, other]), first(3));
  assert.ok(other.isPutTogether);
});

test('one by one, lists are looked at only for the trees that the bitmaps leave', () => {
  for (const isListFirst of [true, false]) {
    const rarest = new Watched([first(5)]);
    const list = new Watched([first(isListFirst ? 20 : 40)]);
    const bitmap = new Watched([[3, ...first(TREES).slice(-29)]], true);
    assert.deepEqual(found([rarest, list, bitmap]), [3]);
    assert.equal(list.looks, 1);
  }
});

test('one by one, a tree with several of the values is looked at once', () => {
  const rarest = new Watched([first(3), first(3)]);
  const other = new Watched([first(30)]);
  assert.deepEqual(found([rarest, other]), first(3));
  assert.equal(other.looks, 3);
});

test('once no tree is left, the other conditions are not put together', () => {
  const [rarest, next, last] = [
    new Watched([first(40)]),
    new Watched([first(TREES).slice(-50)]),
    new Watched([first(60)]),
  ];
  assert.deepEqual(found([last, next, rarest]), []);
  assert.deepEqual(
    [rarest, next, last].map(({ isPutTogether }) => isPutTogether),
    [true, true, false],
  );
});

test('a condition is put together once, and one with a single bitmap not at all', () => {
  const several = new Watched([first(3), first(5)]);
  assert.equal(several.matches, several.matches);
  assert.equal(several.looks, 2);
  const single = new Watched([first(5)], true);
  assert.deepEqual(single.matches, { set: bitmapOf(first(5)), total: 5 });
  assert.equal(single.isPutTogether, false);
});
