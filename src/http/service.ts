// In charge of what the HTTP side needs of the rest: catalogue and callers of the moment, a limiter, settings, a log.

import type { Logger } from 'pino';
import type { Callers } from '../access/callers.ts';
import type { RateLimiter } from '../access/rate-limit.ts';
import type { Settings } from '../config.ts';
import type { Published } from '../store/follow.ts';

export type { Published };

export interface Service {
  settings: Settings;
  log: Logger;
  /** Undefined until something has been published. */
  published(): Published | undefined;
  callers(): Callers;
  limiter: RateLimiter;
  /** Notes that a key was used, at a Unix time in milliseconds. */
  markUsed(keyId: string, at: number): void;
}
