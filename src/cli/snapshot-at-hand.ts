// In charge of the snapshot of a revision, wherever it is soonest to be had: by itself on this machine's disk, or in the store.

import type { Settings } from '../config/settings.ts';
import { cacheOf } from '../server/cache.ts';
import { openRevision, Snapshots, snapshotIn } from '../server/snapshots.ts';
import { withStore } from '../server/with-store.ts';
import { SnapshotError } from '../snapshot/format.ts';
import { openSnapshot, type Snapshot } from '../snapshot/open.ts';
import type { Store } from '../store/store.ts';
import type { Revision } from '../store/tables/revisions.ts';

/** In memory that threads can share; undefined where it cannot be had. Fails where the store has it damaged: what is built on it shares that. */
export async function snapshotAtHand(revision: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  return (await snapshotOnDisk(revision, settings)) ?? (await snapshotInStore(revision, settings));
}

/** Of a store that is at hand. Who mends takes what a server here keeps on disk where the store has it damaged; undefined where that is not there. */
export async function publishedSnapshot(
  revision: Revision,
  store: Store,
  settings: Settings,
  isMending: boolean,
): Promise<Snapshot | undefined> {
  try {
    return await openRevision(store, revision);
  } catch (error) {
    if (!isMending || !(error instanceof SnapshotError)) throw error;
    const onDisk = await snapshotOnDisk(revision, settings);
    return onDisk && openSnapshot(onDisk, { isVerified: true });
  }
}

async function snapshotOnDisk({ hash }: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  return await new Snapshots(cacheOf(settings, { warn() {} }), { error() {} }).onDisk(hash);
}

async function snapshotInStore(revision: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  const fetched = await withStore(settings, (store) => snapshotIn(store, revision)).catch(unlessDamaged);
  return fetched?.hash === revision.hash ? fetched.bytes : undefined;
}

function unlessDamaged(error: unknown): undefined {
  if (error instanceof SnapshotError) throw error;
}
