// Collects garbage when memory outside of V8's heap is no longer used: V8 does not count that memory, and would keep it for long.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// All threads share the flag, so none may take it back while another one is here.
setFlagsFromString('--expose-gc');
const collect: NodeJS.GCFunction = runInNewContext('gc');

/** Frees shared memory without a pause. */
export function collectGarbage(): void {
  void collect({ type: 'major', execution: 'async' });
}

/** Also returns the free pages of the heap, and of threads that have ended, to the system. */
export function shrinkHeap(): void {
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
