// Makes what runs on a server out of src/ and of the packages that it uses: modules for the serving threads, and one script for the command
// line and for the threads that help it, with what V8 makes of it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Names stay, for stack traces. */
const options = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node26',
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  external: ['better-sqlite3', 'pg-native'],
  logLevel: 'warning',
};

/** Modules that are used later stand apart. */
export const servingThread = {
  ...options,
  entryPoints: { thread: 'src/server/thread.ts' },
  splitting: true,
  // Packages of the older kind ask for Node's own modules in their own way.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
};

/** A function of what modules have around them, which gives what bin/starts.mjs exports. Its name tells it from every other. */
const script = {
  ...options,
  entryPoints: ['bin/starts.mjs'],
  entryNames: 'script-[hash]',
  metafile: true,
  format: 'cjs',
  define: { 'import.meta.url': 'hereUrl' },
  banner: { js: '(function (require, hereUrl, module) {' },
  footer: { js: 'return module.exports;\n})' },
};

/** The files that are run, each of which starts the script as one thing. */
const STARTS = [
  'sylva',
  'index-feed-thread',
  'line-helper-thread',
  'patch-thread',
  'piece-thread',
  'snapshot-loader-thread',
];

/** Into a folder that is there; gives the script's file. */
export async function makeScript(into) {
  const { metafile } = await build({ ...script, outdir: into });
  const name = basename(Object.keys(metafile.outputs).find((file) => file.endsWith('.js')));
  await Promise.all(STARTS.map((start) => makeEntry(into, start, name)));
  return join(into, name);
}

async function makeEntry(into, start, name) {
  await build({
    ...options,
    entryPoints: ['bin/entry.mjs'],
    outfile: join(into, `${start}.js`),
    format: 'esm',
    define: { SCRIPT: JSON.stringify(name), START: JSON.stringify(start) },
  });
}

/** In milliseconds: it takes a second or two. */
const LONGEST_REHEARSAL = 120_000;

/** Of a script in a folder that is complete. Without it everything runs as well, and begins later. */
export function keepBytecode(file) {
  const folder = mkdtempSync(join(dirname(file), 'rehearsal-'));
  // V8 takes only what was made with the flags that it runs with: those of whoever sets up are none of those.
  const how = { stdio: 'pipe', timeout: LONGEST_REHEARSAL, env: { ...process.env, NODE_OPTIONS: '' } };
  try {
    execFileSync(process.execPath, [join(root, 'bin/bytecode.mjs'), file, folder], how);
  } catch (error) {
    console.error(`sylva: ${file} will be compiled at every start. ${error.message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
