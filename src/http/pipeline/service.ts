// In charge of what the HTTP side needs of the rest: catalogue and callers of the moment, a limiter, settings, a log.

import type { Logger } from 'pino';
import type { Callers } from '../../access/callers.ts';
import type { ConnectionLimit } from '../../access/connection-limit.ts';
import type { ExportLimit } from '../../access/export-limit.ts';
import type { RateLimiter } from '../../access/rate-limit/contract.ts';
import type { UsageCounts } from '../../access/usage.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LiveSettings, Settings } from '../../config/settings.ts';
import type { ThreadCounters } from '../../observe/counters.ts';
import type { Warning } from '../../observe/warnings.ts';
import type { ChangeLog } from '../../snapshot/change-log.ts';
import type { Checks } from '../site/preview-checks.ts';

export interface Published {
  /** The id of the revision, such as `r12`. */
  revision: string;
  /** That of the revision. */
  number: number;
  publishedAt: string;
  catalogue: Catalogue;
  /** Of the revisions before it. */
  changeLog: ChangeLog;
}

export interface Service {
  settings: Settings;
  live(): LiveSettings;
  /** Of the code that makes the answers: another one may answer otherwise. */
  codeVersion: string;
  log: Logger;
  /** Takes a whole line in the log's form. */
  writeLogLine(line: string): void;
  /** Undefined until something has been published. */
  published(): Published | undefined;
  /** Whether it is about to stop. */
  isDraining(): boolean;
  callers(): Callers;
  limiter: RateLimiter;
  connectionLimit: ConnectionLimit;
  exportLimit: ExportLimit;
  /** What is counted for the metrics. */
  numbers: ThreadCounters;
  /** What is counted for each caller. */
  usage: UsageCounts;
  /** What will need a person soon. */
  warnings(): readonly Warning[];
  /** How much memory answers from a snapshot of a size may take that are kept for who asks the same again. */
  mostKeptBytes(snapshotBytes: number): number;
  /** The Unix time in milliseconds at which the store was last read; 0 where it never was. */
  storeReadAt(): number;
  /** Where it is a preview of content that is not published: those of it. */
  checks?: Checks | undefined;
}
