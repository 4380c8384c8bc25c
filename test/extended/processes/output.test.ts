// What a command says where it cannot be written, or where nobody reads it.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { fifo, fill, readNow } from '../../support/pipes.ts';
import { storeOf } from '../../support/publishing.ts';
import { serveThrough } from '../../support/serve-through.ts';
import { type Outcome, SYLVA } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

/** Runs a line of bash, in which `"$@"` stands for the command. */
function through(line: string, words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', line, 'bash', SYLVA, ...words], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

async function keysIn(t: TestContext, data: string) {
  return await (await storeOf(t, data)).access.keys();
}

test('output that cannot be written is a failure, in one sentence', async () => {
  const { code, stderr } = await through('"$@" >/dev/full', ['help']);
  assert.equal(code, 1);
  assert.equal(stderr, 'Standard output cannot be written: ENOSPC: no space left on device, write.\n');
});

test('a reader that has seen enough is no failure', async (t) => {
  const data = temporaryFolder(t);
  await storeOf(t, data);
  for (const [words, expected] of [
    [['help'], 0],
    [['allow', 'add', '192.0.2.0/24', '--data', data], 0],
    [['keys', 'revoke', 'key_0', '--json', '--data', data], 1],
  ] as const) {
    const { code, stderr } = await through('"$@" | exec true; exit "$PIPESTATUS"', [...words]);
    assert.deepEqual([code, stderr], [expected, ''], words.join(' '));
  }
});

test('a key that could not be shown is named, so that it can be revoked', async (t) => {
  for (const [line, format] of [
    ['"$@" >/dev/full', []],
    ['"$@" >/dev/full', ['--json']],
    ['"$@" > >(exec true); exit $?', []],
  ] as const) {
    const data = temporaryFolder(t);
    const { code, stderr } = await through(line, ['keys', 'create', '--name', 'A', '--data', data, ...format]);
    const [{ id }] = await keysIn(t, data);
    assert.equal(code, 1);
    assert.ok(stderr.includes(`end it with sylva keys revoke ${id}`), stderr);
    assert.doesNotMatch(stderr, /sylva_/);
  }
});

test('complaints that cannot be written leave the exit code as it is', async () => {
  assert.equal((await through('"$@" 2>/dev/full', ['serve', '--prot', '1'])).code, 2);
  assert.equal((await through('"$@" 2>/dev/full', ['version'])).code, 0);
});

test('what is printed into a pipe waits for a slow reader, and comes whole', async (t) => {
  const data = temporaryFolder(t);
  const { access } = await storeOf(t, data);
  const key = { name: 'n'.repeat(100_000), contact: null, expiresAt: null };
  for (const number of [1, 2, 3]) await access.addKey({ ...key, id: `key_${number}`, hash: String(number) });
  const { path, reader } = fifo(t);
  const words = [SYLVA, 'keys', 'list', '--json', '--data', data];
  const child = spawn('sh', ['-c', 'exec "$@" >"$FIFO"', 'sh', ...words], { env: { ...process.env, FIFO: path } });
  const ended = once(child, 'exit');
  let read = '';
  await until(() => {
    read += readNow(reader, 16 * 1024);
    return read.endsWith(']\n');
  });
  assert.deepEqual(
    JSON.parse(read).map(({ id }: { id: string }) => id),
    ['key_1', 'key_2', 'key_3'],
  );
  assert.deepEqual(await ended, [0, null]);
});

/** Runs code with `output`, as a service does, into streams that a shell sets up. */
function sayThrough(line: string, code: string, env: NodeJS.ProcessEnv): ChildProcess {
  const whole = `import { Output } from './src/cli/framework/output.ts';
const output = new Output();
${code}`;
  const words = [process.execPath, '--input-type=module', '-e', whole];
  return spawn('sh', ['-c', line, 'sh', ...words], { env: { ...process.env, ...env }, cwd: join(SYLVA, '../..') });
}

test('where both streams are one, a long line of the one does not get into a line of the other', async (t) => {
  const { path, reader } = fifo(t);
  const code = `for (let round = 0; round < 3; round++) {
  output.complain('e'.repeat(100_000));
  output.print('o'.repeat(100_000));
}`;
  const child = sayThrough('exec "$@" >"$FIFO" 2>&1', code, { FIFO: path });
  let read = '';
  await until(() => {
    read += readNow(reader);
    return child.exitCode === 0 && read.split('\n').length === 7;
  });
  assert.match(read, /^(e{100000}\no{100000}\n){3}$/);
});

test('a service that ends while a line is being written ends by itself', async (t) => {
  const code = `output.isOfService = true;
output.print('o'.repeat(100_000));
const goOn = () => output.error.write('e\\n', goOn);
setTimeout(goOn, 100);
output.endAtOnce('enough');`;
  const child = sayThrough('exec "$@" >"$FIFO" 2>/dev/null', code, { FIFO: fifo(t).path });
  assert.deepEqual(await once(child, 'exit'), [1, null]);
});

for (const [state, line] of [
  ['closed', 'exec "$@" >&- 2>&-'],
  ['on a full disk', 'exec "$@" >/dev/full'],
  ['on a full disk, with standard error', 'exec "$@" >/dev/full 2>&1'],
  ['without a reader', 'exec "$@" > >(exec true)'],
  ['not read', 'exec "$@" >"$FIFO"'],
]) {
  test(`with its standard output ${state} a service serves and follows, and stops with code 0`, async (t) => {
    const { path } = fifo(t);
    fill(path);
    const served = await serveThrough(t, line, { env: { FIFO: path } });
    await served.revoke();
    assert.equal(await served.stop(), 0);
  });
}

test('where an address cannot be printed, the log has it', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  await serveThrough(t, 'exec "$@" >/dev/full 2>"$LOG"', { env: { LOG: log } });
  const says = /"address":"http:[^"]+","msg":"standard output cannot be written"/;
  await until(() => says.test(readFileSync(log, 'utf8')));
});

test('where the first key cannot be shown, the log names it', async (t) => {
  const data = temporaryFolder(t);
  const log = join(data, 'log');
  const words = [SYLVA, 'start', '--data', data, '--port', '0'];
  const child = spawn('bash', ['-c', 'exec "$@" > >(exec true) 2>"$LOG"', 'bash', ...words], {
    env: { ...process.env, LOG: log },
  });
  t.after(() => child.kill('SIGKILL'));
  const says = /"keyId":"([^"]+)","msg":"the first key could not be shown: revoke it"/;
  const id = await until(() => existsSync(log) && says.exec(readFileSync(log, 'utf8'))?.[1]);
  assert.deepEqual(
    (await keysIn(t, data)).map((key) => key.id),
    [id],
  );
});
