// Random histories of a small catalogue: trees that come, go, change, are renamed and come back as they were.

import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { makeText, makeTree } from './trees.ts';

const SLUGS = ['ash', 'elm', 'fir', 'oak', 'yew'];

const tree = fc
  .record({
    slug: fc.constantFrom(...SLUGS),
    title: fc.constantFrom('One', 'Two'),
    tags: fc.subarray(['tall', 'old']),
    isTranslated: fc.boolean(),
  })
  .map(({ slug, title, tags, isTranslated }) => {
    const en = makeText({ title, tags, body: `${title} of old.` });
    return makeTree({ slug, texts: isTranslated ? { en, es: makeText({ title: 'Uno' }) } : { en } });
  });

const catalogue = fc.uniqueArray(tree, { selector: ({ slug }) => slug, maxLength: SLUGS.length });

/** A catalogue after the other; a number goes back to that of an earlier one. */
export const histories: fc.Arbitrary<Tree[][]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: catalogue }, { weight: 1, arbitrary: fc.nat() }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((steps) => {
    const editions: Tree[][] = [];
    for (const step of steps) {
      if (typeof step !== 'number') editions.push(step);
      else if (editions.length > 0) editions.push(editions[step % editions.length]);
    }
    return editions;
  })
  .filter((editions) => editions.length > 0);
