// In charge of ending the process where it does not end by itself, whatever still waits to be said.

import { inspect } from 'node:util';
import type { Output } from './output.ts';

/** Leaves unsaid what is not out by now. */
export function endNow(code: number, output: Output): never {
  // The end of the process waits for such a write, and so might never come.
  if (output.isHeld) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

export async function endAtOnce(reason: string, output: Output): Promise<never> {
  output.complain(reason);
  await output.isOut();
  endNow(1, output);
}

/** Ends the process if it is still there by then. */
export function endWithin(seconds: number, output: Output): void {
  setTimeout(() => endAtOnce(`Not stopped within ${seconds} s: ended at once.`, output), seconds * 1000).unref();
}

/** Node would write the error itself, and wait for who reads it. */
export function endOnFault(output: Output): void {
  process.on('uncaughtException', (error) => endAtOnce(inspect(error), output));
}
