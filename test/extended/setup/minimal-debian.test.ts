// `npm start` of a fresh checkout in a minimal Debian, with a system's Node of its own.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, Program } from '../../../scripts/cluster/program.ts';
import { bootstrap, bringNpm, npmSettings, withoutDebian } from '../../support/debian.ts';
import { temporaryFolder } from '../../support/folders.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('a minimal Debian', { skip: withoutDebian }, () => {
  let root = '';
  let settings: string[] = [];
  const undo: (() => unknown)[] = [];
  const context = { after: (work: () => unknown) => undo.unshift(work) } as any;

  before(async () => {
    root = temporaryFolder(context);
    await bootstrap(root, 'bookworm');
    await bringNpm(root);
    settings = await npmSettings();
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
    for (const file of files) cpSync(join(ROOT, file), join(root, 'sylva', file));
  });
  after(async () => {
    for (const work of undo) await work();
  });

  /** Runs a line of a shell inside, in namespaces that end with it. */
  const start = (line: string) => {
    const boot = 'mount -t proc proc "$0/proc" && exec chroot "$0" env "$@"';
    const environment = ['-i', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root', ...settings];
    const words = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      boot,
      root,
      ...environment,
      'sh',
      '-c',
      line,
    ];
    return new Program('unshare', words, { asSelf: true });
  };
  const run = async (line: string) => {
    const program = start(line);
    const [code] = await once(program.process, 'close');
    return { code, output: program.output };
  };

  test('npm start and npm test say that libatomic1 is missing, each time', async () => {
    for (const command of ['start', 'start', 'test']) {
      const { code, output } = await run(`cd /sylva && npm ${command}`);
      assert.equal(code, 1, output);
      assert.match(output, /libatomic\.so\.1: cannot open shared object file/);
      assert.match(output, /apt-get install libatomic1/);
    }
  });

  test('with that package, npm start serves', async (t) => {
    const installed = await run('apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1');
    assert.equal(installed.code, 0, installed.output);
    const port = await freePort();
    const server = start(`cd /sylva && exec npm start -- --port ${port}`);
    t.after(() => server.end('SIGKILL'));
    await server.says(/listening on/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  });
});
