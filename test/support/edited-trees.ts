// Catalogues with some text, and random changes of them: trees that go, come, say something else, or stay the very same objects.

import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { makeText, makeTree } from './trees.ts';

/** Words without a pattern, the same for the same seed. */
function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => ((seed + 1) * (at + 7) * 7919).toString(36)).join(' ');
}

/** Slugs leave gaps, so that others find their places between them. */
export function wordyTrees(count: number, wordCount: number): Tree[] {
  return Array.from({ length: count }, (_, index) => wordyTree(index * 10, index, wordCount));
}

function wordyTree(place: number, seed: number, wordCount: number): Tree {
  const text = makeText({ title: `Tree ${seed % 100}`, body: `é ${words(seed, wordCount)}` });
  return makeTree({ slug: `tree-${String(place).padStart(6, '0')}`, texts: { en: text } });
}

interface Edit {
  kind: 'gone' | 'changed' | 'new' | 'copied';
  /** Which tree, as a share of them all. */
  at: number;
  seed: number;
  words: number;
}

export const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('gone' as const, 'changed' as const, 'new' as const, 'copied' as const),
    at: fc.oneof(fc.constantFrom(0, 0.9999), fc.double({ min: 0, max: 0.9999, noNaN: true })),
    seed: fc.integer({ min: 1_000, max: 100_000 }),
    words: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 6 },
);

/** A tree that is copied says the same, and is another object. The order is no longer that of the slugs. */
export function edited(trees: Tree[], all: Edit[]): Tree[] {
  const bySlug = new Map(trees.map((tree) => [tree.slug, tree]));
  for (const { kind, at, seed, words: count } of all) {
    const index = Math.floor(at * trees.length);
    const { slug } = trees[index];
    const place = kind === 'new' ? index * 10 + 1 + (seed % 9) : index * 10;
    if (kind === 'gone') bySlug.delete(slug);
    else if (kind === 'copied') bySlug.set(slug, structuredClone(bySlug.get(slug) ?? trees[index]));
    else bySlug.set(`tree-${String(place).padStart(6, '0')}`, wordyTree(place, seed, count));
  }
  return [...bySlug.values()].reverse();
}
