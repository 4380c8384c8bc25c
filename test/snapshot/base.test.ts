// A snapshot that is compiled with the help of the one before it is the same to the byte as one that is compiled without.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateTrees } from '../../bench/generate.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { basePartsOf } from '../../src/snapshot/base.ts';
import { compile, compileInThreads, type FormerSnapshot } from '../../src/snapshot/compile.ts';
import { indexTextsOf } from '../../src/snapshot/index-texts.ts';
import { THRESHOLDS } from '../../src/snapshot/layout.ts';
import { Orders } from '../../src/snapshot/write-orders.ts';
import { catalogues } from '../support/catalogues.ts';
import { often } from '../support/often.ts';

const contentOf = (trees: Tree[]) => ({ trees, families: new Map([['fabaceae', { en: 'Legumes' }]]) });

/** What a catalogue leaves to the next one; `has` tells of its very trees. */
function formerOf(trees: Tree[]): FormerSnapshot {
  const known = new Set(trees);
  return { bytes: compile(contentOf(trees)), has: (tree) => known.has(tree) };
}

/** What becomes of a tree: it stays, goes, has another slug, or what another one says. */
const fate = fc.constantFrom('stays', 'stays', 'stays', 'goes', 'is called otherwise', 'says something else');

/** Trees, some of which are those before. */
function nextOf(before: Tree[], fates: string[], others: Tree[]): Tree[] {
  const next = new Map<string, Tree>();
  for (const tree of others.slice(0, fates.length % 5)) next.set(tree.slug, tree);
  for (const [index, tree] of before.entries()) {
    const what = fates[index % fates.length];
    const { slug } = tree;
    if (what === 'stays') next.set(slug, tree);
    if (what === 'is called otherwise') next.set(`${slug}-x`, { ...tree, slug: `${slug}-x`, formerSlugs: [slug] });
    if (what === 'says something else') next.set(slug, { ...others[index % others.length], slug });
  }
  return [...next.values()];
}

test('random catalogues, changed at random', () => {
  fc.assert(
    fc.property(catalogues, fc.array(fate, { minLength: 1, maxLength: 20 }), catalogues, (before, fates, others) => {
      const content = contentOf(nextOf(before, fates, others));
      const helped = compile(content, undefined, undefined, undefined, formerOf(before));
      assert.ok(Buffer.from(helped).equals(compile(content)));
    }),
    { numRuns: often(150) },
  );
});

test('one after the other, each with the help of the one before it', () => {
  fc.assert(
    fc.property(
      fc.array(catalogues, { minLength: 3, maxLength: 4 }),
      fc.array(fate, { minLength: 1 }),
      (all, fates) => {
        let [trees, former] = [all[0], formerOf(all[0])];
        for (const others of all.slice(1)) {
          trees = nextOf(trees, fates, others);
          const bytes = compile(contentOf(trees), undefined, undefined, undefined, former);
          const known = new Set(trees);
          former = { bytes, has: (tree) => known.has(tree) };
        }
        assert.ok(Buffer.from(former.bytes).equals(compile(contentOf(trees))));
      },
    ),
    { numRuns: often(30) },
  );
});

test('many trees, in two threads', async () => {
  const before = [...generateTrees(300)];
  const after = before.with(7, { ...before[7], scientificName: 'Quercus robur' }).slice(1);
  const helped = await compileInThreads(contentOf(after), undefined, 0, formerOf(before));
  assert.ok(Buffer.from(helped).equals(compile(contentOf(after))));
});

test('what is known is taken, and not worked out again', () => {
  const [tree, ...others] = generateTrees(3);
  const former = formerOf([tree, ...others]);
  // It says something else than it did, which nobody would claim.
  const claimed = { ...tree, texts: { en: others[0].texts.en, es: others[0].texts.es } } as Tree;
  const lied = { ...former, has: (each: Tree) => each === claimed || former.has(each) };
  const content = contentOf([claimed, ...others]);
  const taken = compile(content, undefined, THRESHOLDS, undefined, lied);
  assert.ok(!Buffer.from(taken).equals(compile(content)));
});

test('of trees that are as they were no texts are taken', () => {
  const trees = [...generateTrees(4)].sort((a, b) => (a.slug < b.slug ? -1 : 1));
  const [kept, ...changed] = trees;
  const { bytes } = formerOf(trees);
  const base = basePartsOf(bytes, trees, (tree) => tree === kept);
  const { names, descriptions } = indexTextsOf(trees, new Orders(trees).orders, base);
  const has = (values: { length: number }[]) => values.map(({ length }) => length > 0);
  for (const values of [names, descriptions.en, descriptions.es])
    assert.deepEqual(has(values), [false, ...changed.map(() => true)]);
});
