// Signals to a real serving process: stop, stop at once, read the settings again.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { type RunningSylva, SYLVA, startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

/** A data folder with a revision, which this machine may read. */
async function prepare(t: TestContext): Promise<string> {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.allow('127.0.0.1', null);
  return data;
}

/** A server with a settings file of its own, that can be written anew. */
async function serveWith(t: TestContext, toml: string, flags: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const data = await prepare(t);
  const config = join(data, 'sylva.toml');
  writeFileSync(config, toml);
  const running = await startSylva(t, ['serve', '--data', data, '--config', config, ...flags], env);
  const reload = async (text: string | (() => void), says: string) => {
    const seen = running.output().length;
    if (typeof text === 'string') writeFileSync(config, text);
    else text();
    running.process.kill('SIGHUP');
    await until(() => running.output().slice(seen).includes(says));
  };
  return { running, reload, config };
}

async function header(running: RunningSylva, name: string, headers = {}): Promise<string | null> {
  const response = await fetch(`${running.origin}/api/v1/families`, { headers });
  await response.arrayBuffer();
  return response.headers.get(name);
}

test('SIGHUP has every thread take over what may change, and says what waits for a restart', async (t) => {
  const { running, reload } = await serveWith(t, 'rate-limit = 50\nlog-level = "info"\n', ['--threads', '2']);
  assert.equal(await header(running, 'x-ratelimit-limit'), '50');
  const toml = 'rate-limit = 60\nlog-level = "info"\ncors-origin = ["https://a.example"]\nport = 1\nrate-window = 5\n';
  await reload(toml, 'these settings change with the next start');
  assert.match(running.output(), /"changed":\["rate-limit","cors-origin"\]/);
  assert.match(running.output(), /"settings":\["rate-window"\]/);
  const limits = () => Promise.all(Array.from({ length: 8 }, () => header(running, 'x-ratelimit-limit')));
  await until(async () => (await limits()).every((limit) => limit === '60'));
  assert.equal(
    await header(running, 'access-control-allow-origin', { Origin: 'https://a.example' }),
    'https://a.example',
  );
  await reload('rate-limit = 61\nlog-level = "silent"\n', '"log-level"');
  await until(async () => (await limits()).every((limit) => limit === '61'));
  const id = (await header(running, 'x-request-id')) as string;
  assert.equal(await running.stop(), 0);
  assert.ok(!running.output().includes(id));
});

test('a wrong settings file on SIGHUP is told, and the old settings stay', async (t) => {
  const { running, reload } = await serveWith(t, 'rate-limit = 50\n', ['--threads', '1']);
  await reload('rate-limit = 0\nprot = 1\n', 'the settings are wrong, and stay as they were');
  assert.match(running.output(), /has prot[^"]*","[^"]*:1 rate-limit is “0”/);
  assert.equal(await header(running, 'x-ratelimit-limit'), '50');
});

test('a settings file that cannot be read again on SIGHUP is told, and the server lives on with the old settings', async (t) => {
  const { running, reload, config } = await serveWith(t, 'rate-limit = 50\n', ['--threads', '1']);
  const says = 'the settings are wrong, and stay as they were';
  await reload(() => rmSync(config), says);
  assert.match(running.output(), /There is no settings file/);
  await reload(() => spawnSync('mkfifo', [config]), says);
  assert.match(running.output(), /is no plain file/);
  assert.equal(await header(running, 'x-ratelimit-limit'), '50');
  assert.equal(await running.stop(), 0);
});

test('a pipe of the shell is read at the start, and not again on SIGHUP', async (t) => {
  const data = await prepare(t);
  const through = ['bash', '-c', 'exec "$@" --config <(echo rate-limit = 50)', 'bash'];
  const running = await startSylva(t, ['serve', '--data', data, '--threads', '1'], {}, through);
  running.process.kill('SIGHUP');
  await until(() => running.output().includes('the settings are wrong, and stay as they were'));
  assert.match(running.output(), /can be read only once/);
  assert.equal(await header(running, 'x-ratelimit-limit'), '50');
});

test('the settings file of the working folder that is gone on SIGHUP is missed', async (t) => {
  const data = await prepare(t);
  const through = ['bash', '-c', 'cd "$0" && echo rate-limit = 50 > sylva.toml && exec "$@"', data];
  const running = await startSylva(t, ['serve', '--data', data, '--threads', '1'], {}, through);
  rmSync(join(data, 'sylva.toml'));
  running.process.kill('SIGHUP');
  await until(() => running.output().includes('There is no settings file sylva.toml.'));
  assert.equal(await header(running, 'x-ratelimit-limit'), '50');
});

test('SIGUSR1 leaves a server as it is, and opens no debugger', async (t) => {
  // Any free port: the usual one may be in use, which would hide the debugger.
  const env = { NODE_OPTIONS: '--inspect-port=0' };
  const { running, reload } = await serveWith(t, 'rate-limit = 50\n', [], env);
  running.process.kill('SIGUSR1');
  for (const limit of [51, 52, 53]) await reload(`rate-limit = ${limit}\n`, 'the settings were read again');
  assert.equal(await header(running, 'x-ratelimit-limit'), '53');
  assert.equal(await running.stop(), 0);
  assert.doesNotMatch(running.output(), /Debugger/);
});

test('the description of the API follows the limit', async (t) => {
  const { running, reload } = await serveWith(t, 'rate-limit = 50\n', ['--threads', '1']);
  const description = async () =>
    ((await (await fetch(`${running.origin}/openapi.json`)).json()) as any).info.description;
  assert.match(await description(), /50 requests in 60 s/);
  await reload('rate-limit = 51\n', '"changed":["rate-limit"]');
  await until(async () => (await description()).includes('51 requests in 60 s'));
});

test('a second signal ends at once, with exit code 1', async (t) => {
  for (const [first, second] of [
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGTERM'],
  ] as const) {
    const { running } = await serveWith(t, 'drain-seconds = 300\n', ['--threads', '1']);
    const unanswered = connect(Number(new URL(running.origin).port), '127.0.0.1');
    unanswered.on('error', () => {});
    await once(unanswered, 'connect');
    running.process.kill(first);
    await until(async () => (await fetch(`${running.origin}/readyz`)).status === 503);
    assert.equal(await running.stop(second), 1);
    assert.match(running.output(), /Told to stop once more: ended at once/);
  }
});

test('a stop that does not come to its end is ended, with exit code 1', () => {
  const stuck = `import { Output } from './src/cli/framework/output.ts';
new Output().endWithin(0.2);
setInterval(() => {}, 1000);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', stuck], {
    cwd: join(SYLVA, '../..'),
    encoding: 'utf8',
    timeout: 120_000,
  });
  assert.deepEqual([status, stderr], [1, 'Not stopped within 0.2 s: ended at once.\n']);
});

test('a server whose terminal was closed stops', async (t) => {
  const data = temporaryFolder(t);
  const log = join(data, 'log');
  const command = `'${SYLVA}' serve --port 0 --data '${data}' 2>'${log}'; echo "ended with $?" >>'${log}'`;
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => terminal.kill('SIGKILL'));
  let output = '';
  terminal.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const origin = await until(() => /listening on (http:\S+)/.exec(output)?.[1]);
  terminal.kill('SIGKILL');
  await until(() =>
    fetch(`${origin}/healthz`).then(
      () => false,
      () => true,
    ),
  );
});
