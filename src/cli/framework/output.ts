// Writes to standard output and standard error, and ends a process that does not end by itself.

import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { shownJson } from '../../domain/shown.ts';
import { Outlet } from '../../observe/outlet.ts';
import { fitted, onScreen } from '../terminal/terminal.ts';

const [STANDARD_OUTPUT, STANDARD_ERROR] = [1, 2];
/** How long a service waits at its end for a reader that has stopped, and for a slow disk. */
const SERVICE_PATIENCE_MILLISECONDS = { reader: 500, disk: 5_000 };

export class Output {
  readonly error: Outlet;
  readonly #standard: Outlet;
  readonly #isTerminal: boolean;
  /** A reader of the output may hold up an ordinary command, but not a service. */
  isOfService = false;
  /** Why something could not be printed. A reader that closes early, such as head, is not a fault. */
  fault: string | undefined;

  constructor(standard = STANDARD_OUTPUT, error = STANDARD_ERROR) {
    this.#isTerminal = isatty(standard);
    this.error = new Outlet(error);
    // One outlet if both are the same file, so that lines do not mix.
    this.#standard = areOne(standard, error) ? this.error : new Outlet(standard);
  }

  /** Resolves to whether it was written. */
  readonly print = (text: string): Promise<boolean> => this.#print(onScreen(text));
  /** Unchanged, unless it goes to a terminal. */
  readonly printData = (text: string): Promise<boolean> => this.#print(this.#isTerminal ? onScreen(text) : text);
  readonly printJson = (json: string): Promise<boolean> => this.#print(shownJson(json));
  readonly complain = (text: string, paint = (plain: string): string => plain): void =>
    this.error.write(`${onScreen(paint(fitted(text, process.stderr)))}\n`);

  /** Whether everything has been written. */
  async isOut(): Promise<boolean> {
    const { reader, disk } = SERVICE_PATIENCE_MILLISECONDS;
    const patience = ({ mayHang }: Outlet) => (mayHang ? disk : reader);
    const written = Array.from(new Set([this.#standard, this.error]), (outlet) =>
      outlet.isEmptyWithin(this.isOfService ? patience(outlet) : Number.POSITIVE_INFINITY),
    );
    return (await Promise.all(written)).every(Boolean);
  }

  /** Ends the process without writing the rest. */
  endNow(code: number): never {
    // process.exit waits for a write that is under way, which may never end.
    if (this.error.isHeld || this.#standard.isHeld) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  }

  async endAtOnce(reason: string): Promise<never> {
    this.complain(reason);
    await this.isOut();
    this.endNow(1);
  }

  endWithin(seconds: number): void {
    setTimeout(() => this.endAtOnce(`Not stopped within ${seconds} s: ended at once.`), seconds * 1000).unref();
  }

  #print(text: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#standard.write(`${text}\n`, (lost, error) => {
      if (error && error.code !== 'EPIPE') this.fault ??= error.message;
      resolve(lost === 0);
    });
    return promise;
  }
}

function areOne(one: number, other: number): boolean {
  const [a, b] = [fstatSync(one), fstatSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
