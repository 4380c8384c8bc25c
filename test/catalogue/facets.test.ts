// Holds how values are counted: by what each tree has, or by which trees each value has, whichever takes fewer steps; and of most
// trees by the others. All ways give the same counts (catalogue.property.test.ts); these tests see which was gone by what it reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add } from '../../src/catalogue/bitmap.ts';
import { FacetCounter } from '../../src/catalogue/facets.ts';
import { type Ordering, orderingsOf } from '../../src/catalogue/ordering.ts';
import type { FacetCount } from '../../src/catalogue/query.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { cellsFor } from '../../src/snapshot/layout.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/open.ts';
import { makeText, makeTree } from '../support/trees.ts';

const TREES = 320;
const ALL_LISTS = { value: Number.POSITIVE_INFINITY, start: 2 };
const ALL_BITMAPS = { value: 0, start: 2 };

/** Trees with so many tags each, of so many in all, and with what was read of them since. */
class Watched {
  readonly snapshot: Snapshot;
  readonly ordering: Ordering;
  readonly read = new Set<string>();
  readonly #tags: string[][];
  readonly #counter: FacetCounter;

  constructor(tagsOfEach: number, tags: number, thresholds: typeof ALL_LISTS) {
    this.#tags = Array.from({ length: TREES }, (_, tree) =>
      Array.from({ length: tagsOfEach }, (_, at) => `tag ${(tree * tagsOfEach + at) % tags}`),
    );
    const trees = this.#tags.map((tags, tree) =>
      makeTree({ slug: `tree-${String(tree).padStart(3, '0')}`, texts: { en: makeText({ tags }) } }),
    );
    this.snapshot = openSnapshot(compile({ trees, families: new Map() }, undefined, thresholds));
    this.ordering = orderingsOf(this.snapshot)[0];
    this.#watch(this.snapshot.facets.tag, 'trees');
    this.#watch(this.snapshot.facets.tag, 'counts');
    this.#watch(this.ordering, 'order');
    this.#counter = new FacetCounter(this.snapshot);
  }

  #watch<T extends object>(owner: T, name: keyof T & string): void {
    const value = owner[name];
    Object.defineProperty(owner, name, {
      get: () => {
        this.read.add(name);
        return value;
      },
    });
  }

  /** Over the first trees; what is found is what a plain count gives. */
  count(total: number): void {
    const set = new Int32Array(cellsFor(TREES));
    for (let tree = 0; tree < total; tree++) add(set, this.ordering.ranks[tree]);
    this.read.clear();
    const counted = this.#counter.count('tag', { set, total }, this.ordering, 'en');
    assert.deepEqual(asMap(counted), this.#expected(total));
  }

  #expected(total: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const tag of this.#tags.slice(0, total).flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return counts;
  }

  get isByTree(): boolean {
    return !this.read.has('trees');
  }

  /** How many trees a value has in all is needed for that alone. */
  get isOfTheOthers(): boolean {
    return this.read.has('counts');
  }
}

const asMap = (counts: FacetCount[]) => new Map(counts.map(({ value, count }) => [value, count]));

test('few trees are counted by what each has, as long as that takes fewer steps than the lists are long', () => {
  const catalogue = new Watched(3, 12, ALL_LISTS);
  const entries = 3 * TREES;
  const stepsForOne = 4 + 2 * 3;
  for (const [total, isByTree] of [
    [1, true],
    [entries / stepsForOne - 1, true],
    [entries / stepsForOne, false],
    [TREES - entries / stepsForOne, false],
    [TREES - entries / stepsForOne + 1, true],
    [TREES, true],
  ] as const) {
    catalogue.count(total);
    assert.equal(catalogue.isByTree, isByTree, `${total}`);
  }
});

test('a bitmap takes as many steps as it has cells', () => {
  const catalogue = new Watched(1, 60, ALL_BITMAPS);
  const stepsForOne = 4 + 2 * 1;
  const border = (60 * cellsFor(TREES)) / stepsForOne;
  for (const [total, isByTree] of [
    [border - 1, true],
    [border, false],
  ] as const) {
    catalogue.count(total);
    assert.equal(catalogue.isByTree, isByTree, `${total}`);
  }
});

test('of more than half of the trees, the others are counted', () => {
  const catalogue = new Watched(2, 20, ALL_LISTS);
  for (const [total, isOfTheOthers] of [
    [TREES / 2 - 1, false],
    [TREES / 2, false],
    [TREES / 2 + 1, true],
  ] as const) {
    catalogue.count(total);
    assert.equal(catalogue.isOfTheOthers, isOfTheOthers, `${total}`);
  }
});

test('trees are numbered anew only for those who need it: not where each value has a bitmap', () => {
  const withBitmaps = new Watched(1, 4, ALL_BITMAPS);
  withBitmaps.count(100);
  assert.deepEqual([withBitmaps.isByTree, withBitmaps.read.has('order')], [false, false]);
  const withLists = new Watched(1, 4, ALL_LISTS);
  withLists.count(100);
  assert.deepEqual([withLists.isByTree, withLists.read.has('order')], [false, true]);
});

test('the label of a value is read once', () => {
  const catalogue = new Watched(1, 4, ALL_LISTS);
  const labels = catalogue.snapshot.facets.tag.labels.en;
  const read: number[] = [];
  const get = labels.get.bind(labels);
  labels.get = (value) => {
    read.push(value);
    return get(value);
  };
  catalogue.count(100);
  catalogue.count(200);
  assert.deepEqual(read.sort(), [0, 1, 2, 3]);
});
