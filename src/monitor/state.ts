// In charge of what the main thread knows of the service's state: what numbers and warnings are made from.

import type { KnownKey } from '../access/callers.ts';
import { Histogram } from './histogram.ts';
import { SWAP_SECONDS } from './numbers.ts';

export interface ServedRevision {
  number: number;
  /** Unix time in milliseconds. */
  publishedAt: number;
  trees: number;
  families: number;
  bytes: number;
}

export interface Disk {
  freeBytes: number;
  totalBytes: number;
}

export class ServiceState {
  keys: readonly KnownKey[] = [];
  allowedRanges = 0;
  revision: ServedRevision | undefined;
  /** The active revision that could not be loaded, while the last good one is served. */
  unloadable: string | undefined;
  isStoreUp = false;
  /** Whether the database holds no store, or another one than was served. */
  isStoreReplaced = false;
  storeFailures = 0;
  /** Unix time in milliseconds; 0 where it never was. */
  storeReadAt = 0;
  readonly startedAt = Date.now();
  threadsReplaced = 0;
  /** Rows of use that wait to be written. */
  unwrittenUses = 0;
  /** Lines of the log that could not be written, or that nobody read in time. */
  droppedLogLines = 0;
  /** Of the data folder; undefined where the system does not tell. */
  disk: Disk | undefined;
  readonly loads = new Histogram(SWAP_SECONDS);
}
