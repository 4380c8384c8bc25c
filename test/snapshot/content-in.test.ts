// Whatever was compiled comes back from the snapshot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySlug, type Tree } from '../../src/domain/tree.ts';
import { type CompiledContent, compile } from '../../src/snapshot/compile.ts';
import { contentIn } from '../../src/snapshot/content-in.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { catalogues } from '../support/catalogues.ts';
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
