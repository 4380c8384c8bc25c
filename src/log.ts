// In charge of the log: lines on standard error, JSON for programs or readable for a person. Threads that serve gather
// theirs for a moment, so that a request does not wait for them, and hand them to the main thread, which alone writes.

import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import type { Settings } from './config.ts';
import { linesIn, type Outlet } from './log/outlet.ts';
import { LogRoom } from './log/room.ts';
import { readable } from './log-lines.ts';

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>;

const GATHERED_CHARACTERS = 64 * 1024;
const LONGEST_WAIT_MILLISECONDS = 200;
const STANDARD_ERROR = 2;
/** The main thread has few lines and weighty ones: there is room for them when others have taken theirs. */
const MOST_CHARACTERS_WITH_OWN = 5 * 1024 * 1024;
const WARN = 40;

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
    this.logger = pino({ level: settings.logLevel, base: null }, { write: (line) => this.#writeOwn(line) });
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

export interface ThreadLog {
  logger: Logger;
  /** Hands over what is still gathered. */
  flush(): void;
}

/** The log as a thread that serves has it. */
export function openThreadLog(settings: LogSettings, room: LogRoom, handOver: (lines: string) => void): ThreadLog {
  const formed = formOf(settings);
  const gathered = new GatheredLines((lines) => {
    const text = formed(lines);
    if (room.take(text.length)) handOver(text);
    else room.drop(linesIn(lines));
  });
  setInterval(() => gathered.pass(), LONGEST_WAIT_MILLISECONDS).unref();
  return { logger: pino({ level: settings.logLevel, base: null }, gathered), flush: () => gathered.pass() };
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

/** Adding a line to a text is all that a request pays for. */
class GatheredLines {
  #lines = '';
  readonly #passOn: (lines: string) => void;

  constructor(passOn: (lines: string) => void) {
    this.#passOn = passOn;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= GATHERED_CHARACTERS) this.pass();
  }

  pass(): void {
    const lines = this.#lines;
    if (lines === '') return;
    this.#lines = '';
    this.#passOn(lines);
  }
}
