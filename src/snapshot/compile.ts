// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import type { FamilyNames, Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { encode, FORMAT_VERSION, LONGEST_SECTION } from './format.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { writeStrings } from './strings.ts';
import { writeFacets } from './write-facets.ts';
import { writeFormerSlugs } from './write-former-slugs.ts';
import { writeIdentifiers } from './write-identifiers.ts';
import { writeNames } from './write-names.ts';
import { writeOrders } from './write-orders.ts';
import { writeFamilies, writeRecords, writeRelated } from './write-records.ts';
import { writeTerms } from './write-terms.ts';

export type Progress = (step: string, done?: number, total?: number) => void;

/** The same trees in any order give the same bytes. */
export function compile(
  content: { trees: Tree[]; families: FamilyNames },
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
  longestSection = LONGEST_SECTION,
): Uint8Array {
  const trees = content.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const slugs = trees.map(({ slug }) => slug);
  const rounds = trees.length * LOCALES.length;
  const records = writeRecords(trees, (done) => progress('writing records', done, rounds), longestSection);
  progress('sorting');
  const { orders, ranks } = writeOrders(trees);
  progress('indexing');
  return encode(
    { trees: trees.length },
    {
      ...writeStrings('slugs', slugs),
      ...writeFormerSlugs(trees),
      ...records,
      ...writeFamilies(trees, content.families),
      ...writeRelated(trees),
      orders,
      ranks,
      ...writeFacets(trees, ranks, thresholds),
      ...writeIdentifiers(trees),
      ...writeNames(trees),
      ...writeTerms(trees, orders, thresholds, (done) => progress('indexing', done, rounds)),
    },
    FORMAT_VERSION,
    longestSection,
  );
}
