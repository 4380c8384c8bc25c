// In charge of the slugs that the taxa of an archive have already: those of the revision that is active.

import { Details } from '../catalogue/export/details.ts';
import type { Settings } from '../config/settings.ts';
import { type KnownSlugs, slugsByTaxonId } from '../content/formats/dwca/slugs.ts';
import { withStore } from '../server/with-store.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { NoStoreError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import { publishedSnapshot } from './snapshot-at-hand.ts';

const NONE: PublishedSlugs = { from: null, slugs: new Map() };

interface PublishedSlugs {
  /** The number of the revision; null where there is none. */
  from: number | null;
  slugs: KnownSlugs;
}

/** Whoever mends a revision that is damaged finds them on the disk of a server that stands here, or goes without. */
export async function publishedSlugs(settings: Settings, isMending: boolean): Promise<PublishedSlugs> {
  const read = async (store: Store): Promise<PublishedSlugs> => {
    const active = await store.revisions.active();
    if (!active) return NONE;
    const snapshot = await publishedSnapshot(active, store, settings, isMending);
    return { from: active.number, slugs: slugsByTaxonId(snapshot ? treesServed(snapshot) : []) };
  };
  return await withStore(settings, read, { mayCreate: false }).catch((error) => {
    if (error instanceof NoStoreError) return NONE;
    throw error;
  });
}

function treesServed(snapshot: Snapshot) {
  const details = new Details(snapshot, undefined);
  return Array.from({ length: snapshot.trees }, (_, tree) => details.of(tree)[0]);
}
