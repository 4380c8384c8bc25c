// In charge of what the HTTP side needs of the rest: catalogue and callers of the moment, a limiter, settings, a log.

import type { Logger } from 'pino';
import type { Callers } from '../access/callers.ts';
import type { ConnectionLimit } from '../access/connection-limit.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { UsageCounts } from '../access/usage.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import type { ThreadNumbers } from '../monitor/numbers.ts';
import type { Warning } from '../monitor/warnings.ts';

export interface Published {
  /** The id of the revision, such as `r12`. */
  revision: string;
  publishedAt: string;
  catalogue: Catalogue;
}

export interface Service {
  settings: Settings;
  /** Of the code that makes the answers: another one may answer otherwise. */
  codeVersion: string;
  log: Logger;
  /** Undefined until something has been published. */
  published(): Published | undefined;
  /** Whether it is about to stop. */
  isDraining(): boolean;
  callers(): Callers;
  limiter: RateLimiter;
  connectionLimit: ConnectionLimit;
  /** What is counted for the metrics. */
  numbers: ThreadNumbers;
  /** What is counted for each caller. */
  usage: UsageCounts;
  /** What will need a person soon. */
  warnings(): readonly Warning[];
  /** How much memory answers from a snapshot of a size may take that are kept for who asks the same again. */
  mostKeptBytes(snapshotBytes: number): number;
  /** The Unix time in milliseconds at which the store was last read; 0 where it never was. */
  storeReadAt(): number;
}
