// Where a serving thread begins: before any TypeScript is loaded, so that no types are stripped in this thread (see decision
// 0001).

import { usePreparedModules } from '../../bin/modules.mjs';

usePreparedModules();
await import('./thread.ts');
