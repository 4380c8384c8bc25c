// In charge of the log: lines on standard error, JSON for programs or readable for a person, gathered for a moment so that
// a request does not wait for them.

import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import type { Settings } from './config.ts';
import { readable } from './log-lines.ts';

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>;

const GATHERED_CHARACTERS = 64 * 1024;
const LONGEST_WAIT_MILLISECONDS = 200;
const STANDARD_ERROR = 2;

export interface Log {
  log: Logger;
  /** Writes what is still gathered. */
  flush(): void;
}

/** For a thread that serves. */
export function openLog({ logLevel, logFormat }: LogSettings): Log {
  const file = pino.destination({ dest: STANDARD_ERROR, sync: false });
  const write = writerInto((lines) => file.write(lines), logFormat);
  const gathered = new GatheredLines(write);
  setInterval(() => gathered.pass(), LONGEST_WAIT_MILLISECONDS).unref();
  return {
    log: pino({ level: logLevel, base: null }, gathered),
    flush() {
      gathered.pass();
      file.flushSync();
    },
  };
}

/** For the main thread, which logs seldom: each line is out before anything else happens. */
export function openPromptLog({ logLevel, logFormat }: LogSettings): Logger {
  const file = pino.destination({ dest: STANDARD_ERROR, sync: true });
  return pino({ level: logLevel, base: null }, { write: writerInto((lines) => file.write(lines), logFormat) });
}

type Writer = (lines: string) => void;

function writerInto(write: Writer, format: Settings['logFormat']): Writer {
  const isPretty = format === 'pretty' || (format === 'auto' && isatty(STANDARD_ERROR));
  return isPretty ? (lines) => write(readable(lines)) : write;
}

/** Adding a line to a text is all that a request pays for; the destination itself measures what it is given. */
class GatheredLines {
  #lines = '';
  readonly #passOn: Writer;

  constructor(passOn: Writer) {
    this.#passOn = passOn;
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= GATHERED_CHARACTERS) this.pass();
  }

  pass(): void {
    if (this.#lines === '') return;
    this.#passOn(this.#lines);
    this.#lines = '';
  }
}
