// In charge of memory that V8 has and does not need, at a moment when little is alive and much is asked for outside of its heap: by itself
// it would keep that for a long time.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // Of this kind alone V8 also gives back the pages that it keeps for later, among them those of threads that have ended.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
