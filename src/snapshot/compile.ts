// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import { SORTS } from '../domain/questions.ts';
import type { RegionMap } from '../domain/region-map.ts';
import { bySlug, type FamilyNames, type Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { LONGEST_SECTION, type NamedSections } from './format.ts';
import { type IndexWork, indexBeside, nameSections, termSections } from './index-in-thread.ts';
import { indexTextsOf } from './index-texts.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { type SectionsToWrite, SnapshotWriter } from './snapshot-writer.ts';
import { writeStrings } from './strings.ts';
import { collectFacets, writeFacets } from './write-facets.ts';
import { writeFormerSlugs } from './write-former-slugs.ts';
import { writeIdentifiers } from './write-identifiers.ts';
import { Orders } from './write-orders.ts';
import { type Step, writeFamilies, writeRecords } from './write-records.ts';
import { writeRelated } from './write-related.ts';

export type Progress = (step: string, done?: number, total?: number) => void;

/** What a snapshot is compiled from. */
export interface CompiledContent {
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
  const writer = new SnapshotWriter({ longestSection });
  const numbered = inOrder(content, progress);
  const work = indexWorkOf(numbered, thresholds);
  writer.add(othersOf(numbered, content, thresholds, progress));
  const terms = termSections(work, indexing(numbered, progress));
  writer.add(indexOf({ names: nameSections(work), terms }, content));
  return writer.finish({ trees: numbered.trees.length });
}

/**
 * The same bytes, with the help of a second thread where there are many trees: it is given few of their texts, and takes their words
 * apart. Their names are for whoever is free first.
 */
export async function compileInThreads(
  content: CompiledContent,
  progress: Progress = () => {},
  fewest = MANY_TREES,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return compile(content, progress);
  const writer = new SnapshotWriter();
  const numbered = inOrder(content, progress);
  const index = await indexBeside(indexWorkOf(numbered, THRESHOLDS), indexing(numbered, progress), () =>
    writer.add(othersOf(numbered, content, THRESHOLDS, progress)),
  );
  writer.add(indexOf(index, content));
  return writer.finish({ trees: numbered.trees.length });
}

/** What comes after all others. Of a catalogue without a map it is left out: so it is what it was before there were any. */
export function indexOf(
  { names, terms }: Record<'names' | 'terms', NamedSections>,
  { map }: Pick<CompiledContent, 'map'>,
): NamedSections {
  return { ...names, ...(map && { map: Buffer.from(JSON.stringify(map)) }), ...terms };
}

/** Trees by number, and their orders by titles; the others follow. */
interface Numbered {
  trees: Tree[];
  orders: Orders;
}

function indexWorkOf({ trees, orders }: Numbered, thresholds: Thresholds): IndexWork {
  return { texts: indexTextsOf(trees, Uint32Array.from(trees.keys()), orders.ranks, trees.length), thresholds };
}

function indexing({ trees }: Numbered, progress: Progress): Step {
  return (done) => progress('indexing', done, trees.length * LOCALES.length);
}

function inOrder(content: CompiledContent, progress: Progress): Numbered {
  const trees = bySlug(content.trees);
  progress('sorting');
  const orders = new Orders(trees.length);
  orders.sortBy('title', trees);
  return { trees, orders };
}

/** All sections but those of names and words, and the map. */
function othersOf(
  { trees, orders }: Numbered,
  { families }: CompiledContent,
  thresholds: Thresholds,
  progress: Progress,
): SectionsToWrite {
  for (const sort of SORTS) if (sort !== 'title') orders.sortBy(sort, trees);
  progress('indexing');
  const facets = collectFacets(trees);
  const slugs = trees.map(({ slug }) => slug);
  return {
    ...writeStrings('slugs', slugs),
    ...writeFormerSlugs(trees.entries()),
    ...writeFamilies(facets.family, families),
    ...writeRelated(trees),
    orders: orders.orders,
    ranks: orders.ranks,
    ...writeFacets(facets, trees.length, orders.ranks, thresholds),
    ...writeIdentifiers(trees.entries()),
    ...writeRecords(trees, (done) => progress('writing records', done, trees.length * LOCALES.length)),
  };
}
