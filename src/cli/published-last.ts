// In charge of what the publish before from here saves the next one: a source that has nothing new is told by its fingerprint, trees
// whose files or rows are as they were are those of the active revision, and so is what was compiled of them.

import { statSync } from 'node:fs';
import { codeVersion } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import { Fingerprint } from '../content/fingerprint.ts';
import { KeptTrees } from '../content/kept-trees.ts';
import type { KnownTrees } from '../content/known-trees.ts';
import { KnownTree } from '../content/outline.ts';
import type { Report } from '../content/read.ts';
import type { Tree } from '../domain/tree.ts';
import type { LastPublished } from '../server/last-published.ts';
import { withStore } from '../server/with-store.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { tellsSame } from '../snapshot/told-trees.ts';
import { NoStoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { isArchiveSource } from './archive-flags.ts';
import { SnapshotLoader } from './snapshot-loader.ts';

interface PublishedLast {
  report: Report;
  revision: Revision;
}

/** What there was to say of a source, and the revision that has it; undefined where anything is not as it was. */
export async function publishedLast(
  source: string,
  settings: Settings,
  last: LastPublished | undefined,
): Promise<PublishedLast | undefined> {
  // A file of another length is another one, which is seen without reading it.
  const fingerprint = last?.bytes === bytesOf(source) && (await beginFingerprint(source, settings, last.sumKey));
  if (!fingerprint) return undefined;
  const { glanceAt } = await import('../content/read.ts');
  if (glanceAt(source, settings.maxTreeSize, fingerprint)?.digest() !== last.fingerprint) return undefined;
  const revision = await activeRevision(settings);
  return revision?.hash === last.hash ? { report: last.report, revision } : undefined;
}

/** How many bytes a source has; null where it is no file. */
export function bytesOf(source: string): number | null {
  const stats = statSync(source, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : null;
}

async function activeRevision(settings: Settings): Promise<Revision | undefined> {
  const activeIn = ({ revisions }: Store) => revisions.active();
  return await withStore(settings, activeIn).catch((error) => {
    if (error instanceof NoStoreError) return undefined;
    throw error;
  });
}

/** The active revision, where it was published last from here, and by the same Sylva; and what is known of its trees. */
export interface Former {
  revision: Revision;
  knownTrees: KnownTrees<KnownTree>;
  /** By which blocks are known. */
  sumKey: string;
  loader: SnapshotLoader;
}

/** Undefined where anything is not as it was: then everything is read, and whoever needs the store says what is wrong with it. */
export async function formerOf(settings: Settings, last: LastPublished | undefined): Promise<Former | undefined> {
  if (last?.maker !== makerOf(settings).digest()) return undefined;
  const revision = await activeRevision(settings).catch(() => undefined);
  if (revision?.hash !== last.hash) return undefined;
  const loader = new SnapshotLoader({ revision, settings });
  try {
    return { revision, knownTrees: await knownOf(last), sumKey: last.sumKey, loader };
  } catch {
    // What makes no sense counts as nothing.
    await loader[Symbol.asyncDispose]();
    return undefined;
  }
}

async function knownOf({ columns, blocks, report }: LastPublished): Promise<KnownTrees<KnownTree>> {
  const [{ KnownTrees }, { isAcross }] = await Promise.all([
    import('../content/known-trees.ts'),
    import('../content/across.ts'),
  ]);
  const trees = new KeptTrees(columns);
  const isIn = new Uint8Array(trees.slugs.length);
  for (const tree of blocks.flatMap((block) => block.trees)) {
    if (isIn[tree] !== 0) throw new Error('A block has a tree that is not there, or is in another one.');
    isIn[tree] = 1;
  }
  const isSilent = !report.warnings.some(isAcross);
  return new KnownTrees(trees, { blocks, isSilent });
}

/** Where fewer are known, to work out everything takes no longer. */
const LEAST_SHARE_KNOWN = 0.8;

export function areMostKnown(trees: (Tree | KnownTree)[]): boolean {
  return trees.filter((tree) => tree instanceof KnownTree).length >= LEAST_SHARE_KNOWN * trees.length;
}

/** Those that had to be read, since there is something to say of them, and say what they said before, are known all the same. */
export function recognised(
  trees: (Tree | KnownTree)[],
  { knownTrees }: Former,
  snapshot: Uint8Array,
): (Tree | KnownTree)[] {
  const before = openSnapshot(snapshot, { isVerified: true });
  return trees.map((tree) => {
    if (tree instanceof KnownTree) return tree;
    const sameSlug = knownTrees.treeWith(tree.slug);
    return sameSlug && tellsSame(before, tree) ? sameSlug : tree;
  });
}

/** One that knows all but the source. An archive has none: what is made of it follows from what was published before, too. */
export async function beginFingerprint(
  source: string,
  settings: Settings,
  sumKey?: string,
): Promise<Fingerprint | undefined> {
  return (await isArchiveSource(source)) ? undefined : makerOf(settings, sumKey);
}

/** Of all that trees and the snapshot follow from, but for the source. */
export function makerOf({ defaultLocale, maxTreeSize }: Settings, sumKey?: string): Fingerprint {
  const { node, icu = '' } = process.versions;
  return new Fingerprint(sumKey).note(codeVersion(), node, icu, defaultLocale, String(maxTreeSize));
}
