// Plain JavaScript, so that a Node too old for TypeScript can still say what is wrong.

import { usePreparedModules } from './modules.mjs';

const oldest = 26;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `sylva needs Node ${oldest} or newer, and this is ${process.versions.node}: run ./bin/sylva, which brings its own.`,
  );
  process.exitCode = 1;
} else {
  usePreparedModules();
  await import('../src/cli/main.ts');
}
