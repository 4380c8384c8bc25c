// A snapshot is all that is kept of content: whatever was compiled comes back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from '../../src/domain/compare.ts';
import { bySlug, type Tree } from '../../src/domain/tree.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import { type CompiledContent, compile } from '../../src/snapshot/compile.ts';
import { contentIn, successionOf, treeIn } from '../../src/snapshot/content-in.ts';
import { NO_TREE } from '../../src/snapshot/layout.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { numbersBefore } from '../../src/snapshot/told-trees.ts';
import { catalogues } from '../support/catalogues.ts';
import { edited, edits, wordyTrees } from '../support/edited-trees.ts';
import { knownTree } from '../support/known-tree.ts';
import { often } from '../support/often.ts';
import { makeText, makeTree } from '../support/trees.ts';

const compiled = (content: Omit<CompiledContent, 'families'> & Partial<CompiledContent>) =>
  openSnapshot(compile({ families: new Map(), ...content }));

test('trees come back from a snapshot as they went in', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      assert.deepEqual(contentIn(compiled({ trees })).trees, bySlug(structuredClone(trees)));
    }),
    { numRuns: often(30, 300) },
  );
});

test('so do trees with everything, in one language or both, what families are called, and the map', () => {
  const attributes = { bark: 'grey', nested: { en: [1, null, { deep: 'ñ' }] }, locale: 'mine', __proto: 1 };
  const trees: Tree[] = [
    makeTree({ slug: 'ash', family: 'Oleaceae', texts: { es: makeText({ title: 'Fresno', attributes }) } }),
    makeTree({
      slug: 'oak',
      family: 'Fagaceae',
      synonyms: ['Quercus pedunculata'],
      commonNames: [{ name: 'Roble', language: 'es' }],
      formerSlugs: ['common-oak'],
      identifiers: { wfo: 'wfo-1', ipni: null, gbif: '7', iucn: null },
      texts: { en: makeText({ body: 'a\u2028b', attributes }), es: makeText({ tags: ['sombra'] }) },
    }),
  ];
  const families = new Map([['fagaceae', { en: 'Beeches', es: 'Hayas' }]]);
  const map = { width: 10, height: 20, regions: [{ name: 'Limón', path: 'M0 0l1 1z' }] };
  assert.deepEqual(contentIn(compiled({ trees, families, map })), { trees, families, map });
});

const withOtherFamily = fc.tuple(edits, fc.boolean());

test('of two snapshots, trees that are the same are set apart, and what is left tells all that has changed', () => {
  fc.assert(
    fc.property(withOtherFamily, ([changes, isRenamed]) => {
      const before = bySlug(wordyTrees(20, 20));
      const after = { trees: bySlug(edited(before, changes)), families: new Map() };
      if (isRenamed) after.families.set(fold(before[0].family), { en: 'Another' });
      const [former, present] = [compiled({ trees: before }), compiled(after)];
      const { apart, ...left } = successionOf(former, present, after.trees, numbersBefore(present, former));
      const expected = compare({ trees: before, families: new Map() }, after);
      assert.deepEqual(compare(left.before, left.after, apart), expected);
      const wasSame = new Set(before.map((tree) => JSON.stringify(tree)));
      assert.deepEqual(
        apart.same,
        after.trees.filter((tree) => wasSame.has(JSON.stringify(tree))),
      );
      assert.equal(left.before.trees.length + apart.same.length, before.length);
      assert.equal(left.after.trees.length + apart.same.length + apart.added.length, after.trees.length);
    }),
    { numRuns: often(30, 300) },
  );
});

test('a tree that is known to be as it was, or has a slug that nobody had, is not looked at', () => {
  const [ash, oak] = [makeTree({ slug: 'ash' }), makeTree({ slug: 'oak' })];
  const former = compiled({ trees: [ash, oak] });
  const [changed, added] = [{ ...oak, family: 'Other' }, makeTree({ slug: 'yew' })];
  const present = compiled({ trees: [ash, changed, added] });
  const listed = [ash, changed, added].map(knownTree);
  const { before, after, apart } = successionOf(former, present, listed, Uint32Array.of(0, NO_TREE, NO_TREE));
  assert.deepEqual(apart, { same: [listed[0]], added: [listed[2]] });
  assert.deepEqual([before.trees, after.trees], [[treeIn(former, 1)], [treeIn(present, 1)]]);
});
