// Logs whether Redis counts, and whether it answers late: at most one line a minute of each, over all threads of an
// instance. A change within that minute is logged after it, unless Redis has changed back.

import type { Logger } from 'pino';
import { type Clock, systemClock } from './contract.ts';

const PAUSE_SECONDS = 60;
const RETRY_MILLISECONDS = 1_000;
/** Each cell holds twice the second of its last line, plus 1 if that line said that Redis doesn't count. */
const [STATE, LATENESS] = [0, 1];

export function newRedisLogState(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

interface Options {
  log: Pick<Logger, 'info' | 'warn'>;
  logState?: Int32Array;
  clock?: Pick<Clock, 'monotonic'>;
  pauseSeconds?: number;
}

export class RedisReport {
  readonly #options: Required<Options>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = { logState: newRedisLogState(), clock: systemClock, pauseSeconds: PAUSE_SECONDS, ...options };
  }

  /** Logs that Redis counts, or why it doesn't, unless the log says so already. */
  logState(failure?: Error): void {
    const { log, logState } = this.#options;
    clearTimeout(this.#timer);
    const gone = failure ? 1 : 0;
    if ((Atomics.load(logState, STATE) & 1) === gone) return;
    if (!this.#claim(STATE, gone)) this.#timer = setTimeout(() => this.logState(failure), RETRY_MILLISECONDS).unref();
    else if (failure)
      log.warn({ reason: failure.message }, 'Redis does not count: each instance limits by itself meanwhile');
    else log.info('Redis counts again: the rate limit holds over all instances');
  }

  logLate(milliseconds: number): void {
    if (this.#claim(LATENESS, 0))
      this.#options.log.warn(
        { milliseconds: Math.round(milliseconds) },
        'Redis answered late: the request was counted by this instance alone until then',
      );
  }

  #claim(cell: number, gone: 0 | 1): boolean {
    const { logState, clock, pauseSeconds } = this.#options;
    const last = Atomics.load(logState, cell);
    const now = Math.floor(clock.monotonic() / 1000);
    if (last !== 0 && now - (last >> 1) < pauseSeconds) return false;
    return Atomics.compareExchange(logState, cell, last, now * 2 + gone) === last;
  }
}
