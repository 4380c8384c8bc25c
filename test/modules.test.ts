// How modules are loaded: prepared by set-up, and compiled from an earlier start only where nobody else could have put it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './support/folders.ts';
import { OTHER_USER, withoutOtherUsers } from './support/other-user.ts';

const BIN = fileURLToPath(new URL('../bin', import.meta.url));

/** An installation of its own, whose one module says what it says. */
function installation(t: TestContext) {
  const folder = temporaryFolder(t);
  const prepared = join(folder, 'node_modules/.cache');
  mkdirSync(prepared, { recursive: true });
  cpSync(BIN, join(folder, 'bin'), { recursive: true });
  const say = (text: string) => writeFileSync(join(folder, 'src/said.ts'), `export const said: string = '${text}';`);
  mkdirSync(join(folder, 'src'));
  say('as at set-up');
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const run = (words: string[]) => execFileSync(process.execPath, words, { cwd: folder, encoding: 'utf8', env }).trim();
  const load = (...flags: string[]) =>
    JSON.parse(
      run([
        ...flags,
        '--input-type=module',
        '-e',
        `import { usePreparedModules } from './bin/modules.mjs';
         import module from 'node:module';
         usePreparedModules();
         const { said } = await import('./src/said.ts').catch(({ code }) => ({ said: code }));
         console.log(JSON.stringify({ said, compiled: module.getCompileCacheDir() ?? null }));`,
      ]),
    );
  const strip = () => run(['--disable-warning=ExperimentalWarning', 'bin/strip.mjs']);
  return { prepared, compile: join(prepared, 'compile'), say, load, strip };
}

test('types are stripped at set-up, and a module that has changed since is loaded as it comes', (t) => {
  const { say, load, strip } = installation(t);
  const { said } = load('--no-strip-types');
  assert.equal(said, 'ERR_UNKNOWN_FILE_EXTENSION', 'nothing is prepared yet');
  strip();
  assert.equal(load('--no-strip-types').said, 'as at set-up');
  say('otherwise');
  assert.equal(load().said, 'otherwise');
});

test('compiled modules are kept beside the packages, in a folder that only its owner can enter', (t) => {
  const { compile, load } = installation(t);
  mkdirSync(compile, { mode: 0o755 });
  assert.ok(load().compiled.startsWith(compile));
  assert.equal(statSync(compile).mode & 0o777, 0o700);
});

test('compiled modules are kept and found nowhere that somebody else can write to', {
  skip: withoutOtherUsers,
}, async (t) => {
  const holes: Record<string, (where: { prepared: string; compile: string; elsewhere: string }) => void> = {
    'a folder that everybody may write to': ({ prepared }) => chmodSync(prepared, 0o1777),
    'a folder that a group may write to': ({ prepared }) => chmodSync(prepared, 0o775),
    'a folder of somebody else': ({ prepared }) => chownSync(prepared, OTHER_USER, OTHER_USER),
    'a folder that somebody else made first': ({ compile }) => {
      mkdirSync(compile);
      chownSync(compile, OTHER_USER, OTHER_USER);
    },
    'a way to somewhere else': ({ compile, elsewhere }) => symlinkSync(elsewhere, compile),
  };
  for (const [hole, open] of Object.entries(holes)) {
    const { load, ...where } = installation(t);
    open({ ...where, elsewhere: temporaryFolder(t) });
    assert.equal(load().compiled, null, hole);
  }
});
