// What differs between two trees, the names of families and maps; and which losses are great.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedFamilies, changedFields, changedRegions, isGreatLoss } from '../../src/domain/compare.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { histories } from '../support/histories.ts';
import { makeText, makeTree } from '../support/trees.ts';

test('two trees have changed fields exactly if they differ, and the fields have their values before and after', () => {
  fc.assert(
    fc.property(histories, (editions) => {
      const [before, after] = [editions[0], editions.at(-1) as Tree[]];
      for (const old of before) {
        const now = after.find(({ slug }) => slug === old.slug);
        if (!now) continue;
        const changes = changedFields(old, now);
        assert.equal(changes.length === 0, JSON.stringify(old) === JSON.stringify(now));
        assert.deepEqual(
          changedFields(now, old),
          changes.map(({ field, before, after }) => ({ field, before: after, after: before })),
        );
        const title = changes.find(({ field }) => field === 'title.en');
        if (title) assert.deepEqual([title.before, title.after], [old.texts.en?.title, now.texts.en?.title]);
      }
    }),
  );
});

test('a change has the name of its field: facts by name, texts with their language, authored extras by their own name', () => {
  const text = (bark: string) => makeText({ attributes: { bark, wood: 'soft' } });
  const before = makeTree({ texts: { en: text('grey'), es: text('gris') } });
  const after = makeTree({
    family: 'Fagaceae',
    texts: { en: { ...text('brown'), title: 'Oak' }, es: { ...text('gris'), attributes: { bark: 'gris' } } },
  });
  assert.deepEqual(changedFields(before, after), [
    { field: 'attributes.bark.en', before: 'grey', after: 'brown' },
    { field: 'attributes.wood.es', before: 'soft', after: null },
    { field: 'family', before: 'Malvaceae', after: 'Fagaceae' },
    { field: 'title.en', before: 'Kapok', after: 'Oak' },
  ]);
  const { en } = before.texts;
  const reordered = { ...before, texts: { es: before.texts.es, en } } as Tree;
  assert.deepEqual(changedFields(before, reordered), []);
});

test('families that have trees before and after are told by what they are called, and no others', () => {
  const trees = ['Rosaceae', 'fagaceae', 'Ulmaceae'].map((family, at) => makeTree({ slug: `t${at}`, family }));
  const before = {
    trees,
    names: new Map([
      ['rosaceae', { en: 'Roses' }],
      ['ulmaceae', { en: 'Elms' }],
    ]),
  };
  const names = new Map([
    ['rosaceae', { es: 'Rosas' }],
    ['fagaceae', { en: 'Beeches' }],
    ['ulmaceae', { en: 'Elms' }],
    ['pinaceae', { en: 'Pines' }],
  ]);
  const after = { trees: [...trees, makeTree({ slug: 'new', family: 'Pinaceae' })], names };
  assert.deepEqual(changedFamilies(before, after), [
    { name: 'Rosaceae', fields: ['commonName.en', 'commonName.es'] },
    { name: 'fagaceae', fields: ['commonName.en'] },
  ]);
});

test('regions of its own map that come, go or are drawn otherwise are told', () => {
  const mapOf = (paths: Record<string, string>) => ({
    width: 9,
    height: 9,
    regions: Object.entries(paths).map(([name, path]) => ({ name, path })),
  });
  const [before, after] = [mapOf({ B: 'M1', A: 'M2', C: 'M3' }), mapOf({ B: 'M1', A: 'M9', D: 'M4' })];
  assert.deepEqual(changedRegions(before, after), ['A', 'C', 'D']);
  assert.deepEqual(changedRegions(undefined, mapOf({ B: 'M1' })), ['B']);
  assert.deepEqual(changedRegions(mapOf({ B: 'M1' }), undefined), ['B']);
  assert.deepEqual(changedRegions(undefined, undefined), []);
});

test('more than five and more than a tenth is a great loss', () => {
  const slugs = (count: number) => Array.from({ length: count }, (_, number) => `tree-${number}`);
  for (const [removed, before, isGreat] of [
    [0, 0, false],
    [5, 5, false],
    [6, 6, true],
    [6, 59, true],
    [6, 60, false],
    [7, 60, true],
    [100, 1000, false],
    [101, 1000, true],
  ] as const)
    assert.equal(isGreatLoss({ of: 'trees', removed: slugs(removed), before }), isGreat, `${removed} of ${before}`);
});
