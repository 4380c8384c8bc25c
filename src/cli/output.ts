// In charge of what a command says, on standard output and standard error.

import { fstatSync } from 'node:fs';
import { Outlet } from '../log/outlet.ts';
import { shownJson } from '../shown.ts';
import { fitted, onScreen } from './screen.ts';

const [STANDARD_OUTPUT, STANDARD_ERROR] = [1, 2];
/** A reader that has stopped is not waited for, a disk that is slow for a while. */
const SERVICE_PATIENCE_MILLISECONDS = { reader: 500, disk: 5_000 };

export class Output {
  readonly error = new Outlet(STANDARD_ERROR);
  /** Where both are one, a line of the one does not get into a line of the other. */
  readonly #standard = areOne(STANDARD_OUTPUT, STANDARD_ERROR) ? this.error : new Outlet(STANDARD_OUTPUT);
  /** A service is not to be held up by who reads what it says, not even at its end; an ordinary command is. */
  isOfService = false;
  /** Why something could not be printed; a reader that has seen enough, such as head, is no fault. */
  fault: string | undefined;

  /** Says later whether it was written. */
  readonly print = (text: string): Promise<boolean> => this.#print(onScreen(text));
  readonly printJson = (json: string): Promise<boolean> => this.#print(shownJson(json));
  readonly complain = (text: string, paint = (plain: string): string => plain): void =>
    this.error.write(`${onScreen(paint(fitted(text, process.stderr)))}\n`);

  /** Whether everything is out. */
  async isOut(): Promise<boolean> {
    const outlets = new Set([this.#standard, this.error]);
    const all = await Promise.all([...outlets].map((outlet) => this.#isEmpty(outlet)));
    return all.every((isEmpty) => isEmpty);
  }

  /** Whether the system does not come back from a write: the process could not end by itself. */
  get isHeld(): boolean {
    return this.error.isHeld || this.#standard.isHeld;
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
