// In charge of what the HTTP side needs of the rest: the published catalogue of the moment, the settings, a log.

import type { Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { Published } from '../store/follow.ts';

export type { Published };

export interface Service {
  settings: Settings;
  log: Logger;
  /** Undefined until something has been published. */
  current(): Published | undefined;
}
