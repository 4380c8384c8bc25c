// Makes what is run and served out of the sources, at set-up: dist/ with the command line and the serving threads, web/dist/
// with the explorer, the reference of the API and the packages of the clients. Run by bin/setup.

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { HASH_FILE, hashOfCode } from '../src/config/installation.ts';
import { makeClients } from './clients.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that are used later stand apart, so that a command loads what it needs. Names stay, for stack traces. */
const service = {
  entryPoints: {
    sylva: 'src/cli/main.ts',
    thread: 'src/server/thread.ts',
    'build-worker': 'src/publishing/build-worker.ts',
    'load-worker': 'src/publishing/load-worker.ts',
  },
  splitting: true,
  platform: 'node',
  target: 'node26',
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  external: ['pg-native'],
  // Packages of the older kind ask for Node's own modules in their own way.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
};

const explorer = {
  entryPoints: {
    explorer: 'web/explorer/main.tsx',
    qr: 'web/explorer/print/qr.ts',
    'explorer-style': 'web/explorer/style/all.css',
    reference: 'web/reference/main.tsx',
    'reference-style': 'web/reference/style.css',
  },
  tsconfig: 'web/tsconfig.json',
  minify: true,
  // What has `light-dark()` in style sheets has all of this in scripts.
  target: ['chrome123', 'firefox120', 'safari17.5'],
};

await make('web/dist', explorer, async (into) => {
  mkdirSync(`${into}/clients`);
  await makeClients(`${into}/clients`);
});
await make('dist', service, (into) => {
  mkdirSync(`${into}/compiled`, { mode: 0o700 });
  writeFileSync(`${into}/${HASH_FILE}`, hashOfCode(into, '.js'));
});

/** The folder is there whole or not at all: it is made under another name, and takes the place of what was there. */
async function make(folder, what, finish = () => {}) {
  const [unfinished, former] = ['unfinished', 'former'].map((word) => `${root}${folder}-${word}-${process.pid}`);
  try {
    await build({ absWorkingDir: root, outdir: unfinished, bundle: true, format: 'esm', logLevel: 'warning', ...what });
    await finish(unfinished);
    mkdirSync(root + folder, { recursive: true });
    renameSync(root + folder, former);
    renameSync(unfinished, root + folder);
  } finally {
    for (const each of [unfinished, former]) rmSync(each, { recursive: true, force: true });
  }
}
