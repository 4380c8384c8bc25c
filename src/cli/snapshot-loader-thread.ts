// The thread that loads a snapshot while content is read. Then it touches the room for the next one: memory that nobody has written to
// yet takes several times as long to write to.

import { parentPort, workerData } from 'node:worker_threads';
import { snapshotAtHand } from './snapshot-at-hand.ts';
import type { Loaded, Loading } from './snapshot-loader.ts';

/** So much more than the one before may the next one have. */
const GROWTH = 1 / 64;
const PAGE_BYTES = 4096;

const { revision, settings } = workerData as Loading;

snapshotAtHand(revision, settings).then((bytes) => {
  const room = bytes && roomFor(bytes);
  parentPort?.postMessage({ bytes, room } satisfies Loaded);
  if (room) touch(new Uint8Array(room));
});

/** Undefined where there is no memory for it: whoever writes finds that out as well. */
function roomFor({ length }: Uint8Array): SharedArrayBuffer | undefined {
  try {
    return new SharedArrayBuffer(Math.ceil(length * (1 + GROWTH)));
  } catch {
    return undefined;
  }
}

/** Zeros become zeros, and whatever has been written there by now stays. */
function touch(room: Uint8Array<SharedArrayBuffer>): void {
  for (let at = 0; at < room.length; at += PAGE_BYTES) Atomics.compareExchange(room, at, 0, 0);
}
