import { Worker } from 'node:worker_threads';

/** Few objects outlive their batch: more frequent collections cost next to nothing and save memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Undefined if the process may have no more memory or address space. */
export function startWorker(file: URL, workerData?: unknown): Worker | undefined {
  try {
    return new Worker(file, { workerData, resourceLimits });
  } catch {
    return undefined;
  }
}
