// In charge of letting a replaced snapshot go: shared memory weighs nothing in the collector's books, so that it would
// come by late, or never in a thread that is at rest.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: NodeJS.GCFunction = runInNewContext('gc');

export function releaseReplaced(): void {
  void collect({ type: 'major', execution: 'async' });
}
