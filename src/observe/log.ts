// In charge of the log: lines on standard error, JSON for programs or readable for a person. Threads that serve gather
// theirs for a moment, so that a request does not wait for them, and hand them to the main thread, which alone writes.

import { isatty } from 'node:tty';
import pino, { type Logger, type LoggerOptions } from 'pino';
import type { AllSettings } from '../config/settings.ts';
import { shownJson } from '../domain/shown.ts';
import { readable } from './log-lines.ts';
import { linesIn, type Outlet } from './outlet.ts';

type LogSettings = Pick<AllSettings, 'logLevel' | 'logFormat'>;

const GATHERED_CHARACTERS = 64 * 1024;
const LONGEST_WAIT_MILLISECONDS = 200;
const STANDARD_ERROR = 2;
/** The main thread has few lines and weighty ones: there is room for them when others have taken theirs. */
const MOST_CHARACTERS_WITH_OWN = 5 * 1024 * 1024;
const WARN = 40;
const MOST_CHARACTERS = 4 * 1024 * 1024;
const [WAITING, DROPPED] = [0, 1];

/** What may wait to be written, over all threads. What goes beyond is dropped: a log that nobody reads takes no memory. */
export class LogRoom {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#numbers = new BigInt64Array(memory);
  }

  /** Whether there is room; it is given back when the text is written or lost. */
  take(characters: number, most = MOST_CHARACTERS): boolean {
    const waiting = Number(Atomics.add(this.#numbers, WAITING, BigInt(characters)));
    if (waiting + characters <= most) return true;
    this.giveBack(characters);
    return false;
  }

  giveBack(characters: number): void {
    Atomics.sub(this.#numbers, WAITING, BigInt(characters));
  }

  drop(lines: number): void {
    Atomics.add(this.#numbers, DROPPED, BigInt(lines));
  }

  /** Lines, since the start. */
  get dropped(): number {
    return Number(Atomics.load(this.#numbers, DROPPED));
  }
}

/** The log as the main thread has it. */
export class ServiceLog {
  readonly logger: Logger;
  readonly room = new LogRoom();
  readonly #outlet: Outlet;
  readonly #formed: (lines: string) => string;
  /** How many of the dropped lines the log tells of. */
  #told = 0;
  #isTelling = false;

  constructor(settings: LogSettings, outlet: Outlet) {
    this.#outlet = outlet;
    this.#formed = formOf(settings);
    this.logger = pino(optionsOf(settings), { write: (line) => this.#writeOwn(line) });
  }

  /** Lines in their form, which have their room. */
  write(lines: string): void {
    this.#outlet.write(lines, (lost) => {
      this.room.giveBack(lines.length);
      this.room.drop(lost);
      if (lost === 0) this.#tell();
    });
  }

  #writeOwn(line: string): void {
    const lines = this.#formed(line);
    if (this.room.take(lines.length, MOST_CHARACTERS_WITH_OWN)) this.write(lines);
    else this.room.drop(1);
  }

  #tell(): void {
    const dropped = this.room.dropped - this.#told;
    if (dropped === 0 || this.#isTelling) return;
    this.#isTelling = true;
    const line = JSON.stringify({ level: WARN, time: Date.now(), dropped, msg: 'lines of the log were dropped' });
    this.#outlet.write(this.#formed(`${line}\n`), (lost) => {
      this.#isTelling = false;
      if (lost === 0) this.#told += dropped;
    });
  }
}

interface ThreadLog {
  logger: Logger;
  /** Takes a whole line in the logger's form, for those who are quicker at making one than it is. */
  write(line: string): void;
  /** Hands over what is still gathered. */
  flush(): void;
}

/** The log as a thread that serves has it. */
export function openThreadLog(settings: LogSettings, room: LogRoom, handOver: (lines: string) => void): ThreadLog {
  const formed = formOf(settings);
  let gathered = '';
  const flush = () => {
    const lines = gathered;
    gathered = '';
    if (lines === '') return;
    const text = formed(lines);
    if (room.take(text.length)) handOver(text);
    else room.drop(linesIn(lines));
  };
  // Adding a line to a text is all that a request pays for.
  const write = (line: string) => {
    gathered += line;
    if (gathered.length >= GATHERED_CHARACTERS) flush();
  };
  setInterval(flush, LONGEST_WAIT_MILLISECONDS).unref();
  return { logger: pino(optionsOf(settings), { write }), write, flush };
}

/** Whatever a line says of what others wrote, no raw character of it does something to who looks at the log. */
function optionsOf({ logLevel }: LogSettings): LoggerOptions {
  return { level: logLevel, base: null, hooks: { streamWrite: shownJson } };
}

/** Node would write its warnings itself, and wait for who reads them. */
export function logWarningsOfNode(logger: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
}

function formOf({ logFormat }: LogSettings): (lines: string) => string {
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isatty(STANDARD_ERROR));
  return isPretty ? readable : (lines) => lines;
}
