// Fills the compile cache with every module of the service, so that no serving thread ever strips types, not even on the
// first start (see decision 0001). Run at set-up by bin/setup, with the flags that the service is run with: Node keeps a
// cache for each set of them.

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { useCompileCache } from './compile-cache.mjs';

/** They begin their work when they are loaded, and fail here for want of it; by then they are compiled. */
const BEGIN_AT_ONCE = ['serve/thread.ts'];
/** It would run the command line; every command loads it in the main thread, where types may be stripped. */
const LEFT_OUT = ['cli/main.ts'];

useCompileCache();
const source = fileURLToPath(new URL('../src/', import.meta.url));
for (const name of globSync('**/*.ts', { cwd: source })) {
  if (LEFT_OUT.includes(name)) continue;
  const loaded = import(source + name);
  await (BEGIN_AT_ONCE.includes(name) ? loaded.catch(() => {}) : loaded);
}
