// In charge of what the HTTP side needs of the rest: catalogue and callers of the moment, a limiter, settings, a log.

import type { Logger } from 'pino';
import type { Callers } from '../access/callers.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';

export interface Published {
  /** The id of the revision, such as `r12`. */
  revision: string;
  publishedAt: string;
  catalogue: Catalogue;
}

export interface Service {
  settings: Settings;
  log: Logger;
  /** Undefined until something has been published. */
  published(): Published | undefined;
  callers(): Callers;
  limiter: RateLimiter;
  /** Notes that a key was used, at a Unix time in milliseconds. */
  markUsed(keyId: string, at: number): void;
  /** The Unix time in milliseconds at which the store was last read. */
  storeReadAt(): number;
}
