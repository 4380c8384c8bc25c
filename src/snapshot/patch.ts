// In charge of a snapshot that is made from the one before it and from the trees that are new or have changed. It is the same to the
// byte as one that is compiled from all trees: what is known of those that are as they were is renumbered, and not worked out again.

import { KnownTree } from '../content/model/outline.ts';
import type { RegionMap } from '../domain/region-map.ts';
import type { FamilyNames, Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { Base, type BaseParts, type FreshTrees } from './base.ts';
import { indexOf, MANY_TREES, type Progress } from './compile.ts';
import { LONGEST_SECTION, type NamedSections } from './format.ts';
import { indexTextsOf, titleRanksIn } from './index-texts.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { patchFacets } from './patch-facets.ts';
import { type IndexPieces, PatchThread, type PatchWork, patchMissing, patchPieces } from './patch-index.ts';
import { type SectionsToWrite, SnapshotWriter } from './snapshot-writer.ts';
import { writeStrings } from './strings.ts';
import { patchFormerSlugs } from './write-former-slugs.ts';
import { patchIdentifiers } from './write-identifiers.ts';
import { Orders } from './write-orders.ts';
import { writePatchedFacets } from './write-patched-facets.ts';
import { patchRecords, writeFamilies } from './write-records.ts';
import { patchRelated } from './write-related.ts';

interface PatchedContent {
  /** By their numbers. Those that the base has are only looked at for their slugs. */
  trees: (Tree | KnownTree)[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

export function patch(
  content: PatchedContent,
  base: BaseParts,
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
  longestSection = LONGEST_SECTION,
): Uint8Array {
  const writer = new SnapshotWriter({ longestSection });
  const patching = begin(content, base, progress);
  const work = indexWorkOf(patching, thresholds);
  writer.add(patchOthers(patching, content, thresholds, progress));
  writer.add(sectionsOf(patchMissing({}, work, patching.base), content));
  return writer.finish({ trees: patching.base.trees });
}

/** The same bytes, with the help of a second thread where there are many trees. Who has room for them may give it. */
export async function patchInThreads(
  content: PatchedContent,
  base: BaseParts,
  progress: Progress = () => {},
  room?: SharedArrayBuffer,
  fewest = MANY_TREES,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return patch(content, base, progress);
  const writer = new SnapshotWriter({ room });
  await using thread = new PatchThread();
  const patching = begin(content, base, progress);
  const work = indexWorkOf(patching, THRESHOLDS);
  const helped = thread.work(work);
  writer.add(patchOthers(patching, content, THRESHOLDS, progress));
  const own = patchPieces(thread.taken.takeFromEnd(), work, patching.base);
  writer.add(sectionsOf(patchMissing({ ...own, ...(await helped) }, work, patching.base), content));
  return writer.finish({ trees: patching.base.trees });
}

/** In the order in which they are written. */
function sectionsOf({ names, ...terms }: Required<IndexPieces>, content: PatchedContent): NamedSections {
  const inOrder = Object.assign({}, ...LOCALES.map((locale) => terms[locale])) as NamedSections;
  return indexOf({ names, terms: inOrder }, content);
}

interface Patching {
  slugs: string[];
  baseParts: BaseParts;
  base: Base;
  fresh: FreshTrees;
  orders: Orders;
}

function begin({ trees }: PatchedContent, baseParts: BaseParts, progress: Progress): Patching {
  progress('sorting');
  const slugs = trees.map(({ slug }) => slug);
  const base = new Base(baseParts);
  const isFresh = (entry: [number, Tree | KnownTree]): entry is [number, Tree] => !(entry[1] instanceof KnownTree);
  const fresh = new Map(trees.entries().filter(isFresh));
  const orders = new Orders(trees.length);
  orders.patch(fresh, base);
  return { slugs, baseParts, base, fresh, orders };
}

function indexWorkOf({ baseParts, fresh, orders: { ranks } }: Patching, thresholds: Thresholds): PatchWork {
  const trees = baseParts.before.length;
  const texts = indexTextsOf([...fresh.values()], Uint32Array.from(fresh.keys()), ranks, trees);
  return { texts, thresholds, base: baseParts, titleRanks: titleRanksIn(ranks, trees) };
}

/** All sections but those of names and words, and the map. */
function patchOthers(
  { slugs, base, fresh, orders }: Patching,
  { families }: PatchedContent,
  thresholds: Thresholds,
  progress: Progress,
): SectionsToWrite {
  progress('indexing');
  const facets = patchFacets(fresh, base);
  return {
    ...writeStrings('slugs', slugs),
    ...patchFormerSlugs(fresh, base),
    ...writeFamilies({ ...facets.family, sets: Array.from(facets.family.counts, (length) => ({ length })) }, families),
    ...patchRelated(fresh, base),
    orders: orders.orders,
    ranks: orders.ranks,
    ...writePatchedFacets(facets, fresh, base, orders.ranks, thresholds),
    ...patchIdentifiers(fresh, base),
    ...patchRecords(fresh, base),
  };
}
