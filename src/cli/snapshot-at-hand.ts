// In charge of the snapshot of a revision, where it need not come over a network: it stands on this machine's disk, by itself or in the
// file of a store.

import { locationOf } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import { cacheOf } from '../server/cache.ts';
import { Snapshots, snapshotIn } from '../server/snapshots.ts';
import { withStore } from '../server/with-store.ts';
import { SnapshotError } from '../snapshot/format.ts';
import type { Revision } from '../store/revision-store.ts';

/** In memory that threads can share; undefined where it is elsewhere. Fails where the store has it damaged: what is built on it shares that. */
export async function snapshotAtHand(revision: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  return (await snapshotOnDisk(revision, settings)) ?? (await snapshotInFile(revision, settings));
}

async function snapshotOnDisk({ hash }: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  return await new Snapshots(cacheOf(settings, { warn() {} }), { error() {} }).onDisk(hash);
}

async function snapshotInFile(revision: Revision, settings: Settings): Promise<Uint8Array | undefined> {
  if (locationOf(settings).kind !== 'sqlite') return undefined;
  const fetched = await withStore(settings, (store) => snapshotIn(store, revision)).catch(unlessDamaged);
  return fetched?.hash === revision.hash ? fetched.bytes : undefined;
}

function unlessDamaged(error: unknown): undefined {
  if (error instanceof SnapshotError) throw error;
}
