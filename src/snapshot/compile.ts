// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import { SORTS } from '../domain/questions.ts';
import type { RegionMap } from '../domain/region-map.ts';
import { bySlug, type FamilyNames, type Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { encode, LONGEST_SECTION, type NamedSections } from './format.ts';
import { type IndexWork, indexBeside, nameSections, termSections } from './index-in-thread.ts';
import { indexTextsOf } from './index-texts.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
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
  const numbered = inOrder(content, progress);
  const others = writeOthers(numbered, content, thresholds, longestSection, progress);
  const work = indexWorkOf(numbered, thresholds);
  const terms = termSections(work, indexing(numbered, progress));
  const sections = joined({ others, names: nameSections(work), terms }, content.map);
  return encode({ trees: numbered.trees.length }, sections, undefined, longestSection);
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
  const numbered = inOrder(content, progress);
  const written = await indexBeside(indexWorkOf(numbered, THRESHOLDS), indexing(numbered, progress), () =>
    writeOthers(numbered, content, THRESHOLDS, LONGEST_SECTION, progress),
  );
  return encode({ trees: numbered.trees.length }, joined(written, content.map));
}

/** In the order in which they are written. Of a catalogue without a map it is left out: so it is what it was before there were any. */
export function joined(
  { others, names, terms }: Record<'others' | 'names' | 'terms', NamedSections>,
  map: RegionMap | undefined,
): NamedSections {
  return { ...others, ...names, ...(map && { map: Buffer.from(JSON.stringify(map)) }), ...terms };
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
function writeOthers(
  { trees, orders }: Numbered,
  { families }: CompiledContent,
  thresholds: Thresholds,
  longestSection: number,
  progress: Progress,
): NamedSections {
  for (const sort of SORTS) if (sort !== 'title') orders.sortBy(sort, trees);
  const written: Step = (done) => progress('writing records', done, trees.length * LOCALES.length);
  const records = writeRecords(trees, written, longestSection);
  progress('indexing');
  const facets = collectFacets(trees);
  const slugs = trees.map(({ slug }) => slug);
  return {
    ...writeStrings('slugs', slugs),
    ...writeFormerSlugs(trees.entries()),
    ...records,
    ...writeFamilies(facets.family, families),
    ...writeRelated(trees),
    orders: orders.orders,
    ranks: orders.ranks,
    ...writeFacets(facets, trees.length, orders.ranks, thresholds),
    ...writeIdentifiers(trees.entries()),
  };
}
