// Finds the slugs that an archive's taxa have in the active revision. A taxon keeps its slug if its name changes.

import { statSync } from 'node:fs';
import type { Settings } from '../config/settings.ts';
import { type KnownSlugs, slugsByTaxonId } from '../content/formats/archives/taxa/slugs.ts';
import { servedText, type TreeText } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { DamagedError } from '../store/errors.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { withStore } from '../store/with-store.ts';
import { treeIn } from './compare.ts';

export async function isArchiveSource(source: string): Promise<boolean> {
  // Loaded only to read content, as a server never does.
  const { isArchive } = await import('../content/formats/registry.ts');
  const stats = statSync(source, { throwIfNoEntry: false });
  return stats !== undefined && isArchive(source, stats);
}

/** None if a damaged revision is mended. */
export async function archiveSlugs(active: Revision, settings: Settings, isMending: boolean): Promise<KnownSlugs> {
  return await withStore(settings, async ({ revisions }) => {
    try {
      const taxa: { slug: string; attributes: TreeText['attributes'] }[] = [];
      await revisions.load(active.number, ({ slug, record }) => {
        taxa.push({ slug, attributes: servedText(treeIn(record), LOCALES[0]).attributes });
      });
      return slugsByTaxonId(taxa);
    } catch (error) {
      if (!isMending || !(error instanceof DamagedError)) throw error;
      return new Map();
    }
  });
}
