// In charge of telling quickly that a source has nothing new: the same one was published last from here, and is active still.

import { codeVersion } from '../config/installation.ts';
import type { Settings } from '../config/settings.ts';
import type { Fingerprint } from '../content/fingerprint.ts';
import type { Report } from '../content/read.ts';
import { readLastPublished } from '../server/last-published.ts';
import { withStore } from '../server/with-store.ts';
import { NoStoreError } from '../store/engine.ts';
import type { Revision } from '../store/revision-store.ts';
import type { Store } from '../store/store.ts';
import { isArchiveSource } from './archive-flags.ts';

interface PublishedLast {
  report: Report;
  revision: Revision;
}

/** What there was to say of a source, and the revision that has it; undefined where anything is not as it was. */
export async function publishedLast(source: string, settings: Settings): Promise<PublishedLast | undefined> {
  const last = readLastPublished(settings);
  const fingerprint = last && (await beginFingerprint(source, settings));
  if (!fingerprint) return undefined;
  const { glanceAt } = await import('../content/read.ts');
  if (glanceAt(source, settings.maxTreeSize, fingerprint)?.digest() !== last.fingerprint) return undefined;
  const revision = await activeRevision(settings);
  return revision?.hash === last.hash ? { report: last.report, revision } : undefined;
}

async function activeRevision(settings: Settings): Promise<Revision | undefined> {
  const activeIn = ({ revisions }: Store) => revisions.active();
  return await withStore(settings, activeIn).catch((error) => {
    if (error instanceof NoStoreError) return undefined;
    throw error;
  });
}

/** One that knows all but the source. An archive has none: what is made of it follows from what was published before, too. */
export async function beginFingerprint(source: string, settings: Settings): Promise<Fingerprint | undefined> {
  if (await isArchiveSource(source)) return undefined;
  const { Fingerprint } = await import('../content/fingerprint.ts');
  const { node, icu = '' } = process.versions;
  return new Fingerprint().note(codeVersion(), node, icu, settings.defaultLocale, String(settings.maxTreeSize));
}
