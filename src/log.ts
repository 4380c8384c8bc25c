// In charge of the log: JSON lines on standard error, gathered for a moment so that a request does not wait for them.

import pino, { type Logger } from 'pino';
import type { LogLevel } from './config.ts';

const GATHERED_BYTES = 8 * 1024;
const LONGEST_WAIT_MILLISECONDS = 200;

export interface Log {
  log: Logger;
  /** Writes what is still gathered. */
  flush(): void;
}

export function openLog(level: LogLevel): Log {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: GATHERED_BYTES,
    periodicFlush: LONGEST_WAIT_MILLISECONDS,
  });
  return { log: pino({ level, base: null }, destination), flush: () => destination.flushSync() };
}
