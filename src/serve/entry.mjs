// Where a serving thread begins: with the compile cache on before any TypeScript is loaded, so that no types are
// stripped in this thread (see decision 0001).

import { useCompileCache } from '../../bin/compile-cache.mjs';

useCompileCache();
await import('./thread.ts');
