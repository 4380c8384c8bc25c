// A snapshot that is made from the one before it is the same to the byte as one that is compiled from all trees.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateTrees } from '../../../bench/generate.ts';
import type { KnownTree } from '../../../src/content/model/outline.ts';
import { bySlug, type Tree } from '../../../src/domain/tree.ts';
import { basePartsOf } from '../../../src/snapshot/base.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { patch, patchInThreads } from '../../../src/snapshot/patch.ts';
import { catalogues } from '../../support/catalogues.ts';
import { knownTree } from '../../support/known-tree.ts';
import { often } from '../../support/often.ts';

const contentOf = (trees: Tree[]) => ({ trees, families: new Map([['fabaceae', { en: 'Legumes' }]]) });

/** Patched with the help of a snapshot of the trees before it, as if those that stayed were known and no more. */
function patched(before: Tree[], after: Tree[], bytes = compile(contentOf(before))): Uint8Array {
  const trees = knownOf(before, after);
  return patch({ ...contentOf([]), trees }, basePartsOf(bytes, trees));
}

function knownOf(before: Tree[], after: Tree[]): (Tree | KnownTree)[] {
  return bySlug(after).map((tree) => (before.includes(tree) ? knownTree(tree) : tree));
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
      const after = nextOf(before, fates, others);
      assert.ok(Buffer.from(patched(before, after)).equals(compile(contentOf(after))));
    }),
    { numRuns: often(100, 1_500) },
  );
});

test('one after the other, each with the help of the one before it', () => {
  fc.assert(
    fc.property(
      fc.array(catalogues, { minLength: 3, maxLength: 4 }),
      fc.array(fate, { minLength: 1 }),
      (all, fates) => {
        let [trees, bytes] = [all[0], compile(contentOf(all[0]))];
        for (const others of all.slice(1)) {
          const after = nextOf(trees, fates, others);
          bytes = patched(trees, after, bytes);
          trees = after;
        }
        assert.ok(Buffer.from(bytes).equals(compile(contentOf(trees))));
      },
    ),
    { numRuns: often(20, 300) },
  );
});

test('many trees, in two threads', async () => {
  const before = [...generateTrees(300)];
  const after = before.with(7, { ...before[7], scientificName: 'Quercus robur' }).slice(1);
  const content = { ...contentOf([]), trees: knownOf(before, after) };
  const [former, expected] = [compile(contentOf(before)), compile(contentOf(after))];
  for (const more of [undefined, -1, 0, 5000]) {
    const room = more === undefined ? undefined : new SharedArrayBuffer(expected.length + more);
    const helped = await patchInThreads(content, basePartsOf(former, content.trees), undefined, room, 0);
    assert.ok(Buffer.from(helped).equals(expected));
    assert.equal(helped.buffer === room, room !== undefined && room.byteLength >= expected.length);
  }
});

test('a few changes among many trees', () => {
  const [trees, others] = [generateTrees(260), generateTrees(270)].map((all) => bySlug([...all]));
  const bytes = compile(contentOf(trees));
  const places = fc.uniqueArray(fc.tuple(fc.nat(trees.length - 1), fate), {
    selector: ([place]) => place,
    maxLength: 6,
  });
  fc.assert(
    fc.property(places, (changes) => {
      const fates = trees.map(() => 'stays');
      for (const [place, what] of changes) fates[place] = what;
      const after = nextOf(trees, fates, others.slice(10).reverse());
      assert.ok(Buffer.from(patched(trees, after, bytes)).equals(compile(contentOf(after))));
    }),
    { numRuns: often(10, 100) },
  );
});

test('what is known is taken, and not worked out again', () => {
  const [tree, ...others] = generateTrees(3);
  // It says something else than it did, which nobody would claim.
  const claimed = { ...tree, texts: { en: others[0].texts.en, es: others[0].texts.es } } as Tree;
  const after = [claimed, ...others];
  const content = { ...contentOf([]), trees: knownOf(after, after) };
  const before = compile(contentOf([tree, ...others]));
  assert.ok(Buffer.from(patch(content, basePartsOf(before, content.trees))).equals(before));
  assert.ok(!Buffer.from(before).equals(compile(contentOf(after))));
});

test('a tree that is not in the snapshot before is not taken for one that is', () => {
  const [tree, other] = generateTrees(2);
  assert.throws(() => basePartsOf(compile(contentOf([tree])), [knownTree(other)]), /has no tree/);
});

test('a tree that is in another family has other relatives, whatever else is as it was', () => {
  const trees = [...generateTrees(30)];
  const after = trees.with(3, {
    ...trees[3],
    family: trees.find(({ family }) => family !== trees[3].family)?.family as string,
  });
  assert.ok(Buffer.from(patched(trees, after)).equals(compile(contentOf(after))));
});
