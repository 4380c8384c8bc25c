// In charge of a snapshot that is made from the one before it and from the trees that are new or have changed. It is the same to the
// byte as one that is compiled from all trees: what is known of those that are as they were is renumbered, and not worked out again.

import { KnownTree } from '../content/outline.ts';
import type { RegionMap } from '../domain/region-map.ts';
import { bySlug, type FamilyNames, type Tree } from '../domain/tree.ts';
import { Base, type BaseParts, basePartsOf, type FreshTrees } from './base.ts';
import { indexOf, MANY_TREES, type Progress } from './compile.ts';
import { LONGEST_SECTION } from './format.ts';
import { type IndexWork, indexBeside, nameSections, termSections } from './index-in-thread.ts';
import { indexTextsOf, titleRanksIn } from './index-texts.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { patchFacets } from './patch-facets.ts';
import { type SectionsToWrite, SnapshotWriter } from './snapshot-writer.ts';
import { writeStrings } from './strings.ts';
import { writeFacets } from './write-facets.ts';
import { patchFormerSlugs } from './write-former-slugs.ts';
import { patchIdentifiers } from './write-identifiers.ts';
import { Orders } from './write-orders.ts';
import { patchRecords, writeFamilies } from './write-records.ts';
import { patchRelated } from './write-related.ts';

interface PatchedContent {
  /** Those that are known stand in the snapshot as they are. */
  trees: (Tree | KnownTree)[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** The snapshot before is one that this very code has made. */
export function patch(
  content: PatchedContent,
  before: Uint8Array,
  progress: Progress = () => {},
  thresholds: Thresholds = THRESHOLDS,
  longestSection = LONGEST_SECTION,
): Uint8Array {
  const writer = new SnapshotWriter({ longestSection });
  const patching = begin(content, before, progress);
  const work = indexWorkOf(patching, thresholds);
  writer.add(patchOthers(patching, content, thresholds, progress));
  writer.add(indexOf({ names: nameSections(work), terms: termSections(work, () => {}) }, content));
  return writer.finish({ trees: patching.base.trees });
}

/** The same bytes, with the help of a second thread where there are many trees. Who has room for them may give it. */
export async function patchInThreads(
  content: PatchedContent,
  before: Uint8Array,
  progress: Progress = () => {},
  room?: SharedArrayBuffer,
  fewest = MANY_TREES,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return patch(content, before, progress);
  const writer = new SnapshotWriter({ room });
  const patching = begin(content, before, progress);
  const index = await indexBeside(
    indexWorkOf(patching, THRESHOLDS),
    () => {},
    () => writer.add(patchOthers(patching, content, THRESHOLDS, progress)),
  );
  writer.add(indexOf(index, content));
  return writer.finish({ trees: patching.base.trees });
}

interface Patching {
  slugs: string[];
  baseParts: BaseParts;
  base: Base;
  fresh: FreshTrees;
  orders: Orders;
}

function begin(content: PatchedContent, before: Uint8Array, progress: Progress): Patching {
  progress('sorting');
  const trees = bySlug(content.trees);
  const slugs = trees.map(({ slug }) => slug);
  const baseParts = basePartsOf(before, slugs, (tree) => trees[tree] instanceof KnownTree);
  const base = new Base(baseParts);
  const fresh = new Map(trees.entries().filter((entry): entry is [number, Tree] => !(entry[1] instanceof KnownTree)));
  const orders = new Orders(trees.length);
  orders.patch(fresh, base);
  return { slugs, baseParts, base, fresh, orders };
}

function indexWorkOf({ baseParts, fresh, orders: { ranks } }: Patching, thresholds: Thresholds): IndexWork {
  const trees = baseParts.before.length;
  const texts = indexTextsOf([...fresh.values()], Uint32Array.from(fresh.keys()), ranks, trees);
  return { texts, thresholds, former: { base: baseParts, titleRanks: titleRanksIn(ranks, trees) } };
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
    ...writeFamilies(facets.family, families),
    ...patchRelated(fresh, base),
    orders: orders.orders,
    ranks: orders.ranks,
    ...writeFacets(facets, base.trees, orders.ranks, thresholds),
    ...patchIdentifiers(fresh, base),
    ...patchRecords(fresh, base),
  };
}
