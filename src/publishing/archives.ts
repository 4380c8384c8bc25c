// Finds the slugs that an archive's taxa have already: those of the active revision. A taxon keeps its slug, whatever it is called now.

import { statSync } from 'node:fs';
import type { Settings } from '../config/settings.ts';
import { type KnownSlugs, slugsByTaxonId } from '../content/formats/archives/taxa/slugs.ts';
import { servedText, type Tree, type TreeText } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { contentIn } from '../snapshot/content-in.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { cacheOf } from '../store/cache.ts';
import { DamagedError } from '../store/errors.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { withStore } from '../store/with-store.ts';
import { treeIn } from './compare.ts';
import { snapshotOnDisk } from './revision-snapshot.ts';

export async function isArchiveSource(source: string): Promise<boolean> {
  // Loaded by those who read content only: a server never does.
  const { isArchive } = await import('../content/formats/registry.ts');
  const stats = statSync(source, { throwIfNoEntry: false });
  return stats !== undefined && isArchive(source, stats);
}

/** With a damaged revision, whoever mends gets those of intact rows and of the snapshot on this machine's disk. */
export async function archiveSlugs(active: Revision, settings: Settings, isMending: boolean): Promise<KnownSlugs> {
  return await withStore(settings, async ({ revisions }) => {
    const taxa: { slug: string; attributes: TreeText['attributes'] }[] = [];
    const add = (tree: Tree) => taxa.push({ slug: tree.slug, attributes: servedText(tree, LOCALES[0]).attributes });
    try {
      await revisions.load(active.number, ({ record }) => add(treeIn(record)));
    } catch (error) {
      if (!isMending || !(error instanceof DamagedError)) throw error;
      const bytes = await snapshotOnDisk(active.hash, cacheOf(settings, { warn() {} }), () => {});
      if (bytes) contentIn(openSnapshot(bytes, { isVerified: true })).trees.forEach(add);
    }
    return slugsByTaxonId(taxa);
  });
}
