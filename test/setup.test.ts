// The set-up that `bin/setup` does, whatever npm there is.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeFiles } from './support/folders.ts';

const SETUP = fileURLToPath(new URL('../bin/setup', import.meta.url));

/** Installs a Node that writes down what it is asked for, but no link to it. */
const NPM = `#!/bin/sh
mkdir -p node_modules/.bin node_modules/node-here/bin
printf '#!/bin/sh\\necho "$@" >>"%s/asked"\\n' "$PWD" >node_modules/node-here/bin/node
chmod +x node_modules/node-here/bin/node
touch node_modules/.package-lock.json
`;

/** As in a checkout, with the programs in the folder `other` before all others. */
function setUp(folder: string) {
  mkdirSync(join(folder, 'bin'));
  copyFileSync(SETUP, join(folder, 'bin/setup'));
  for (const name of readdirSync(join(folder, 'other'))) chmodSync(join(folder, 'other', name), 0o755);
  const env = { ...process.env, PATH: `${join(folder, 'other')}:${process.env.PATH}` };
  return spawnSync(join(folder, 'bin/setup'), { env, encoding: 'utf8' });
}

test('where npm takes the link to the pinned Node away, set-up makes it: everything runs on that one', (t) => {
  const folder = writeFiles(t, { 'package-lock.json': '{}', 'other/npm': NPM, 'src/a.ts': '' });
  const { status, stderr } = setUp(folder);
  assert.equal(status, 0, stderr);
  assert.equal(readlinkSync(join(folder, 'node_modules/.bin/node')), '../node-here/bin/node');
  const asked = readFileSync(join(folder, 'asked'), 'utf8');
  assert.ok(asked.includes('bin/build.mjs'), asked);
});

test('a Node that is too old to install with is told so, in one sentence', (t) => {
  const old = '#!/bin/sh\ntest "$1" = --version && echo v16.20.2\n';
  const folder = writeFiles(t, { 'package-lock.json': '{}', 'other/node': old, 'other/npm': NPM });
  const { status, stderr } = setUp(folder);
  assert.equal(stderr, 'sylva: installing takes Node 18 or newer; there is v16.20.2.\n');
  assert.equal(status, 1);
  assert.equal(existsSync(join(folder, 'node_modules')), false);
});

test('where no package brings a Node for this platform, one that cannot serve is told so, in one sentence', (t) => {
  const NODE_20 =
    '#!/bin/sh\ncase $1 in --version) echo v20.0.0 ;; -e) case $2 in *"< 26"*) exit 1 ;; esac ;; *) exit 9 ;; esac\n';
  const npm = '#!/bin/sh\nmkdir node_modules && touch node_modules/.package-lock.json\n';
  const { status, stderr } = setUp(
    writeFiles(t, { 'package-lock.json': '{}', 'other/node': NODE_20, 'other/npm': npm }),
  );
  const says =
    'sylva: serving without a package that brings a Node for this platform takes Node 26 or newer; there is v20.0.0.\n';
  assert.equal(stderr, `sylva: installing packages (once)…\n${says}`);
  assert.equal(status, 1);
});
