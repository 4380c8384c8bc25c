// The set-up that `bin/setup` does, with any npm, Node and system.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeFiles } from './support/folders.ts';
import { until } from './support/until.ts';

const BIN = fileURLToPath(new URL('../bin/', import.meta.url));

/** Installs the program as the Node of this platform, without a link to it. */
const npmWith = (node: string) => `#!/bin/sh
mkdir -p node_modules/.bin node_modules/node-here/bin
cat >node_modules/node-here/bin/node <<'END'
${node}
END
chmod +x node_modules/node-here/bin/node
touch node_modules/.package-lock.json
`;

/** Writes down what it is asked for. */
const NODE_26 = `#!/bin/sh
[ "$1" = --version ] && echo v26.10.0
echo "$@" >>asked`;
const nodeOf = (version: string) => `#!/bin/sh\n[ "$1" != --version ] || echo ${version}\n`;

const LOADER_SAYS =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory';
const WITHOUT_LIBRARY = `#!/bin/sh\necho '${LOADER_SAYS}' >&2\nexit 127`;
const WITHOUT_LOADER = '#!/lib/ld-of-another-system.so.1';

/** A checkout with the programs in the folder `other` before all others. */
function checkout(t: TestContext, programs: Record<string, string>) {
  const others = Object.entries(programs).map(([name, text]) => [`other/${name}`, text]);
  const folder = writeFiles(t, { 'package-lock.json': '{}', 'bin/.keep': '', ...Object.fromEntries(others) });
  for (const name of ['setup', 'sylva', 'find-node']) copyFileSync(join(BIN, name), join(folder, 'bin', name));
  for (const name of readdirSync(join(folder, 'other'))) chmodSync(join(folder, 'other', name), 0o755);
  const env = { ...process.env, PATH: `${join(folder, 'other')}:${process.env.PATH}` };
  /** As from a script of package.json, which finds the packages' programs first. */
  const envOfNpm = { ...env, PATH: `${join(folder, 'node_modules/.bin')}:${env.PATH}` };
  const run = (program: string, as: NodeJS.ProcessEnv = env) =>
    spawnSync(join(folder, 'bin', program), { env: as, encoding: 'utf8' });
  return { folder, env, envOfNpm, run };
}

test('makes the link to the pinned Node if npm takes it away, and runs everything on that Node', (t) => {
  const { folder, run } = checkout(t, { npm: npmWith(NODE_26) });
  const { status, stderr } = run('setup');
  assert.equal(status, 0, stderr);
  assert.equal(readlinkSync(join(folder, 'node_modules/.bin/node')), '../node-here/bin/node');
  const asked = readFileSync(join(folder, 'asked'), 'utf8');
  assert.ok(asked.includes('bin/build.mjs'), asked);
});

test('makes the bundle again if a source is newer, and only then', (t) => {
  const builds = `${NODE_26}\nif [ "$1" = bin/build.mjs ]; then mkdir -p dist && echo >>dist/sylva.js; fi`;
  const { folder, run } = checkout(t, { npm: npmWith(builds) });
  const files = ['src/a.ts', 'web/explorer/a.tsx', 'web/reference/a.tsx', 'web/tsconfig.json', 'clients/r/a.R'];
  const ofClient = ['src/a.ts', 'package.json', 'tsconfig.json', 'README.md'].map((name) => `client/${name}`);
  const sources = ['package.json', 'bin/setup', ...files, ...ofClient].map((name) => join(folder, name));
  for (const source of sources) {
    mkdirSync(dirname(source), { recursive: true });
    appendFileSync(source, '\n');
  }
  const timesBuilt = () => {
    const { status, stderr } = run('setup');
    assert.equal(status, 0, stderr);
    return statSync(join(folder, 'dist/sylva.js')).size;
  };
  assert.equal(timesBuilt(), 1);
  for (const [index, source] of sources.entries()) {
    const { mtimeMs } = statSync(source);
    const later = Date.now() / 1000 + 100;
    utimesSync(source, later, later);
    assert.equal(timesBuilt(), index + 2, source);
    utimesSync(source, mtimeMs / 1000, mtimeMs / 1000);
    assert.equal(timesBuilt(), index + 2, source);
  }
});

test('refuses a Node that is too old to install with, in one sentence', (t) => {
  const { folder, run } = checkout(t, { node: nodeOf('v16.20.2'), npm: npmWith(NODE_26) });
  const { status, stderr } = run('setup');
  assert.equal(stderr, 'sylva: installing takes Node 18 or newer; there is v16.20.2.\n');
  assert.equal(status, 1);
  assert.equal(existsSync(join(folder, 'node_modules')), false);
});

test('refuses a Node that is too old to serve if no package brings one for this platform', (t) => {
  const npm = '#!/bin/sh\nmkdir node_modules && touch node_modules/.package-lock.json\n';
  const { run } = checkout(t, { node: nodeOf('v20.0.0'), npm });
  const { status, stderr } = run('setup');
  const [first, second, ...others] = stderr.split('\n');
  assert.equal(first, 'sylva: installing packages (once)…');
  assert.match(
    second,
    /^sylva: serving takes Node 26 or newer; there is v20\.0\.0\. .*without leaving out optional ones/,
  );
  assert.deepEqual(others, ['']);
  assert.equal(status, 1);
});

for (const [state, node, says] of [
  ['lacks a library', WITHOUT_LIBRARY, [LOADER_SAYS, 'apt-get install libatomic1']],
  ['needs another system', WITHOUT_LOADER, ['needs glibc', 'Alpine', 'Node 26']],
  ['crashes', '#!/bin/sh\nkill -KILL $$', ['exit code 137', 'Remove node_modules', 'Node 26']],
] as const) {
  test(`says what to install if the pinned Node ${state}, at each command`, (t) => {
    const { folder, envOfNpm, run } = checkout(t, { node: nodeOf('v20.0.0'), npm: npmWith(node) });
    const check = ({ status, stderr }: ReturnType<typeof run>) => {
      assert.equal(status, 1);
      for (const part of [join(folder, 'node_modules/node-here/bin/node'), ...says])
        assert.ok(stderr.includes(part), stderr);
      assert.doesNotMatch(stderr, /v20|optional/);
    };
    check(run('setup'));
    assert.ok(statSync(join(folder, 'node_modules/.package-lock.json')).isFile());
    // Newer versions of npm make the link.
    spawnSync('ln', ['-s', '../node-here/bin/node', join(folder, 'node_modules/.bin/node')]);
    check(run('sylva', envOfNpm));
    // What was made with the library in place.
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/sylva.js'), '');
    check(run('sylva'));
  });
}

test('installs again with the system’s Node if the pinned one that npm puts first does not run', (t) => {
  const npm = `#!/bin/sh\nnode --version >npm-ran-on\n${npmWith(WITHOUT_LIBRARY)}`;
  const { folder, envOfNpm, run } = checkout(t, { node: nodeOf('v26.1.0'), npm });
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.bin/node'), WITHOUT_LIBRARY, { mode: 0o755 });
  const { status, stderr } = run('setup', envOfNpm);
  assert.deepEqual([status, stderr], [0, 'sylva: installing packages (once)…\n']);
  assert.equal(readFileSync(join(folder, 'npm-ran-on'), 'utf8'), 'v26.1.0\n');
});

test('takes over a lock that nobody holds, and says so', (t) => {
  // The first is of a set-up that was killed at once; the second names a process that is another one by now, as earlier versions did.
  for (const pid of [undefined, process.pid]) {
    const { folder, run } = checkout(t, { npm: npmWith(NODE_26), sleep: '#!/bin/sh\n' });
    mkdirSync(join(folder, '.setup-lock'));
    if (pid !== undefined) writeFileSync(join(folder, '.setup-lock/pid'), `${pid}`);
    const { status, stderr } = run('setup');
    assert.equal(status, 0, stderr);
    assert.match(stderr, /another set-up .*\n.*has stopped.*\n.*installing packages/);
    assert.equal(existsSync(join(folder, '.setup-lock')), false);
  }
});

test('waits for another set-up however long it takes, and does nothing twice', async (t) => {
  // The holder gives a sign a hundred times a second, and the other looks for it as often as it can.
  const program = spawnSync('sh', ['-c', 'command -v sleep'], { encoding: 'utf8' }).stdout.trim();
  const sleep = `#!/bin/sh\ncase $1 in 0.2) echo >>rounds ;; *) exec ${program} 0.01 ;; esac\n`;
  const npm = `#!/bin/sh\necho >>npm-ran\nuntil [ -e go ] || [ ! -e package-lock.json ]; do sleep 1; done\n${npmWith(NODE_26)}`;
  const { folder, env } = checkout(t, { npm, sleep });
  mkdirSync(join(folder, 'dist'));
  const lines = (file: string) => {
    const path = join(folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
  };
  const start = () => {
    const child = spawn(join(folder, 'bin/setup'), { env, stdio: ['ignore', 'ignore', 'pipe'] });
    t.after(() => child.kill());
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
  };
  const first = start();
  await until(() => lines('npm-ran') === 1);
  const second = start();
  await until(() => lines('rounds') > 120 || lines('npm-ran') > 1);
  writeFileSync(join(folder, 'go'), '');
  assert.deepEqual(await first, { code: 0, said: 'sylva: installing packages (once)…\n' });
  assert.deepEqual(await second, { code: 0, said: 'sylva: waiting for another set-up of this folder…\n' });
  assert.equal(lines('npm-ran'), 1);
  assert.equal(existsSync(join(folder, '.setup-lock')), false);
});
