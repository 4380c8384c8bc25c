// Collects garbage when memory outside of V8's heap is no longer used: V8 doesn't count that memory, and would keep it long.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

function collector(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return collect;
}

/** Frees shared memory without a pause. */
export function collectGarbage(): void {
  void collector()({ type: 'major', execution: 'async' });
}

/** Also returns free pages of the heap and of ended threads to the system. */
export function shrinkHeap(): void {
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
