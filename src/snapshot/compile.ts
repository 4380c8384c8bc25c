// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import type { RegionMap } from '../domain/region-map.ts';
import type { FamilyNames, Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { Base, type BaseParts, basePartsOf } from './base.ts';
import { encode, FORMAT_VERSION, LONGEST_SECTION, type NamedSections } from './format.ts';
import { IndexThread } from './index-in-thread.ts';
import { type IndexTexts, indexTextsOf } from './index-texts.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { writeStrings } from './strings.ts';
import { writeFacets } from './write-facets.ts';
import { writeFormerSlugs } from './write-former-slugs.ts';
import { writeIdentifiers } from './write-identifiers.ts';
import { type Index, writeIndex } from './write-index.ts';
import { writeOrders } from './write-orders.ts';
import { type Step, writeFamilies, writeRecords, writeRelated } from './write-records.ts';

export type Progress = (step: string, done?: number, total?: number) => void;

interface CompiledContent {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** From so many trees on a second thread pays. */
export const MANY_TREES = 5_000;

/** A snapshot that this very code has made, and which trees of a content stand in it as they are. */
export interface FormerSnapshot {
  bytes: Uint8Array;
  has(tree: Tree): boolean;
}

/** The same trees in any order give the same bytes, whatever is known of some of them. */
export function compile(
  content: CompiledContent,
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
  longestSection = LONGEST_SECTION,
  former?: FormerSnapshot,
): Uint8Array {
  const sorted = inOrder(content, progress, former);
  const others = writeOthers(sorted, content, thresholds, longestSection, progress);
  const index = writeIndex(textsOf(sorted), thresholds, indexing(sorted, progress));
  return encode({ trees: sorted.trees.length }, joined(others, index, content), FORMAT_VERSION, longestSection);
}

/** The same bytes, with the help of a second thread where there are many trees: it is given few of their texts. */
export async function compileInThreads(
  content: CompiledContent,
  progress: Progress = () => {},
  fewest = MANY_TREES,
  former?: FormerSnapshot,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return compile(content, progress, undefined, undefined, former);
  const sorted = inOrder(content, progress, former);
  const texts = textsOf(sorted);
  await using thread = new IndexThread(texts, THRESHOLDS, indexing(sorted, progress));
  const others = writeOthers(sorted, content, THRESHOLDS, LONGEST_SECTION, progress);
  // What it could not do is done here: if that fails as well, it says why.
  const index = (await thread.index) ?? writeIndex(texts, THRESHOLDS, indexing(sorted, progress));
  return encode({ trees: sorted.trees.length }, joined(others, index, content));
}

function joined(others: NamedSections, { names, terms }: Index, { map }: CompiledContent): NamedSections {
  // Of a catalogue without a map it is left out: so it is what it was before there were any.
  return { ...others, ...names, ...(map && { map: Buffer.from(JSON.stringify(map)) }), ...terms };
}

/** Trees by number, and in every ordering. */
interface Sorted {
  trees: Tree[];
  orders: Uint32Array;
  ranks: Uint32Array;
  baseParts: BaseParts | undefined;
  base: Base | undefined;
}

function textsOf({ trees, orders, baseParts }: Sorted): IndexTexts {
  return indexTextsOf(trees, orders, baseParts);
}

function indexing({ trees }: Sorted, progress: Progress): Step {
  return (done) => progress('indexing', done, trees.length * LOCALES.length);
}

function inOrder(content: CompiledContent, progress: Progress, former: FormerSnapshot | undefined): Sorted {
  const trees = content.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const baseParts = former && basePartsOf(former.bytes, trees, (tree) => former.has(tree));
  const base = baseParts && new Base(baseParts);
  progress('sorting');
  return { trees, ...writeOrders(trees, base), baseParts, base };
}

/** All sections but those of names and words, and the map. */
function writeOthers(
  { trees, orders, ranks, base }: Sorted,
  { families }: CompiledContent,
  thresholds: Thresholds,
  longestSection: number,
  progress: Progress,
): NamedSections {
  const written: Step = (done) => progress('writing records', done, trees.length * LOCALES.length);
  const records = writeRecords(trees, written, longestSection, base);
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
  };
}
