// Holds that trees are put in another order only where they are not in the one that is asked for: that takes a step for every tree
// found, and gives the same answer. Seen by how often the orders are read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { makeText, makeTree } from '../support/trees.ts';

const TREES = 200;
const PAGE = 3;

let reads = 0;

function watched(numbers: Uint32Array): Uint32Array {
  return new Proxy(numbers, {
    get(target, name) {
      if (name === 'subarray') return (start: number, end: number) => watched(target.subarray(start, end));
      if (/^\d+$/.test(String(name))) reads++;
      return Reflect.get(target, name, target);
    },
  });
}

const trees = Array.from({ length: TREES }, (_, tree) =>
  makeTree({
    slug: `tree-${tree}`,
    scientificName: `Arbor numerus${tree}`,
    family: tree % 2 ? 'Odd' : 'Even',
    texts: { en: makeText({ title: `Tree ${(tree * 7) % TREES}`, tags: tree % 2 ? ['odd'] : [] }) },
  }),
);
const snapshot = openSnapshot(compile({ trees, families: new Map() }));
const catalogue = new Catalogue({ ...snapshot, orders: watched(snapshot.orders) });

function readsFor(query: Partial<ListQuery>): number {
  const asked: ListQuery = { locale: 'en', filters: {}, page: 2, pageSize: PAGE, ...query };
  // What is looked up once for all questions is looked up now.
  catalogue.list(asked);
  reads = 0;
  assert.equal(catalogue.list(asked).trees.length, PAGE);
  return reads;
}

const ODD = { family: ['Odd'] };

test('trees that are in the asked order already are read for the page alone', () => {
  assert.equal(readsFor({}), PAGE);
  assert.equal(readsFor({ filters: ODD }), PAGE);
  assert.equal(readsFor({ filters: ODD, sort: 'scientificName', order: 'desc' }), PAGE);
  assert.equal(readsFor({ filters: ODD, search: 'tree' }), PAGE);
  assert.equal(readsFor({ filters: ODD, search: 'tree', sort: 'title' }), PAGE);
});

test('letters are counted in the asked order as it is', () => {
  assert.equal(readsFor({ filters: ODD, facets: ['initial'] }), PAGE);
  assert.equal(readsFor({ filters: ODD, search: 'tree', sort: 'title', facets: ['initial'] }), PAGE);
});

test('all trees are a page of any order, also for who searched', () => {
  assert.equal(readsFor({ search: 'tree', sort: 'scientificName' }), PAGE);
});

test('trees that were found in another order are put into the asked one', () => {
  assert.ok(readsFor({ filters: ODD, search: 'tree', sort: 'scientificName' }) > TREES / 2);
});
