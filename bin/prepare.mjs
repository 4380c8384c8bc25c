// Makes the explorer's script and style in web/dist/ from their sources, and one file of Kysely's many modules. Plain
// JavaScript, run at set-up by bin/setup: never in a serving process, which stripping TypeScript would slow down.

import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const made = `${web}dist/`;
const unfinished = `${made}unfinished-${process.pid}/`;
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

mkdirSync(unfinished, { recursive: true });
mkdirSync(cache, { recursive: true });
try {
  await build({
    entryPoints: { kysely: 'kysely' },
    outdir: unfinished,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  copyFileSync(`${unfinished}kysely.mjs`, `${cache}kysely-${process.pid}.mjs`);
  renameSync(`${cache}kysely-${process.pid}.mjs`, `${cache}kysely.mjs`);
  await build({
    entryPoints: { explorer: `${web}explorer/main.tsx`, 'explorer-style': `${web}explorer/style/all.css` },
    tsconfig: `${web}tsconfig.json`,
    outdir: unfinished,
    bundle: true,
    minify: true,
    format: 'esm',
    // What has `light-dark()` in style sheets has all of this in scripts.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    logLevel: 'warning',
  });
  // Each is there whole or not at all; the script comes last, because bin/setup looks at its time.
  for (const name of ['explorer-style.css', 'explorer.js']) renameSync(unfinished + name, made + name);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}
