// In charge of compiling checked trees into a snapshot: everything that an answer needs is worked out here, once.

import type { RegionMap } from '../domain/region-map.ts';
import { bySlug, type FamilyNames, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { LONGEST_SECTION, type NamedSections, SnapshotError } from './format.ts';
import { GatheredIndex, type Index, type IndexOrder } from './gathered-index.ts';
import { GatheredTrees, type NumberedTrees } from './gathered-trees.ts';
import { IndexFeed } from './index-feed.ts';
import { byLocale, textsIn, textsOf } from './index-texts.ts';
import { NO_TREE, THRESHOLDS, type Thresholds } from './layout.ts';
import type { MarkedBytes } from './open.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import type { Step } from './write-records.ts';

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
  const [gathered, index] = [new GatheredTrees(longestSection), new GatheredIndex()];
  gather(content.trees, progress, (tree) => {
    index.add(textsOf(tree));
    gathered.add(tree);
  });
  progress('sorting');
  const numbered = gathered.numbered(Uint32Array.from(content.trees.keys()));
  progress('indexing');
  writer.add(numbered.sections(content.families, thresholds));
  const step: Step = (done) => progress('indexing', done, numbered.length * LOCALES.length);
  writer.add(indexOf(index.written(numbered.indexOrder(thresholds), step), content));
  return writer.finish({ trees: numbered.length });
}

/** The same bytes, with the help of a second thread where there are many trees. */
export async function compileInThreads(
  content: CompiledContent,
  progress: Progress = () => {},
  fewest = MANY_TREES,
): Promise<Uint8Array> {
  await using compiler = new Compiler(progress, fewest);
  gather(content.trees, progress, (tree) => compiler.add(tree));
  compiler.order(Uint32Array.from(content.trees.keys()));
  return await compiler.compiled(content);
}

/** In the order of their slugs. */
function gather(trees: Tree[], progress: Progress, add: (tree: Tree) => void): void {
  for (const [done, tree] of bySlug(trees).entries()) {
    add(tree);
    progress('writing records', (done + 1) * LOCALES.length, trees.length * LOCALES.length);
  }
}

interface Ordered {
  numbered: NumberedTrees;
  index: IndexOrder;
}

/**
 * Takes trees as they come, so that none of them has to be held: their records are written at once, and their words and names are taken
 * apart, by a second thread where there are many.
 */
export class Compiler {
  readonly #progress: Progress;
  readonly #step: Step = (done) => this.#progress('indexing', done, this.#left * LOCALES.length);
  readonly #gathered: GatheredTrees;
  readonly #feed: IndexFeed;
  #left = 0;
  #ordered: Ordered | undefined;
  #failure: SnapshotError | undefined;

  constructor(progress: Progress, fewest = MANY_TREES, longestSection = LONGEST_SECTION) {
    this.#progress = progress;
    this.#gathered = new GatheredTrees(longestSection);
    this.#feed = new IndexFeed(fewest, this.#step);
  }

  /** Its place among all that came. What is too large is told at the end: there may be more to say of trees until then. */
  add(tree: Tree): number {
    if (this.#failure) return NO_TREE;
    try {
      this.#feed.add(textsOf(tree));
      return this.#gathered.add(tree);
    } catch (error) {
      if (!(error instanceof SnapshotError)) throw error;
      this.#failure = error;
      return NO_TREE;
    }
  }

  /** All have come: these are left, in the order of their slugs. A second thread has enough to do from here on. */
  order(places: Uint32Array): void {
    if (this.#failure) throw this.#failure;
    this.#left = places.length;
    this.#progress('sorting');
    const numbered = this.#gathered.numbered(places);
    const index = numbered.indexOrder(THRESHOLDS);
    this.#feed.order(index);
    this.#ordered = { numbered, index };
  }

  /** Of those that are left. */
  async compiled(beside: Omit<CompiledContent, 'trees'>): Promise<Uint8Array> {
    const { numbered, index: order } = this.#ordered as Ordered;
    this.#progress('indexing');
    const writer = new SnapshotWriter();
    writer.add(numbered.sections(beside.families, THRESHOLDS));
    const index = (await this.#feed.index(order)) ?? indexAgain(writer, numbered, this.#step);
    writer.addForGood(indexOf(index, beside));
    return writer.finish({ trees: numbered.length });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#feed[Symbol.asyncDispose]();
  }
}

/** What a thread could not do is done out of what was written: if that fails as well, it says why. */
function indexAgain(writer: SnapshotWriter, numbered: NumberedTrees, step: Step): Index {
  const gathered = new GatheredIndex();
  const records = byLocale((locale) => recordsWrittenBy(writer, locale));
  for (let tree = 0; tree < numbered.length; tree++) gathered.add(textsIn(records, tree));
  return gathered.written(numbered.orderByNumber(THRESHOLDS), step);
}

function recordsWrittenBy(writer: SnapshotWriter, locale: Locale): MarkedBytes {
  const { buffer, byteOffset, byteLength } = writer.section(`records.${locale}.marks`);
  const marks = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
  return { bytes: writer.section(`records.${locale}.bytes`), marks };
}

/** What comes after all others. Of a catalogue without a map it is left out: so it is what it was before there were any. */
export function indexOf(
  { names, terms }: Record<'names' | 'terms', NamedSections>,
  { map }: Pick<CompiledContent, 'map'>,
): NamedSections {
  return { ...names, ...(map && { map: Buffer.from(JSON.stringify(map)) }), ...terms };
}
