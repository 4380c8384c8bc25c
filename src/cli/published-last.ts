// In charge of what the publish before from here saves the next one: a source that has nothing new is told by its fingerprint, trees
// whose files or rows are as they were are those of the active revision, and so is what was compiled of them.

import { statSync } from 'node:fs';
import { codeVersion } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import { Fingerprint } from '../content/fingerprint.ts';
import type { Origin } from '../content/known-trees.ts';
import type { Report } from '../content/read.ts';
import type { Tree } from '../domain/tree.ts';
import type { LastPublished } from '../server/last-published.ts';
import { withStore } from '../server/with-store.ts';
import type { FormerSnapshot } from '../snapshot/compile.ts';
import type { Archived } from '../store/archive.ts';
import { NoStoreError } from '../store/engine.ts';
import type { StoredContent } from '../store/former-lines.ts';
import type { Revision } from '../store/revision-store.ts';
import type { Store } from '../store/store.ts';
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
  const fingerprint = last?.bytes === bytesOf(source) && (await beginFingerprint(source, settings));
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

/** The active revision with its content, where it was published last from here, and by the same Sylva. */
export interface Former {
  revision: Revision;
  content: Archived & StoredContent;
  origins: Origin[];
  loader: SnapshotLoader;
}

/** Undefined where anything is not as it was: then everything is read, and whoever needs the store says what is wrong with it. */
export async function formerOf(settings: Settings, last: LastPublished | undefined): Promise<Former | undefined> {
  if (last?.maker !== makerOf(settings).digest()) return undefined;
  const { hash, origins } = last;
  const formerIn = async ({ revisions }: Store) => {
    const active = await revisions.active();
    if (active?.hash !== hash) return undefined;
    await using begun = new AsyncDisposableStack();
    const loader = begun.use(new SnapshotLoader({ revision: active, settings }));
    const content = await revisions.content(active);
    begun.move();
    return { revision: active, content, origins, loader };
  };
  return await withStore(settings, formerIn).catch(() => undefined);
}

/** Fewer than these would save less than it takes to load a snapshot. */
const LEAST_SHARE_KNOWN = 0.5;

/** Its snapshot, where most of the trees stand in it as they are, and it need not come over a network. */
export async function formerSnapshot({ content, loader }: Former, trees: Tree[]): Promise<FormerSnapshot | undefined> {
  const known = new Set(content.trees);
  const has = (tree: Tree) => known.has(tree);
  if (trees.filter(has).length < LEAST_SHARE_KNOWN * trees.length) return undefined;
  const bytes = await loader.bytes();
  return bytes && { bytes, has };
}

/** One that knows all but the source. An archive has none: what is made of it follows from what was published before, too. */
export async function beginFingerprint(source: string, settings: Settings): Promise<Fingerprint | undefined> {
  return (await isArchiveSource(source)) ? undefined : makerOf(settings);
}

/** Of all that trees and the snapshot follow from, but for the source. */
export function makerOf({ defaultLocale, maxTreeSize }: Settings): Fingerprint {
  const { node, icu = '' } = process.versions;
  return new Fingerprint().note(codeVersion(), node, icu, defaultLocale, String(maxTreeSize));
}
