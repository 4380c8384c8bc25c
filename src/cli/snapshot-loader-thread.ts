// The thread that loads a snapshot while content is read. Then it makes room for the next one: memory that nobody has written to yet
// takes several times as long to write to.

import { parentPort, workerData } from 'node:worker_threads';
import { snapshotAtHand } from './snapshot-at-hand.ts';
import type { LoaderReport, Loading } from './snapshot-loader.ts';

/** So much more than the one before may the next one have. */
const GROWTH = 1 / 64;
const PAGE_BYTES = 4096;

const tell = (report: LoaderReport) => parentPort?.postMessage(report);
const { revision, settings } = workerData as Loading;

snapshotAtHand(revision, settings).then((bytes) => {
  tell({ bytes });
  if (bytes) tell({ room: roomFor(bytes) });
});

function roomFor({ length }: Uint8Array): SharedArrayBuffer {
  const room = new Uint8Array(new SharedArrayBuffer(Math.ceil(length * (1 + GROWTH))));
  for (let at = 0; at < room.length; at += PAGE_BYTES) room[at] = 0;
  return room.buffer;
}
