import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Few objects outlive their batch: more frequent collections cost next to nothing and save memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Undefined if the process may have no more memory or address space. */
export function startWorker(file: URL, workerData: unknown, options: WorkerOptions = {}): Worker | undefined {
  try {
    return new Worker(file, { workerData, resourceLimits, ...options });
  } catch {
    return undefined;
  }
}

/** Whether the process may have so many more addresses: V8 ends all of it where a thread that has begun gets none. No memory is touched. */
export function hasAddresses(bytes: number): boolean {
  try {
    new ArrayBuffer(bytes).transfer(0);
    return true;
  } catch {
    return false;
  }
}
