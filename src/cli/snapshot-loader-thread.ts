// The thread that loads a snapshot while content is read.

import { parentPort, workerData } from 'node:worker_threads';
import { snapshotAtHand } from './snapshot-at-hand.ts';
import type { Loaded, Loading } from './snapshot-loader.ts';

const { revision, settings } = workerData as Loading;
const loaded: Loaded = { bytes: await snapshotAtHand(revision, settings) };
parentPort?.postMessage(loaded);
