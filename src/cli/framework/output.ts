// In charge of what a command says, on standard output and standard error; and of ending the process where it does not end by
// itself, whatever still waits to be said.

import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { shownJson } from '../../domain/shown.ts';
import { Outlet } from '../../observe/outlet.ts';
import { fitted, onScreen } from '../terminal/terminal.ts';

const [STANDARD_OUTPUT, STANDARD_ERROR] = [1, 2];
/** A reader that has stopped is not waited for, a disk that is slow for a while. */
const SERVICE_PATIENCE_MILLISECONDS = { reader: 500, disk: 5_000 };

export class Output {
  readonly error: Outlet;
  readonly #standard: Outlet;
  readonly #isTerminal: boolean;
  /** A service is not to be held up by who reads what it says, not even at its end; an ordinary command is. */
  isOfService = false;
  /** Why something could not be printed; a reader that has seen enough, such as head, is no fault. */
  fault: string | undefined;

  constructor(standard = STANDARD_OUTPUT, error = STANDARD_ERROR) {
    this.#isTerminal = isatty(standard);
    this.error = new Outlet(error);
    // Where both are one, a line of the one does not get into a line of the other.
    this.#standard = areOne(standard, error) ? this.error : new Outlet(standard);
  }

  /** Says later whether it was written. */
  readonly print = (text: string): Promise<boolean> => this.#print(onScreen(text));
  /** What a program is to get as it was given. */
  readonly printData = (text: string): Promise<boolean> => this.#print(this.#isTerminal ? onScreen(text) : text);
  readonly printJson = (json: string): Promise<boolean> => this.#print(shownJson(json));
  readonly complain = (text: string, paint = (plain: string): string => plain): void =>
    this.error.write(`${onScreen(paint(fitted(text, process.stderr)))}\n`);

  /** Whether everything is out. */
  async isOut(): Promise<boolean> {
    const outlets = new Set([this.#standard, this.error]);
    const all = await Promise.all([...outlets].map((outlet) => this.#isEmpty(outlet)));
    return all.every((isEmpty) => isEmpty);
  }

  /** Ends the process, and leaves unsaid what is not out by now. */
  endNow(code: number): never {
    // The end of the process waits for a write that the system does not come back from, and so might never come.
    if (this.error.isHeld || this.#standard.isHeld) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  }

  async endAtOnce(reason: string): Promise<never> {
    this.complain(reason);
    await this.isOut();
    this.endNow(1);
  }

  /** If the process is still there by then. */
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

  async #isEmpty(outlet: Outlet): Promise<boolean> {
    if (!this.isOfService) return await outlet.isEmptyWithin(Number.POSITIVE_INFINITY);
    const { reader, disk } = SERVICE_PATIENCE_MILLISECONDS;
    return await outlet.isEmptyWithin(outlet.mayHang ? disk : reader);
  }
}

function areOne(one: number, other: number): boolean {
  const [a, b] = [fstatSync(one), fstatSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}
