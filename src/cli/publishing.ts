// In charge of the way from a source to the active revision, all or nothing: it is read and checked, compiled and stored. Where most of it
// is as it was published, only what has changed is. What would remove much is published only if somebody says that it is meant.

import { basename } from 'node:path';
import { collectGarbage } from '../config/garbage.ts';
import type { Settings } from '../config/settings.ts';
import { SourceChangedError } from '../content/files.ts';
import type { Fingerprint } from '../content/fingerprint.ts';
import type { ArchiveOptions } from '../content/formats/dwca/archive.ts';
import { type Kept, KeptTrees, keptOf } from '../content/kept-trees.ts';
import type { KnownTrees } from '../content/known-trees.ts';
import { KnownTree, type Outline, outlineOf } from '../content/outline.ts';
import type { Content, Report } from '../content/read.ts';
import type { Difference } from '../domain/compare.ts';
import { bySlug, type Tree } from '../domain/tree.ts';
import { cacheOf } from '../server/cache.ts';
import { keepLastPublished, readLastPublished } from '../server/last-published.ts';
import { withStore } from '../server/with-store.ts';
import { basePartsOf } from '../snapshot/base.ts';
import { Compiler, compileInThreads, MANY_TREES } from '../snapshot/compile.ts';
import { treeIn } from '../snapshot/content-in.ts';
import { SnapshotError } from '../snapshot/format.ts';
import { openSnapshot, type Snapshot } from '../snapshot/open.ts';
import { patchInThreads } from '../snapshot/patch.ts';
import { numbersBefore } from '../snapshot/told-trees.ts';
import { NoStoreError } from '../store/errors.ts';
import { FormerLostError, type FormerRevision, MEANWHILE } from '../store/former-revision.ts';
import { Packing } from '../store/packing.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { isArchiveSource } from './archive-flags.ts';
import { Failure } from './command.ts';
import { isGood, summary } from './findings.ts';
import { type ProgressBar, progressBar } from './progress.ts';
import {
  areMostKnown,
  beginFingerprint,
  bytesOf,
  type Former,
  formerOf,
  makerOf,
  publishedLast,
  recognised,
} from './published-last.ts';
import { Consent } from './risk.ts';
import { snapshotBefore } from './snapshot-before.ts';
import { allNew, NO_DIFFERENCE, UNKNOWN_RISK, type WhatChanged, whatChanged } from './what-changed.ts';

export interface Outcome {
  content: Report;
  /** Against the active revision; undefined where the content cannot be published. */
  difference?: Difference;
  /** The revision that holds the content, if there is one. */
  revision?: Revision;
  isNew: boolean;
  /** Whether it was written again, being active already. */
  isMended?: boolean | undefined;
  /** Why it was not published, or would not be. */
  refusal?: string;
}

interface Manner {
  note: string | null;
  isDryRun?: boolean;
  /** Whether warnings count as errors. */
  isStrict?: boolean;
  /** Whether what is stored already is written again. */
  isMending?: boolean;
  /** Whether many trees may be removed; the question says which. */
  mayRemove?(question: string): Promise<boolean>;
  /** What is to be made of an archive. */
  archive?: ArchiveOptions;
  /** Hears that a new store was made. */
  tell?(news: string): void;
}

/** The source never stayed as it was for as long as it takes to read it. */
export class RestlessSourceError extends Failure {}

export async function publishSource(source: string, settings: Settings, manner: Manner): Promise<Outcome> {
  const bar = progressBar(process.stderr);
  const publishing = new Publishing(source, settings, manner, bar);
  try {
    return await publishing.run();
  } finally {
    bar.clear();
    publishing.tellNews();
  }
}

/** Content that was read, with what is remembered of it. */
interface Read<T extends Outline = Outline> {
  content: Content<T>;
  fingerprint: Fingerprint | undefined;
  /** What the next publish has to know of its trees, from when they are let go. */
  kept?: Kept;
}

/** What is held of a tree that was given to a compiler while it was read: its place there, and what is looked at across trees. */
interface GivenTree extends Outline {
  place: number;
}

class Publishing {
  readonly #source: string;
  readonly #settings: Settings;
  readonly #manner: Manner;
  readonly #bar: ProgressBar;
  /** Told when the bar is gone: the two would stand in one line. */
  #news: string | undefined;
  readonly #consent: Consent;
  /** The number of the revision that the slugs of an archive's taxa are from; null where there is none. */
  #slugsFrom: number | null | undefined;

  constructor(source: string, settings: Settings, manner: Manner, bar: ProgressBar) {
    this.#source = source;
    this.#settings = settings;
    this.#manner = manner;
    this.#bar = bar;
    this.#consent = new Consent(manner.mayRemove);
  }

  tellNews(): void {
    if (this.#news !== undefined) this.#manner.tell?.(this.#news);
  }

  async run(): Promise<Outcome> {
    this.#bar.show(`reading ${basename(this.#source)}`);
    const last = this.#manner.isMending ? undefined : readLastPublished(this.#settings);
    const same = await publishedLast(this.#source, this.#settings, last);
    if (same && !this.#isGood(same.report)) return this.#refused(same.report);
    if (same) return { content: same.report, difference: NO_DIFFERENCE, revision: same.revision, isNew: false };
    const former = (await isArchiveSource(this.#source)) ? undefined : await formerOf(this.#settings, last);
    return (former && (await this.#publishChanges(former))) ?? (await this.#publishAll());
  }

  /** Undefined where what it builds on is lost: then everything has to be read. */
  async #publishChanges(former: Former): Promise<Outcome | undefined> {
    await using _loader = former.loader;
    const read = await this.#read(makerOf(this.#settings, former.sumKey), former.knownTrees).catch(ifChanged);
    if (!read) return undefined;
    if (!this.#isGood(read.content)) return this.#refused(read.content);
    const snapshot = await former.loader.bytes();
    if (!snapshot) return undefined;
    try {
      const trees = recognised(read.content.trees, former, snapshot);
      const content = { ...read.content, trees };
      const base = await Promise.try(basePartsOf, snapshot, trees).catch(asLost);
      const known = { revision: former.revision, snapshot, before: base.before };
      if (!areMostKnown(trees)) return await this.#publishWhole({ ...read, content }, known);
      const patched = await patchInThreads(content, base, this.#bar.show, former.loader.room).catch(asLost);
      return await this.#publish({ ...read, content }, patched, known);
    } catch (error) {
      return ifLost(error);
    }
  }

  /** What is known of trees is made whole, which takes less time than to read them. */
  async #publishWhole({ content, fingerprint }: Read<Tree | KnownTree>, former: FormerRevision): Promise<Outcome> {
    const before = openSnapshot(former.snapshot, { isVerified: true });
    const trees = content.trees.map((tree, index) =>
      tree instanceof KnownTree ? treeIn(before, former.before[index]) : tree,
    );
    const snapshot = await compileInThreads({ ...content, trees }, this.#bar.show);
    return await this.#publish({ content: { ...content, trees }, fingerprint }, snapshot, former);
  }

  /** Where the source is changed meanwhile, or something else is published that it has to be compared with, it is read again. */
  async #publishAll(): Promise<Outcome> {
    let isChanged = false;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const outcome = await this.#readAndPublish().catch((error) => {
        isChanged = error instanceof SourceChangedError;
        return isChanged ? undefined : ifLost(error);
      });
      if (outcome) return outcome;
    }
    if (isChanged) throw new RestlessSourceError('The source was changed again and again while it was read.');
    throw new Failure('Others published something else again and again meanwhile: nothing was published.');
  }

  async #readAndPublish(): Promise<Outcome> {
    const { read, snapshot } = await this.#readAndCompile();
    if (!snapshot) return this.#refused(read.content);
    if (read.content.trees.length >= MANY_TREES) collectGarbage();
    return await this.#publish(read, snapshot);
  }

  /** Trees are compiled while they are read, and none of them is held; nor is what was made of them, when the snapshot is there. */
  async #readAndCompile(): Promise<{ read: Read<Outline>; snapshot?: Uint8Array }> {
    const { KnownTrees } = await import('../content/known-trees.ts');
    await using compiler = new Compiler(this.#bar.show);
    const keep = (tree: Tree): GivenTree => ({ ...outlineOf(tree), place: compiler.add(tree) });
    const fingerprint = await beginFingerprint(this.#source, this.#settings);
    // It knows none, and gives files and rows the keys by which the next publish knows them.
    const read = await this.#read(fingerprint, fingerprint && new KnownTrees<GivenTree>(), keep);
    if (!this.#isGood(read.content)) return { read };
    compiler.order(Uint32Array.from(read.content.trees, ({ place }) => place));
    letTreesGo(read);
    if (read.content.trees.length >= MANY_TREES) collectGarbage();
    return { read, snapshot: await compiler.compiled(read.content) };
  }

  async #read<K extends Outline, T extends Outline = Tree>(
    fingerprint: Fingerprint | undefined,
    knownTrees: KnownTrees<K> | undefined,
    keep?: (tree: Tree) => T,
  ): Promise<Read<T | K>> {
    // Loaded by who reads content only: a server never does.
    const { readSource } = await import('../content/read.ts');
    const { defaultLocale, maxTreeSize } = this.#settings;
    const archive = await this.#archiveOptions();
    const kept = { fingerprint, knownTrees, keep };
    const content = readSource<K, T>(this.#source, defaultLocale, this.#bar.show, maxTreeSize, archive, kept);
    // Everybody after this sorts them so, which takes next to no time where they are.
    return { content: { ...content, trees: bySlug(content.trees) }, fingerprint };
  }

  /** A taxon that is published already keeps its slug, whatever it is called now. */
  async #archiveOptions(): Promise<ArchiveOptions> {
    const { archive = {}, isMending = false } = this.#manner;
    if (!(await isArchiveSource(this.#source))) return archive;
    const { publishedSlugs } = await import('./archive-slugs.ts');
    const { from, slugs } = await publishedSlugs(this.#settings, isMending);
    this.#slugsFrom = from;
    return { ...archive, knownSlugs: slugs };
  }

  #isGood(content: Report): boolean {
    return isGood(content, this.#manner.isStrict ?? false);
  }

  #refused(content: Report): Outcome {
    return { content, isNew: false, refusal: summary(content, this.#manner.isStrict) };
  }

  async #publish(read: Read, snapshot: Uint8Array, former?: FormerRevision): Promise<Outcome> {
    const { isDryRun } = this.#manner;
    const tell = (text: string) => {
      this.#news = text;
    };
    const publishing = (store: Store) => this.#publishIn(store, read, snapshot, former);
    const outcome = await withStore(this.#settings, publishing, { mayCreate: !isDryRun, tell }).catch((error) => {
      if (!isDryRun || !(error instanceof NoStoreError)) throw error;
      return { content: read.content, difference: allNew(read.content), isNew: false } as Outcome;
    });
    if (!isDryRun) await this.#remember(read, outcome);
    return outcome;
  }

  async #publishIn(
    store: Store,
    read: Read,
    snapshot: Uint8Array,
    former: FormerRevision | undefined,
  ): Promise<Outcome> {
    const { content } = read;
    const { note, isDryRun, isMending } = this.#manner;
    const { revisions } = store;
    const opened = openSnapshot(snapshot, { isVerified: true });
    const { hash, trees, facets } = opened;
    const active = await revisions.active();
    if (this.#slugsFrom !== undefined && this.#slugsFrom !== (active?.number ?? null))
      throw new FormerLostError(MEANWHILE);
    const about = { note, hash, trees, families: facets.family.keys.length };
    const manner = { isMending, former, after: active ?? null };
    if (active?.hash === hash) {
      const isMended = isMending && !isDryRun;
      await using packing = isMended ? new Packing(snapshot) : undefined;
      if (packing) await revisions.publish(packing, about, manner);
      return { content, difference: NO_DIFFERENCE, revision: active, isNew: false, isMended };
    }
    await using packing = isDryRun ? undefined : new Packing(snapshot);
    const { difference, risk } = await this.#compared(store, active, opened, content, former);
    if (risk && !(await this.#consent.isGivenTo(risk))) {
      const refusal = `${risk.what}; if that is meant, publish with --allow-removals`;
      return { content, difference, isNew: false, refusal };
    }
    if (!packing) return { content, difference, isNew: false };
    this.#bar.show('storing');
    const handedOver = active && cacheOf(this.#settings, { warn() {} }).handOver(hash, snapshot, active.hash);
    try {
      letTreesGo(read);
      const outcome = await revisions.publish(packing, about, { ...manner, ready: handedOver });
      return { content, difference, ...outcome };
    } finally {
      // Whoever tries again writes the same file.
      await handedOver?.catch(() => {});
    }
  }

  /** What was active is let go when this is done. */
  async #compared(
    store: Store,
    active: Revision | undefined,
    snapshot: Snapshot,
    content: Read['content'],
    former: FormerRevision | undefined,
  ): Promise<WhatChanged> {
    this.#bar.show('comparing');
    const about = { store, settings: this.#settings, isMending: this.#manner.isMending === true, former };
    const opened = active && (await snapshotBefore(active, about));
    const numbers = opened && (former?.before ?? numbersBefore(snapshot, opened));
    const compared = numbers
      ? whatChanged(opened, snapshot, content.trees, numbers)
      : { difference: allNew(content), risk: active && UNKNOWN_RISK };
    this.#bar.clear();
    return compared;
  }

  async #remember({ content, fingerprint, kept = keptOf(content) }: Read, { revision }: Outcome): Promise<void> {
    if (!fingerprint || !revision) return;
    const maker = makerOf(this.#settings).digest();
    const { sumKey } = fingerprint;
    const about = {
      fingerprint: fingerprint.digest(),
      sumKey,
      bytes: bytesOf(this.#source),
      maker,
      hash: revision.hash,
    };
    await keepLastPublished(this.#settings, { ...about, report: content, ...kept });
  }
}

const MOST_TRIES = 5;

function ifLost(error: unknown): undefined {
  if (!(error instanceof FormerLostError)) throw error;
}

/** What goes by twice has to be the same both times: what is read once may be anything. */
function ifChanged(error: unknown): undefined {
  if (!(error instanceof SourceChangedError)) throw error;
}

/** What cannot be patched is compiled: if that fails as well, it says why. */
function asLost(error: unknown): never {
  throw error instanceof SnapshotError ? new FormerLostError(error.message, { cause: error }) : error;
}

/**
 * What the next publish has to know of each is enough from here on: many objects are looked through again and again by who collects garbage,
 * and storing makes much of that.
 */
function letTreesGo(read: Read): void {
  if (read.kept) return;
  const { content } = read;
  read.kept = keptOf(content);
  const known = new KeptTrees(read.kept.columns);
  for (const number of content.trees.keys()) content.trees[number] = known.treeAt(number);
  content.origins = new Map();
}
