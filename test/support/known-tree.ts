// In charge of trees of which no more is known than the next publish would know.

import { KnownTree, knownOutlinesOf, type Outline } from '../../src/content/outline.ts';

export function knownTree(tree: Outline): KnownTree {
  return knownTrees([tree])[0];
}

export function knownTrees(trees: Outline[]): KnownTree[] {
  const among = knownOutlinesOf(trees);
  return trees.map((_, number) => new KnownTree(among, number));
}
