import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryScratch } from '../../src/catalogue/matches.ts';
import { orderingsOf } from '../../src/catalogue/ordering.ts';
import { readSearch, searchTrees } from '../../src/catalogue/search.ts';
import type { SearchPlace } from '../../src/domain/questions.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** All have a bitmap for oaks in their titles, and half of them one for planes in another name. */
const trees = Array.from({ length: 100 }, (_, tree) =>
  makeTree({
    slug: `tree-${tree}`,
    synonyms: tree % 2 ? ['Plane', 'Robur'] : ['Robur'],
    texts: { en: makeText({ title: tree % 3 ? 'Oak' : 'Oak robur' }) },
  }),
);
const snapshot = openSnapshot(compile({ trees, families: new Map() }, undefined, { value: 0, start: 0 }));
const [ordering] = orderingsOf(snapshot);
const scratch = new QueryScratch(snapshot.trees);

function found(text: string, place: SearchPlace): { isCopy: boolean; total: number } {
  const { set, total } = searchTrees(snapshot, readSearch(snapshot, text, 'en', place), 'anything', ordering, scratch);
  return { isCopy: (set as Int32Array).buffer !== (snapshot.bitmaps as Int32Array).buffer, total };
}

test('a word that one table has is taken from there as it is, though several are looked in', () => {
  assert.deepEqual(found('oak', 'text'), { isCopy: false, total: 100 });
  assert.deepEqual(found('oak', 'names'), { isCopy: false, total: 100 });
  assert.deepEqual(found('plane', 'all'), { isCopy: false, total: 50 });
});

test('a word that several tables have is put together', () => {
  assert.deepEqual(found('robur', 'names'), { isCopy: true, total: 100 });
});
