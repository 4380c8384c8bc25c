// In charge of the slugs that the taxa of an archive have already: those of the revision that is active.

import { Details } from '../catalogue/export/details.ts';
import type { Settings } from '../config/settings.ts';
import { type KnownSlugs, slugsByTaxonId } from '../content/formats/dwca/slugs.ts';
import type { Tree } from '../domain/tree.ts';
import { snapshotIn } from '../server/snapshots.ts';
import { withStore } from '../server/with-store.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { NoStoreError } from '../store/engine.ts';
import { ifDamaged } from '../store/pieces.ts';
import type { Revision } from '../store/revision-store.ts';
import type { Store } from '../store/store.ts';
import { contentOf } from './former-content.ts';

const NONE: PublishedSlugs = { from: null, slugs: new Map() };

interface PublishedSlugs {
  /** The number of the revision; null where there is none. */
  from: number | null;
  slugs: KnownSlugs;
}

/** Whoever mends content that is damaged finds them in its snapshot, unless that is, too. */
export async function publishedSlugs(settings: Settings, isMending: boolean): Promise<PublishedSlugs> {
  const read = async (store: Store): Promise<PublishedSlugs> => {
    const active = await store.revisions.active();
    if (!active) return NONE;
    const content = await contentOf(store.revisions, active, isMending);
    const trees = content ? attributesOf(content.trees) : await treesServed(store, active);
    return { from: active.number, slugs: slugsByTaxonId(trees) };
  };
  return await withStore(settings, read, { mayCreate: false }).catch((error) => {
    if (error instanceof NoStoreError) return NONE;
    throw error;
  });
}

function attributesOf(trees: Tree[]) {
  return trees.map(({ slug, texts }) => ({ slug, attributes: (texts.en ?? texts.es)?.attributes ?? {} }));
}

async function treesServed(store: Store, revision: Revision) {
  const stored = await snapshotIn(store, revision).catch(ifDamaged);
  if (!stored) return [];
  const snapshot = openSnapshot(stored.bytes, { isVerified: true });
  const details = new Details(snapshot, undefined);
  return Array.from({ length: snapshot.trees }, (_, tree) => details.of(tree)[0]);
}
