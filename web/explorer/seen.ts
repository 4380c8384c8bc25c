// In charge of the trees that were seen last in this browser.

import type { TreeDetail } from '../../client/src/index.ts';
import { KeptTrees } from './compare/kept-trees.ts';

const MOST_SEEN = 9;

export const SEEN = new KeptTrees('sylva-seen', MOST_SEEN);

/** The last first. */
export function see({ slug, scientificName }: TreeDetail): void {
  const [last] = SEEN.read();
  if (last?.slug !== slug) SEEN.keep([{ slug, scientificName }, ...SEEN.without(slug)]);
}
