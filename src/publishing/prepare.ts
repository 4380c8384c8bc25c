// Reads a source and builds what a revision of it would hold. Trees that the previous snapshot has are not built again.

import { shrinkHeap } from '../config/garbage.ts';
import type { Settings } from '../config/settings.ts';
import type { ArchiveOptions } from '../content/formats/archives/archive.ts';
import { type Outline, outlineOf, type UnchangedTree } from '../content/model/outline.ts';
import type { Content } from '../content/read.ts';
import type { Progress } from '../content/source/context.ts';
import { bySlug, type Tree } from '../domain/tree.ts';
import { contentHash, hashText, treeText, versionHash } from '../domain/tree-hash.ts';
import { fold, type Locale } from '../domain/vocabulary.ts';
import { buildSnapshot, type Selection } from '../snapshot/build-snapshot.ts';
import { type Columns, HASH_BYTES } from '../snapshot/columns/columns.ts';
import { Outlines } from '../snapshot/columns/outline.ts';
import { treeIn } from '../snapshot/content-in.ts';
import { columnsOf, type Snapshot } from '../snapshot/open.ts';
import { textsIn } from '../snapshot/sections/strings.ts';
import type { Documents } from '../store/tables/documents.ts';
import type { NewVersion, Version } from '../store/tables/tree-versions.ts';
import type { CatalogueVersion } from './compare.ts';
import type { Previous } from './previous.ts';
import type { TextStore } from './text-store.ts';
import { type BuiltTree, TreeBuilders } from './tree-builders.ts';

/** With fewer built trees, collecting garbage costs more than it frees. */
const MIN_TREES_TO_SHRINK = 10_000;

interface PrepareOptions extends Pick<Settings, 'defaultLocale' | 'maxTreeSize'> {
  archive?: ArchiveOptions | undefined;
  progress?: Progress | undefined;
  previous?: Previous | undefined;
}

/** The outline of a tree that was read, and where its columns were built. */
export interface ReadTree extends Outline {
  hash: string;
  /** Undefined if the previous snapshot has the same tree. */
  built: BuiltTree | undefined;
}

export type PreparedContent = Content<ReadTree>;

export interface Prepared {
  content: PreparedContent;
  /** Undefined if the content has errors. */
  catalogue?: PreparedCatalogue;
}

export async function prepare(source: string, options: PrepareOptions): Promise<Prepared> {
  const { defaultLocale, maxTreeSize, archive, progress = () => {}, previous } = options;
  // Loaded by those who read content only: a server never does.
  const { readSource } = await import('../content/read.ts');
  await using builders = new TreeBuilders();
  const before = previous && new PreviousTrees(previous.snapshot);
  const keep = (tree: Tree): ReadTree => {
    const text = treeText(tree);
    const hash = hashText(text);
    const built = before?.hashOf(tree.slug) === hash ? undefined : builders.add(tree, text, hash);
    return { ...outlineOf(tree), hash, built };
  };
  const imported = previous && { data: previous.imported, outlineOf: (slug: string) => before?.outlineOf(slug) };
  const content = readSource(source, {
    defaultLocale,
    maxTreeBytes: maxTreeSize,
    archive,
    progress,
    previous: imported,
    keep,
  });
  if (content.errors.length > 0) return { content };
  if (builders.texts.length >= MIN_TREES_TO_SHRINK) shrinkHeap();
  progress('building');
  const segments = await builders.finish();
  return { content, catalogue: new PreparedCatalogue(content, segments, builders.texts, before) };
}

/** The trees of the previous snapshot, by slug. */
class PreviousTrees {
  readonly snapshot: Snapshot;
  readonly columns: Columns;
  readonly #outlines: Outlines;
  readonly #places: Map<string, number>;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.columns = columnsOf(snapshot);
    this.#outlines = new Outlines(this.columns);
    this.#places = new Map(textsIn(this.columns.slugs).map((slug, place) => [slug, place]));
  }

  placeOf(slug: string): number {
    return this.#places.get(slug) ?? -1;
  }

  hashOf(slug: string): string | undefined {
    const place = this.placeOf(slug);
    return place === -1 ? undefined : this.hashAt(place);
  }

  hashAt(place: number): string {
    return this.snapshot.treeHashes.toString('hex', place * HASH_BYTES, (place + 1) * HASH_BYTES);
  }

  outlineOf(slug: string): Outline | undefined {
    const place = this.placeOf(slug);
    return place === -1 ? undefined : this.#outlines.at(place);
  }
}

/** A tree of the new catalogue, by slug. */
interface Entry {
  slug: string;
  hash: string;
  outline: Outline;
  built: BuiltTree | undefined;
  /** Its place in the previous snapshot, if it was not built. */
  place: number;
}

export class PreparedCatalogue implements CatalogueVersion {
  readonly documents: Documents;
  readonly versions: ReadonlyMap<string, Version>;
  /** The identity of the catalogue. */
  readonly hash: string;
  /** How many families its trees are of. */
  readonly families: number;
  readonly #entries: Entry[];
  #bySlug: Map<string, Entry> | undefined;
  readonly #segments: Columns[];
  readonly #texts: TextStore;
  readonly #previous: PreviousTrees | undefined;

  constructor(content: PreparedContent, segments: Columns[], texts: TextStore, previous: PreviousTrees | undefined) {
    const { families, map } = content;
    this.documents = { families, map };
    this.#segments = segments;
    this.#texts = texts;
    this.#previous = previous;
    this.#entries = bySlug(content.trees).map((tree) => entryOf(tree, previous));
    const folded = this.#entries.map(({ outline }) => fold(outline.family));
    const hashes = this.#entries.map(({ hash }, index) => versionHash(hash, families.get(folded[index])));
    this.families = new Set(folded).size;
    this.versions = versionsOf(this.#entries, hashes);
    this.hash = contentHash(
      this.#entries.map(({ slug }) => slug),
      hashes,
      map,
    );
  }

  get trees(): number {
    return this.#entries.length;
  }

  async records(slugs: string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(slugs.map((slug) => [slug, this.record(slug)]));
  }

  record(slug: string): string {
    this.#bySlug ??= new Map(this.#entries.map((entry) => [entry.slug, entry]));
    const { built, place } = this.#bySlug.get(slug) as Entry;
    if (built) return this.#texts.get(built.text);
    return treeText(treeIn((this.#previous as PreviousTrees).snapshot, place));
  }

  /** How many trees have a text in a language, and are the same in another version of the catalogue. */
  textsUnchanged(locale: Locale, before: CatalogueVersion['versions']): number {
    const isSame = (slug: string) => before.get(slug)?.hash === this.versions.get(slug)?.hash;
    return this.#entries.filter(({ slug, outline }) => outline.texts[locale] && isSame(slug)).length;
  }

  /** The snapshot in shared memory. Called once: it frees what it is built from, and records too unless they are still needed. */
  snapshot(progress: Progress, { keepRecords = false } = {}): Uint8Array {
    const selections: Selection[] = this.#segments.map((columns, segment) => ({
      columns,
      places: Uint32Array.from(this.#entries.flatMap(({ built }) => (built?.segment === segment ? built.place : []))),
    }));
    const unchanged = this.#entries.filter(({ built }) => !built).map(({ place }) => place);
    if (this.#previous) selections.push({ columns: this.#previous.columns, places: Uint32Array.from(unchanged) });
    if (!keepRecords) this.#texts.release();
    if (this.#texts.length >= MIN_TREES_TO_SHRINK) shrinkHeap();
    return buildSnapshot({ selections, ...this.documents }, { progress, releaseColumns: true });
  }
}

function entryOf(tree: ReadTree | UnchangedTree, previous: PreviousTrees | undefined): Entry {
  const built = 'built' in tree ? tree.built : undefined;
  const place = built ? -1 : (previous as PreviousTrees).placeOf(tree.slug);
  const hash = 'hash' in tree ? tree.hash : (previous as PreviousTrees).hashAt(place);
  return { slug: tree.slug, hash, outline: 'isUnchanged' in tree ? tree.outline : tree, built, place };
}

/** What each slug leads to. */
function versionsOf(entries: Entry[], hashes: string[]): Map<string, Version> {
  const versions = new Map<string, Version>();
  for (const { slug, outline } of entries)
    for (const former of outline.formerSlugs) versions.set(former, { slug: former, hash: null, movedTo: slug });
  for (const [index, { slug }] of entries.entries()) versions.set(slug, { slug, hash: hashes[index], movedTo: null });
  return versions;
}

/** What a revision has to store, so that each slug leads to what it leads to after. */
export function* newVersions(before: CatalogueVersion['versions'], after: PreparedCatalogue): Generator<NewVersion> {
  for (const version of after.versions.values()) {
    const { slug, hash, movedTo } = version;
    const old = before.get(slug);
    if (old?.hash !== hash || old.movedTo !== movedTo)
      yield { ...version, record: hash === null ? null : after.record(slug) };
  }
  for (const slug of before.keys())
    if (!after.versions.has(slug)) yield { slug, hash: null, movedTo: null, record: null };
}
