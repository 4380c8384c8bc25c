// In charge of writing that does not wait: a pipe, socket or terminal whose reader has stopped says so at once. A write that
// waited would hold one of Node's few threads for files, and with it the end of the process.

import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';

const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = constants;

export interface Descriptor {
  number: number;
  /** Whether a write may wait in the system, as for a disk that hangs. */
  mayHang: boolean;
}

export function withoutWaiting(number: number): Descriptor {
  const hasReader = fstatSync(number).isFIFO() || fstatSync(number).isSocket() || isatty(number);
  return (hasReader && (openedAnew(number) ?? switched(number))) || { number, mayHang: true };
}

/** Apart from the one that is given: any process that shares that one may have it wait again, as Node does when it ends. */
function openedAnew(number: number): Descriptor | undefined {
  try {
    const path = `/proc/self/fd/${number}`;
    return { number: openSync(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY), mayHang: false };
  } catch {
    return undefined;
  }
}

/** A socket, such as that of systemd's journal, and a pipe of another user cannot be opened anew. */
function switched(number: number): Descriptor | undefined {
  try {
    // It is made for what it does to the descriptor, and writes nothing: it would keep all that nobody reads.
    new Socket({ fd: number, readable: false, writable: true }).unref();
    return { number, mayHang: false };
  } catch {
    return undefined;
  }
}
