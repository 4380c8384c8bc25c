// Where a serving thread begins: with the compile cache on before any TypeScript is loaded, so that no types are
// stripped in this thread (see decision 0001).

import module from 'node:module';

module.enableCompileCache();
await import('./thread.ts');
