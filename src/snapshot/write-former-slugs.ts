// In charge of the table of former slugs: each, sorted, with its tree.

import type { Tree } from '../domain/tree.ts';
import type { NamedSections } from './format.ts';
import { byCodePoints, writeStrings } from './strings.ts';

export function writeFormerSlugs(trees: Tree[]): NamedSections {
  const entries = trees.flatMap(({ formerSlugs }, number) => formerSlugs.map((slug) => ({ slug, number })));
  entries.sort((a, b) => byCodePoints(a.slug, b.slug));
  const numbers = Uint32Array.from(entries, ({ number }) => number);
  return {
    ...writeStrings(
      'formerSlugs',
      entries.map(({ slug }) => slug),
    ),
    'formerSlugs.trees': numbers,
  };
}
