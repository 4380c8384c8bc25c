// The worker that loads a revision for a server.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { cacheOf } from '../store/cache.ts';
import { openStore } from '../store/store.ts';
import { kindOf, type LoadOrder, type LoadReport, loadHere } from './revision-loader.ts';

const port = parentPort as MessagePort;
const order = workerData as LoadOrder;
const report = (message: LoadReport) => port.postMessage(message);

try {
  const store = await openStore(order.settings, { mustExist: true });
  try {
    const cache = cacheOf(order.settings);
    const onDamaged = (damagedFile: string, error: unknown) =>
      report({ damagedFile, message: (error as Error).message });
    report({ loaded: await loadHere(order, store.revisions, cache, onDamaged) });
  } finally {
    await store.close();
  }
} catch (error) {
  report({ failure: (error as Error).message, kind: kindOf(error) });
}
