// In charge of a tree of which no more is known than the next publish would know.

import { KnownTree, type Outline } from '../../src/content/outline.ts';

export function knownTree(tree: Outline): KnownTree {
  return KnownTree.allOf([tree])[0];
}
