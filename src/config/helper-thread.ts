// In charge of threads that help with what would be done without them, too.

import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Few objects outlive the batch that they were made for: to look for them more often costs next to nothing, and saves memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Undefined where none can be made, as where a process may have no more memory or addresses. */
export function helperThread(file: URL, workerData: unknown, options: WorkerOptions = {}): Worker | undefined {
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
