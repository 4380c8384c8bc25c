// Writes text to a descriptor: in order, without ever blocking or failing. Text that cannot be written is lost, and its
// writer is told.

import { constants, fstatSync, openSync, write } from 'node:fs';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';

const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = constants;

const MIN_PAUSE_MILLISECONDS = 1;
const MAX_PAUSE_MILLISECONDS = 50;
/** A write that takes longer may never return. */
const HELD_MILLISECONDS = 2_000;
const LINE_BREAK = 10;

/** Called when a text is written or lost; lines before the error are not lost. */
type Done = (lostLines: number, error?: NodeJS.ErrnoException) => void;

export class Outlet {
  readonly #descriptor: Descriptor;
  /** The first is being written. */
  readonly #waiting: { text: string; done: Done }[] = [];
  #askedAt: number | undefined;
  #pauseMilliseconds = MIN_PAUSE_MILLISECONDS;
  #isWithinLine = false;
  readonly #waiters = new Set<() => void>();

  constructor(descriptor: number) {
    this.#descriptor = nonBlocking(descriptor);
  }

  write(text: string, done: Done = () => {}): void {
    this.#waiting.push({ text, done });
    if (this.#waiting.length === 1) this.#begin();
  }

  /** Resolves with true when everything is written, or with false after this time. */
  async isEmptyWithin(milliseconds: number): Promise<boolean> {
    if (this.#waiting.length === 0) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = () => resolve(true);
    this.#waiters.add(waiter);
    if (Number.isFinite(milliseconds)) setTimeout(resolve, milliseconds, false).unref();
    return await promise.finally(() => this.#waiters.delete(waiter));
  }

  get mayHang(): boolean {
    return this.#descriptor.mayHang;
  }

  get isHeld(): boolean {
    return this.#askedAt !== undefined && performance.now() - this.#askedAt > HELD_MILLISECONDS;
  }

  /** Ends a line that was cut off. */
  #begin(): void {
    const [{ text }] = this.#waiting;
    this.#write(Buffer.from(this.#isWithinLine ? `\n${text}` : text));
  }

  #write(bytes: Buffer): void {
    this.#askedAt = performance.now();
    write(this.#descriptor.number, bytes, (error, written = 0) => {
      this.#askedAt = undefined;
      if (written > 0) this.#isWithinLine = bytes[written - 1] !== LINE_BREAK;
      const left = bytes.subarray(written);
      if (error && error.code !== 'EAGAIN') this.#finish(linesIn(left), error);
      else if (left.length === 0) this.#finish(0);
      else if (written > 0) {
        this.#pauseMilliseconds = MIN_PAUSE_MILLISECONDS;
        this.#write(left);
      } else {
        setTimeout(() => this.#write(left), this.#pauseMilliseconds);
        this.#pauseMilliseconds = Math.min(2 * this.#pauseMilliseconds, MAX_PAUSE_MILLISECONDS);
      }
    });
  }

  #finish(lostLines: number, error?: NodeJS.ErrnoException): void {
    const [{ text, done }] = this.#waiting;
    done(lostLines && Math.min(lostLines, linesIn(text)), error);
    this.#waiting.shift();
    if (this.#waiting.length > 0) this.#begin();
    else for (const waiter of this.#waiters) waiter();
  }
}

export function linesIn(text: string | Buffer): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

interface Descriptor {
  number: number;
  /** Whether a write may block in the system, as for a disk that hangs. */
  mayHang: boolean;
}

/** A blocked write would hold one of Node's few file threads, and the end of the process: a pipe, socket or terminal can refuse. */
function nonBlocking(number: number): Descriptor {
  const hasReader = fstatSync(number).isFIFO() || fstatSync(number).isSocket() || isatty(number);
  if (!hasReader) return { number, mayHang: true };
  try {
    // A separate open file: a process that shares the descriptor may make it block again, as Node does when it ends.
    const path = `/proc/self/fd/${number}`;
    return { number: openSync(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY), mayHang: false };
  } catch {
    return { number, mayHang: !makeNonBlocking(number) };
  }
}

/** For a socket, such as systemd's journal, and another user's pipe, which cannot be reopened. */
function makeNonBlocking(number: number): boolean {
  try {
    // Not for writing: it would buffer everything that nobody reads.
    new Socket({ fd: number, readable: false, writable: true }).unref();
    return true;
  } catch {
    return false;
  }
}
