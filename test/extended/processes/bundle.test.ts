// What set-up makes and everybody runs: one bundle of the sources.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** An installation of its own, over the packages of this one. */
function installation(t: TestContext): string {
  const folder = temporaryFolder(t);
  for (const part of [
    'package.json',
    'package-lock.json',
    'bin',
    'content',
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

const run = (folder: string, ...words: string[]) =>
  execFileSync(join(folder, 'bin/sylva'), words, { encoding: 'utf8' });

test('the bundle is made once, by the pinned Node alone, and again when a source is newer', (t) => {
  const folder = installation(t);
  const made = join(folder, 'dist/sylva.js');
  mkdirSync(join(folder, 'old'));
  writeFileSync(join(folder, 'old/node'), '#!/bin/sh\necho v18.9.0\nexit 1\n', { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'old')}:${process.env.PATH}` };
  assert.match(execFileSync(join(folder, 'bin/sylva'), ['version'], { env, encoding: 'utf8' }), /^sylva \d/);
  const first = statSync(made).ino;
  run(folder, 'version');
  assert.equal(statSync(made).ino, first);
  const source = join(folder, 'src/cli/version.ts');
  appendFileSync(source, "\nprocess.stdout.write('changed\\n');\n");
  const later = statSync(made).mtimeMs / 1000 + 1;
  utimesSync(source, later, later);
  assert.match(run(folder, 'version'), /^changed$/m);
});

test('a stack trace names the line of the source', async () => {
  const fault = "data:text/javascript,process.umask=()=>{throw new Error('on purpose')}";
  const { code, stderr } = await sylva(['version'], { NODE_OPTIONS: `--import="${fault}"` });
  assert.equal(code, 1);
  assert.match(stderr, /on purpose[\s\S]+src\/cli\/main\.ts:\d+/);
});

/** What the script was compiled to, beside it. */
const bytecodeIn = (folder: string) => globSync(join(folder, 'dist/*.bytecode'));

/** Says on standard error whether V8 takes what it is given. */
const TELLS = `import vm, { Script } from 'node:vm'; import { syncBuiltinESMExports } from 'node:module';
vm.Script = class extends Script { constructor(...a) { super(...a); console.error('taken:', this.cachedDataRejected === false) } };
syncBuiltinESMExports();`;

test('what V8 makes of the bundle is kept beside it, for everybody to read and nobody to change, and is taken', (t) => {
  const folder = installation(t);
  // Nothing that a settings file of the installation says is heeded while commands are rehearsed.
  writeFileSync(join(folder, 'sylva.toml'), 'database = "postgres://127.0.0.1:1/none"\n');
  const setUp = execFileSync('/bin/sh', ['-c', 'umask 0; bin/setup 2>&1'], { cwd: folder, encoding: 'utf8' });
  assert.equal(setUp, '');
  const modes = readdirSync(join(folder, 'dist')).map((name) => statSync(join(folder, 'dist', name)).mode & 0o777);
  assert.deepEqual([...new Set(modes), statSync(join(folder, 'dist')).mode & 0o777], [0o644, 0o755]);
  assert.equal(bytecodeIn(folder).length, 1);
  assert.equal(takes(folder), 'taken: true\n');
});

test('where it is damaged, cut off, gone or made with other flags, commands run all the same', (t) => {
  const folder = temporaryFolder(t);
  for (const part of ['dist', 'package.json', 'node_modules/better-sqlite3'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const [file] = bytecodeIn(folder);
  const whole = readFileSync(file);
  const damaged = Buffer.from(whole);
  damaged.fill(0, whole.length / 4, whole.length / 2);
  assert.equal(takes(folder), 'taken: true\n');
  assert.equal(takes(folder, '--stack-size=900'), 'taken: false\n');
  for (const bytes of [damaged, whole.subarray(0, whole.length / 2), Buffer.alloc(0), Buffer.alloc(3)]) {
    writeFileSync(file, bytes);
    assert.equal(takes(folder), 'taken: false\n');
  }
  rmSync(file);
  assert.equal(takes(folder), 'taken: false\n');
});

/** Runs a command, which leaves nothing in the folder. */
function takes(folder: string, ...flags: string[]): string {
  const before = readdirSync(join(folder, 'dist'));
  const words = [...flags, `--import=data:text/javascript,${encodeURIComponent(TELLS)}`, 'dist/sylva.js', 'version'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  assert.deepEqual([status, stdout.slice(0, 6)], [0, 'sylva ']);
  assert.deepEqual(readdirSync(join(folder, 'dist')), before);
  return stderr;
}

test('the bundle needs no package but the native one, which a settings file shows too', (t) => {
  const folder = temporaryFolder(t);
  for (const part of ['dist', 'package.json', 'node_modules/better-sqlite3'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
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
