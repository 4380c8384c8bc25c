// Random histories of a small catalogue: trees that come, go, change, are renamed and come back as they were; slugs that are left,
// lead on, are taken over and are had again.

import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { makeText, makeTree } from './trees.ts';

export const SLUGS = ['ash', 'elm', 'fir', 'oak', 'yew'];
const slug = fc.constantFrom(...SLUGS);

const tree = fc
  .record({
    slug,
    title: fc.constantFrom('One', 'Two'),
    tags: fc.subarray(['tall', 'old']),
    isTranslated: fc.boolean(),
    formerSlugs: fc.subarray(SLUGS, { maxLength: 2 }),
  })
  .map(({ slug, title, tags, isTranslated, formerSlugs }) => {
    const en = makeText({ title, tags, body: `${title} of old.` });
    return makeTree({ slug, formerSlugs, texts: isTranslated ? { en, es: makeText({ title: 'Uno' }) } : { en } });
  });

const catalogue = fc
  .uniqueArray(tree, { selector: ({ slug }) => slug, maxLength: SLUGS.length })
  .map(withoutTakenSlugs);

interface Renaming {
  from: string;
  to: string;
}

type Step = Tree[] | Renaming | number;

/** A number goes back to an earlier catalogue. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: catalogue },
  { weight: 3, arbitrary: fc.record({ from: slug, to: slug }) },
  { weight: 1, arbitrary: fc.nat() },
);

/** A catalogue after the other, each as it may be published. */
export const histories: fc.Arbitrary<Tree[][]> = fc
  .tuple(catalogue, fc.array(step, { maxLength: 7 }))
  .map(([first, steps]) => {
    const editions = [first];
    for (const each of steps) editions.push(following(editions, each));
    return editions;
  });

function following(editions: Tree[][], step: Step): Tree[] {
  if (typeof step === 'number') return editions[step % editions.length];
  return Array.isArray(step) ? step : renamed(editions.at(-1) as Tree[], step);
}

/** Whoever had the new slug makes room for it. */
function renamed(trees: Tree[], { from, to }: Renaming): Tree[] {
  const tree = trees.find((each) => each.slug === from);
  if (!tree || from === to) return trees;
  const others = trees.filter((each) => each.slug !== from && each.slug !== to);
  return withoutTakenSlugs([{ ...tree, slug: to, formerSlugs: [...tree.formerSlugs, from] }, ...others]);
}

/** A former slug is that of no tree, and of one tree only. */
function withoutTakenSlugs(trees: Tree[]): Tree[] {
  const taken = new Set(trees.map((each) => each.slug));
  return trees.map((each) => {
    const formerSlugs = each.formerSlugs.filter((former) => !taken.has(former));
    for (const former of formerSlugs) taken.add(former);
    return { ...each, formerSlugs };
  });
}
