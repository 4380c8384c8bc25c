// Defines what the HTTP layer needs from the running service.

import type { Logger } from 'pino';
import type { Callers } from '../../access/callers.ts';
import type { ConcurrencyLimit } from '../../access/concurrency-limit.ts';
import type { RateLimiter } from '../../access/rate-limit/contract.ts';
import type { UsageCounts } from '../../access/usage.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LiveSettings, Settings } from '../../config/settings.ts';
import type { ThreadCounters } from '../../observe/counters.ts';
import type { Warning } from '../../observe/warnings.ts';
import type { ChangeLog } from '../../snapshot/change-log.ts';

export interface Published {
  /** The id of the revision, such as `r12`. */
  revision: string;
  number: number;
  publishedAt: string;
  catalogue: Catalogue;
  changeLog: ChangeLog;
}

export interface CheckSource {
  /** Waits until the check is another than the given one, or until the time is up. */
  after(id: string | null): Promise<object | undefined>;
}

export interface Service {
  settings: Settings;
  live(): LiveSettings;
  /** Is part of every entity tag, since other code may answer differently. */
  codeVersion: string;
  log: Logger;
  writeLogLine(line: string): void;
  /** Undefined until something has been published. */
  published(): Published | undefined;
  isDraining(): boolean;
  callers(): Callers;
  limiter: RateLimiter;
  connectionLimit: ConcurrencyLimit;
  exportLimit: ConcurrencyLimit;
  numbers: ThreadCounters;
  usage: UsageCounts;
  warnings(): readonly Warning[];
  maxCacheBytes(snapshotBytes: number): number;
  /** The Unix time in milliseconds at which the store was last read; 0 if it never was. */
  storeReadAt(): number;
  /** Only in a preview. */
  checks?: CheckSource | undefined;
}
