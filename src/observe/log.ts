// Writes the log to standard error, as JSON or readable. Serving threads buffer their lines, so that no request waits, and
// hand them to the main thread, the only writer.

import { isatty } from 'node:tty';
import pino, { type Logger, type LoggerOptions } from 'pino';
import type { AllSettings } from '../config/settings.ts';
import { shownJson } from '../domain/shown.ts';
import { readable } from './log-lines.ts';
import { linesIn, type Outlet } from './outlet.ts';

type LogSettings = Pick<AllSettings, 'logLevel' | 'logFormat'>;

const BUFFER_CHARACTERS = 64 * 1024;
const MAX_WAIT_MILLISECONDS = 200;
const STANDARD_ERROR = 2;
/** The main thread's few, important lines have room even if the other threads' lines fill theirs. */
const MAX_CHARACTERS_WITH_OWN = 5 * 1024 * 1024;
const WARN = 40;
const MAX_CHARACTERS = 4 * 1024 * 1024;
const [WAITING, DROPPED] = [0, 1];

/** Bounds the text that waits to be written, over all threads. Lines beyond the bound are dropped. */
export class LogRoom {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#numbers = new BigInt64Array(memory);
  }

  /** Whether there is room; `giveBack` releases it when the text is written or lost. */
  take(characters: number, max = MAX_CHARACTERS): boolean {
    const waiting = Number(Atomics.add(this.#numbers, WAITING, BigInt(characters)));
    if (waiting + characters <= max) return true;
    this.giveBack(characters);
    return false;
  }

  giveBack(characters: number): void {
    Atomics.sub(this.#numbers, WAITING, BigInt(characters));
  }

  drop(lines: number): void {
    Atomics.add(this.#numbers, DROPPED, BigInt(lines));
  }

  get dropped(): number {
    return Number(Atomics.load(this.#numbers, DROPPED));
  }
}

export class ServiceLog {
  readonly logger: Logger;
  readonly room = new LogRoom();
  readonly #outlet: Outlet;
  readonly #format: (lines: string) => string;
  #reportedDrops = 0;
  #isReporting = false;

  constructor(settings: LogSettings, outlet: Outlet) {
    this.#outlet = outlet;
    this.#format = formatterFor(settings);
    this.logger = pino(optionsOf(settings), { write: (line) => this.#writeOwn(line) });
  }

  /** Takes formatted lines that have taken their room. */
  write(lines: string): void {
    this.#outlet.write(lines, (lost) => {
      this.room.giveBack(lines.length);
      this.room.drop(lost);
      if (lost === 0) this.#reportDrops();
    });
  }

  #writeOwn(line: string): void {
    const lines = this.#format(line);
    if (this.room.take(lines.length, MAX_CHARACTERS_WITH_OWN)) this.write(lines);
    else this.room.drop(1);
  }

  #reportDrops(): void {
    const dropped = this.room.dropped - this.#reportedDrops;
    if (dropped === 0 || this.#isReporting) return;
    this.#isReporting = true;
    const line = JSON.stringify({ level: WARN, time: Date.now(), dropped, msg: 'lines of the log were dropped' });
    this.#outlet.write(this.#format(`${line}\n`), (lost) => {
      this.#isReporting = false;
      if (lost === 0) this.#reportedDrops += dropped;
    });
  }
}

interface ThreadLog {
  logger: Logger;
  /** Takes a whole line in the logger's format, for callers that build it faster than the logger does. */
  write(line: string): void;
  flush(): void;
}

export function openThreadLog(settings: LogSettings, room: LogRoom, send: (lines: string) => void): ThreadLog {
  const format = formatterFor(settings);
  let buffered = '';
  const flush = () => {
    const lines = buffered;
    buffered = '';
    if (lines === '') return;
    const text = format(lines);
    if (room.take(text.length)) send(text);
    else room.drop(linesIn(lines));
  };
  // A request pays only for this concatenation.
  const write = (line: string) => {
    buffered += line;
    if (buffered.length >= BUFFER_CHARACTERS) flush();
  };
  setInterval(flush, MAX_WAIT_MILLISECONDS).unref();
  return { logger: pino(optionsOf(settings), { write }), write, flush };
}

/** Escapes raw characters that could affect the reader's terminal. */
function optionsOf({ logLevel }: LogSettings): LoggerOptions {
  return { level: logLevel, base: null, hooks: { streamWrite: shownJson } };
}

/** Node would write warnings itself, and wait for the reader. */
export function logWarningsOfNode(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
}

function formatterFor({ logFormat }: LogSettings): (lines: string) => string {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isatty(STANDARD_ERROR));
  return isPretty ? readable : (lines) => lines;
}
