// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import type { RegionMap } from '../domain/region-map.ts';
import type { FamilyNames, Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { encode, FORMAT_VERSION, LONGEST_SECTION, type NamedSections } from './format.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { writeStrings } from './strings.ts';
import { TermsThread } from './terms-in-thread.ts';
import { writeFacets } from './write-facets.ts';
import { writeFormerSlugs } from './write-former-slugs.ts';
import { writeIdentifiers } from './write-identifiers.ts';
import { writeNames } from './write-names.ts';
import { writeOrders } from './write-orders.ts';
import { type Step, writeFamilies, writeRecords, writeRelated } from './write-records.ts';
import { termTextsOf, writeTerms } from './write-terms.ts';

export type Progress = (step: string, done?: number, total?: number) => void;

interface CompiledContent {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** From so many trees on a second thread pays. */
export const MANY_TREES = 5_000;

/** The same trees in any order give the same bytes. */
export function compile(
  content: CompiledContent,
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
  longestSection = LONGEST_SECTION,
): Uint8Array {
  const { trees, orders, ranks } = sorted(content, progress);
  const others = writeOthers({ ...content, trees }, { orders, ranks }, thresholds, longestSection, progress);
  const terms = writeTerms(termTextsOf(trees, orders), thresholds, indexing(trees, progress));
  return encode({ trees: trees.length }, { ...others, ...terms }, FORMAT_VERSION, longestSection);
}

/** The same bytes, with the help of a second thread where there are many trees: it takes words apart, which needs few texts. */
export async function compileInThreads(
  content: CompiledContent,
  progress: Progress = () => {},
  fewest = MANY_TREES,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return compile(content, progress);
  const { trees, orders, ranks } = sorted(content, progress);
  const texts = termTextsOf(trees, orders);
  await using thread = new TermsThread(texts, THRESHOLDS, indexing(trees, progress));
  const others = writeOthers({ ...content, trees }, { orders, ranks }, THRESHOLDS, LONGEST_SECTION, progress);
  // What it could not do is done here: if that fails as well, it says why.
  const terms = (await thread.sections) ?? writeTerms(texts, THRESHOLDS, indexing(trees, progress));
  return encode({ trees: trees.length }, { ...others, ...terms });
}

function indexing(trees: Tree[], progress: Progress): Step {
  return (done) => progress('indexing', done, trees.length * LOCALES.length);
}

interface Sorted {
  orders: Uint32Array;
  ranks: Uint32Array;
}

function sorted(content: CompiledContent, progress: Progress): Sorted & { trees: Tree[] } {
  const trees = content.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  progress('sorting');
  return { trees, ...writeOrders(trees) };
}

/** All sections but those of words. */
function writeOthers(
  { trees, families, map }: CompiledContent,
  { orders, ranks }: Sorted,
  thresholds: Thresholds,
  longestSection: number,
  progress: Progress,
): NamedSections {
  const written: Step = (done) => progress('writing records', done, trees.length * LOCALES.length);
  const records = writeRecords(trees, written, longestSection);
  progress('indexing');
  return {
    ...writeStrings(
      'slugs',
      trees.map(({ slug }) => slug),
    ),
    ...writeFormerSlugs(trees),
    ...records,
    ...writeFamilies(trees, families),
    ...writeRelated(trees),
    orders,
    ranks,
    ...writeFacets(trees, ranks, thresholds),
    ...writeIdentifiers(trees),
    ...writeNames(trees),
    // Of a catalogue without a map it is left out: so it is what it was before there were any.
    ...(map && { map: Buffer.from(JSON.stringify(map)) }),
  };
}
