// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import { SORTS } from '../domain/questions.ts';
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
import { writeNames } from './write-names.ts';
import { Orders } from './write-orders.ts';
import { type Step, writeFamilies, writeRecords, writeRelated } from './write-records.ts';
import { writeTerms } from './write-terms.ts';

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
  const numbered = inOrder(content, progress, former);
  const others = writeOthers(numbered, content, thresholds, longestSection, progress);
  const texts = textsOf(numbered);
  const terms = writeTerms(texts, thresholds, indexing(numbered, progress), numbered.base);
  const names = writeNames(texts, numbered.base);
  const sections = joined(others, names, terms, content);
  return encode({ trees: numbered.trees.length }, sections, FORMAT_VERSION, longestSection);
}

/**
 * The same bytes, with the help of a second thread where there are many trees: it is given few of their texts, and takes their words
 * apart. Their names are for whoever is free first.
 */
export async function compileInThreads(
  content: CompiledContent,
  progress: Progress = () => {},
  fewest = MANY_TREES,
  former?: FormerSnapshot,
): Promise<Uint8Array> {
  if (content.trees.length < fewest) return compile(content, progress, undefined, undefined, former);
  const numbered = inOrder(content, progress, former);
  const { trees, base } = numbered;
  const texts = textsOf(numbered);
  await using thread = new IndexThread(texts, THRESHOLDS, indexing(numbered, progress));
  const others = writeOthers(numbered, content, THRESHOLDS, LONGEST_SECTION, progress);
  const ownNames = thread.takesNames() ? writeNames(texts, base) : undefined;
  const index = await thread.index;
  // What it could not do is done here: if that fails as well, it says why.
  const terms = index?.terms ?? writeTerms(texts, THRESHOLDS, indexing(numbered, progress), base);
  const names = ownNames ?? index?.names ?? writeNames(texts, base);
  return encode({ trees: trees.length }, joined(others, names, terms, content));
}

function joined(
  others: NamedSections,
  names: NamedSections,
  terms: NamedSections,
  { map }: CompiledContent,
): NamedSections {
  // Of a catalogue without a map it is left out: so it is what it was before there were any.
  return { ...others, ...names, ...(map && { map: Buffer.from(JSON.stringify(map)) }), ...terms };
}

/** Trees by number, and their orders by titles; the others follow. */
interface Numbered {
  trees: Tree[];
  orders: Orders;
  baseParts: BaseParts | undefined;
  base: Base | undefined;
}

function textsOf({ trees, orders, baseParts }: Numbered): IndexTexts {
  return indexTextsOf(trees, orders.orders, baseParts);
}

function indexing({ trees }: Numbered, progress: Progress): Step {
  return (done) => progress('indexing', done, trees.length * LOCALES.length);
}

function inOrder(content: CompiledContent, progress: Progress, former: FormerSnapshot | undefined): Numbered {
  const trees = content.trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  const baseParts = former && basePartsOf(former.bytes, trees, (tree) => former.has(tree));
  const base = baseParts && new Base(baseParts);
  progress('sorting');
  const orders = new Orders(trees, base);
  orders.sortBy('title');
  return { trees, orders, baseParts, base };
}

/** All sections but those of names and words, and the map. */
function writeOthers(
  { trees, orders, base }: Numbered,
  { families }: CompiledContent,
  thresholds: Thresholds,
  longestSection: number,
  progress: Progress,
): NamedSections {
  for (const sort of SORTS) if (sort !== 'title') orders.sortBy(sort);
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
    orders: orders.orders,
    ranks: orders.ranks,
    ...writeFacets(trees, orders.ranks, thresholds),
    ...writeIdentifiers(trees),
  };
}
