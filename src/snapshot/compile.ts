// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import type { FamilyNames } from '../content/families.ts';
import type { Tree } from '../tree.ts';
import { LOCALES } from '../vocabulary.ts';
import { encode, type Section } from './format.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { writeStrings } from './strings.ts';
import { writeFacets } from './write-facets.ts';
import { writeOrders } from './write-orders.ts';
import { writeFamilies, writeRecords, writeRelated } from './write-records.ts';
import { writeTerms } from './write-terms.ts';

export type Progress = (step: string, done?: number, total?: number) => void;

/** The same trees in any order give the same bytes. */
export function compile(
  content: { trees: Tree[]; families: FamilyNames },
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
): Uint8Array {
  const trees = content.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const sections = new Map<string, Section>();
  const rounds = trees.length * LOCALES.length;
  writeStrings(
    sections,
    'slugs',
    trees.map((tree) => tree.slug),
  );
  writeRecords(sections, trees, (done) => progress('writing records', done, rounds));
  writeFamilies(sections, trees, content.families);
  writeRelated(sections, trees);
  progress('sorting');
  writeOrders(sections, trees);
  progress('indexing');
  writeFacets(sections, trees, thresholds);
  writeTerms(sections, trees, thresholds);
  return encode({ trees: trees.length }, sections);
}
