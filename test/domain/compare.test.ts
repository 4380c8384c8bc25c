// What changed between two catalogues, and what is too much of it to be meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, greatLoss } from '../../src/domain/compare.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { histories } from '../support/histories.ts';
import { makeText, makeTree } from '../support/trees.ts';

const contentOf = (trees: Tree[]) => ({ trees, families: new Map() });
const bySlug = (trees: Tree[]) => new Map(trees.map((tree) => [tree.slug, JSON.stringify(tree)]));

test('whatever became of a catalogue: each slug is told once, in order, and only where its tree is not what it was', () => {
  fc.assert(
    fc.property(histories, (editions) => {
      const [before, after] = [editions[0], editions.at(-1) as Tree[]];
      const { added, removed, changed } = compare(contentOf(before), contentOf(after));
      const [old, present] = [bySlug(before), bySlug(after)];
      const slugs = [...old.keys(), ...present.keys()].sort();
      assert.deepEqual(
        added,
        slugs.filter((slug) => !old.has(slug)),
      );
      assert.deepEqual(
        removed,
        slugs.filter((slug) => !present.has(slug)),
      );
      assert.deepEqual(
        changed.map(({ slug }) => slug),
        [...present.keys()].filter((slug) => old.has(slug) && old.get(slug) !== present.get(slug)).sort(),
      );
    }),
  );
});

test('a change is told by its field: facts by name, texts with their language, authored extras by their own name', () => {
  const text = (bark: string) => makeText({ attributes: { bark, wood: 'soft' } });
  const before = makeTree({ texts: { en: text('grey'), es: text('gris') } });
  const after = makeTree({
    family: 'Fagaceae',
    texts: { en: { ...text('brown'), title: 'Oak' }, es: { ...text('gris'), attributes: { bark: 'gris' } } },
  });
  assert.deepEqual(compare(contentOf([before]), contentOf([after])).changed, [
    { slug: before.slug, fields: ['attributes.bark.en', 'attributes.wood.es', 'family', 'title.en'] },
  ]);
  const { en } = before.texts;
  const reordered = { ...before, texts: { es: before.texts.es, en } } as Tree;
  assert.deepEqual(compare(contentOf([before]), contentOf([reordered])).changed, []);
});

test('families that have trees before and after are told by what they are called, and no others', () => {
  const trees = ['Rosaceae', 'fagaceae', 'Ulmaceae'].map((family, at) => makeTree({ slug: `t${at}`, family }));
  const before = {
    trees,
    families: new Map([
      ['rosaceae', { en: 'Roses' }],
      ['ulmaceae', { en: 'Elms' }],
    ]),
  };
  const families = new Map([
    ['rosaceae', { es: 'Rosas' }],
    ['fagaceae', { en: 'Beeches' }],
    ['ulmaceae', { en: 'Elms' }],
    ['pinaceae', { en: 'Pines' }],
  ]);
  const after = { trees: [...trees, makeTree({ slug: 'new', family: 'Pinaceae' })], families };
  assert.deepEqual(compare(before, after).families, [
    { name: 'Rosaceae', fields: ['commonName.en', 'commonName.es'] },
    { name: 'fagaceae', fields: ['commonName.en'] },
  ]);
});

test('regions of its own map are told that come, go or are drawn otherwise', () => {
  const mapOf = (paths: Record<string, string>) => ({
    ...contentOf([]),
    map: { width: 9, height: 9, regions: Object.entries(paths).map(([name, path]) => ({ name, path })) },
  });
  assert.deepEqual(compare(mapOf({ B: 'M1', A: 'M2', C: 'M3' }), mapOf({ B: 'M1', A: 'M9', D: 'M4' })).map, [
    'A',
    'C',
    'D',
  ]);
  assert.deepEqual(compare(contentOf([]), mapOf({ B: 'M1' })).map, ['B']);
});

/** So many trees in each language alone, and in both. */
function treesOf(en: number, es: number, both: number): Tree[] {
  return Array.from({ length: en + es + both }, (_, at) => {
    const texts = { ...(at >= es && { en: makeText() }), ...((at < es || at >= es + en) && { es: makeText() }) };
    return makeTree({ slug: `tree-${String(at).padStart(3, '0')}`, texts });
  });
}

test('more than five and more than a tenth of the trees or of the texts in a language are a great loss', () => {
  const sizes = fc.tuple(fc.nat(30), fc.nat(30), fc.nat(70), fc.nat(15), fc.nat(15));
  fc.assert(
    fc.property(sizes, ([en, es, both, gone, untranslated]) => {
      const before = treesOf(en, es, both);
      const staying = before.slice(gone);
      const lost = staying.filter(({ texts }) => texts.en && texts.es).slice(0, untranslated);
      const after = staying.map((tree) => (lost.includes(tree) ? { ...tree, texts: { en: makeText() } } : tree));
      const isGreat = (removed: number, of: number) => removed > 5 && removed > of / 10;
      const removed = before.slice(0, gone).map(({ slug }) => slug);
      const inSpanish = staying.filter(({ texts }) => texts.es).length;
      const expected = isGreat(removed.length, before.length)
        ? { of: 'trees', removed, before: before.length }
        : isGreat(lost.length, inSpanish)
          ? { of: 'es', removed: lost.map(({ slug }) => slug), before: inSpanish }
          : undefined;
      assert.deepEqual(greatLoss(before, after), expected);
    }),
    { numRuns: 300 },
  );
});
