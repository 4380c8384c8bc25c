// In charge of what signals tell a serving process: stop, stop at once, read the settings again.

import { closeSync, openSync } from 'node:fs';
import { endAtOnce } from './end.ts';
import type { Output } from './output.ts';

export interface Signals {
  /** Comes with the first SIGINT or SIGTERM; a second one ends the process at once, whatever it is doing. */
  stopped: Promise<void>;
  onHangUp(work: () => void): void;
}

export function listenForSignals(output: Output): Signals {
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const hadTerminal = hasTerminal();
  let hangUp = () => {};
  let isStopping = false;
  const stop = () => {
    if (isStopping) endAtOnce('Told to stop once more: ended at once.', output);
    isStopping = true;
    resolve();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // A terminal that was closed tells it with the same signal, and nobody is there to serve for.
  process.on('SIGHUP', () => (hadTerminal && !hasTerminal() ? stop() : hangUp()));
  return {
    stopped,
    onHangUp(work) {
      hangUp = work;
    },
  };
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
