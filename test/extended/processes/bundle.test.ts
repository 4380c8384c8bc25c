// What set-up makes and everybody runs: one bundle of the sources.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { OTHER_USER } from '../../support/other-user.ts';
import { sylva } from '../../support/sylva.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** An installation of its own, over the packages of this one. */
function installation(t: TestContext): string {
  const folder = temporaryFolder(t);
  for (const part of [
    'package.json',
    'package-lock.json',
    'bin',
    'src',
    'client/src',
    'client/package.json',
    'client/README.md',
    'client/tsconfig.json',
    'clients',
    'web/explorer',
    'web/reference',
    'web/tsconfig.json',
  ])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('the pinned Node alone makes the bundle, for everybody to read and nobody else to change', (t) => {
  const folder = installation(t);
  mkdirSync(join(folder, 'old'));
  writeFileSync(join(folder, 'old/node'), '#!/bin/sh\necho v18.9.0\nexit 1\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'old')}:${process.env.PATH}` };
  const openly = ['-c', 'umask 0; exec bin/sylva version'];
  assert.match(execFileSync('sh', openly, { cwd: folder, env, encoding: 'utf8' }), /^sylva \d/);
  const modes = readdirSync(join(folder, 'dist')).map((name) => statSync(join(folder, 'dist', name)).mode & 0o777);
  assert.deepEqual([...new Set(modes)].sort(), [0o644, 0o700], 'files for all to read, and what Node compiles');
  assert.equal(statSync(join(folder, 'dist')).mode & 0o777, 0o755);
});

test('a stack trace names the line of the source', async () => {
  const fault = "data:text/javascript,process.umask=()=>{throw new Error('on purpose')}";
  const { code, stderr } = await sylva(['version'], { NODE_OPTIONS: `--import="${fault}"` });
  assert.equal(code, 1);
  assert.match(stderr, /on purpose[\s\S]+src\/cli\/main\.ts:\d+/);
});

test('what Node compiles is kept beside the bundle, for the owner of the installation alone', async (t) => {
  const tells = "import { getCompileCacheDir } from 'node:module'; console.error(getCompileCacheDir())";
  const env = { NODE_OPTIONS: `--import="data:text/javascript,${tells}"`, NODE_COMPILE_CACHE: '' };
  const kept = join(ROOT, 'dist/compiled');
  const folder = (await sylva(['version'], env)).stderr.trim();
  assert.ok(folder.startsWith(`${kept}/`), folder);
  assert.notDeepEqual(readdirSync(folder), []);
  assert.equal(statSync(kept).mode & 0o777, 0o700);
  if (process.getuid?.() !== 0) return t.diagnostic('only root can give a folder away');
  const installed = writeFiles(t, { 'bin/setup': '#!/bin/sh\n', 'dist/sylva.js': '', 'dist/compiled/.keep': '' });
  chmodSync(join(installed, 'bin/setup'), 0o755);
  for (const name of ['sylva', 'find-node']) cpSync(join(ROOT, 'bin', name), join(installed, 'bin', name));
  const said = () =>
    spawnSync(join(installed, 'bin/sylva'), { env: { ...process.env, ...env }, encoding: 'utf8' }).stderr;
  assert.notEqual(said(), 'undefined\n');
  chownSync(join(installed, 'dist/compiled'), OTHER_USER, OTHER_USER);
  assert.equal(said(), 'undefined\n');
});

test('the bundle needs no package, which a settings file shows too', (t) => {
  const folder = temporaryFolder(t);
  for (const part of ['dist', 'package.json']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'sylva.toml'), 'rate-limit = 77\n');
  const shown = execFileSync(process.execPath, ['dist/sylva.js', 'config'], { cwd: folder, encoding: 'utf8' });
  assert.match(shown, /^rate-limit +77 /m);
});

test('a Node that is too old is told so in one sentence', (t) => {
  const folder = temporaryFolder(t);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const name of ['sylva', 'find-node']) cpSync(join(ROOT, 'bin', name), join(bin, name));
  for (const [name, text] of Object.entries({ setup: 'exit 0', node: 'echo v20.20.2' })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = { ...process.env, PATH: `${bin}:/usr/bin:/bin` };
  const fails = () => execFileSync(join(bin, 'sylva'), ['version'], { env, encoding: 'utf8', stdio: 'pipe' });
  assert.throws(fails, ({ status, stderr }: any) => {
    assert.match(stderr, /^sylva: serving takes Node \d+ or newer; there is v20\.20\.2\. [^\n]+\n$/);
    return status === 1;
  });
});
