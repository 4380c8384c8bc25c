// In charge of the snapshot that a publish is compared with: that of the revision which is active when it is to be stored.

import type { Settings } from '../config/settings.ts';
import { openSnapshot, type Snapshot } from '../snapshot/open.ts';
import { FormerLostError, type FormerRevision, MEANWHILE } from '../store/former-revision.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';
import { publishedSnapshot } from './snapshot-at-hand.ts';

interface About {
  store: Store;
  settings: Settings;
  isMending: boolean;
  /** What it builds on: that is the one that has to be active still. */
  former: FormerRevision | undefined;
}

/** Undefined where it is damaged, for who mends it. */
export async function snapshotBefore(
  active: Revision,
  { store, settings, isMending, former }: About,
): Promise<Snapshot | undefined> {
  if (former) {
    const isSame = active.number === former.revision.number && active.hash === former.revision.hash;
    if (!isSame) throw new FormerLostError(MEANWHILE);
    return openSnapshot(former.snapshot, { isVerified: true });
  }
  try {
    return await publishedSnapshot(active, store, settings, isMending);
  } catch (error) {
    // What is active no longer may be dropped while it is read.
    const activeNow = await store.revisions.active();
    throw activeNow?.number === active.number ? error : new FormerLostError(MEANWHILE, { cause: error });
  }
}
