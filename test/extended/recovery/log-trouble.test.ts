// A log that cannot be written, or that nobody reads: everything is answered all the same, and what is lost is counted.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findProgram } from '../../../scripts/cluster/program.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { missing } from '../../support/missing.ts';
import { fifo, openReader, readNow } from '../../support/pipes.ts';
import { type Served, serveOnStoppedTerminal, serveThrough } from '../../support/serve-through.ts';
import { until } from '../../support/until.ts';

/** Each request then has a line that no pipe takes as a whole. */
const LONG_NAME = 'n'.repeat(6_000);
/** A hundred requests then have more lines than may wait. */
const HUGE_NAME = 'n'.repeat(50_000);

const dropped = async ({ metrics }: Served) => (await metrics()).value('sylva_log_lines_dropped_total');

async function nobodyDied({ metrics }: Served): Promise<void> {
  assert.equal((await metrics()).value('sylva_threads_replaced_total'), 0);
}

interface Line {
  route?: string;
  dropped?: number;
}

/** The lines that are whole; one that was cut off stands alone. */
function wholeLines(log: string): Line[] {
  const lines = log.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      assert.ok(!line.slice(1).includes('{"level"'), line.slice(0, 300));
      return [];
    }
  });
}

const requestsIn = (lines: Line[]) => lines.filter(({ route }) => route === '/api/v1/trees').length;
const told = (lines: Line[]) => lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);

test('with a full disk under the log it starts, answers, follows and stops', async (t) => {
  const served = await serveThrough(t, 'exec "$@" 2>/dev/full', { threads: '2' });
  await served.ask(200);
  await until(async () => (await dropped(served)) >= 200);
  await served.revoke();
  await nobodyDied(served);
  assert.equal(await served.stop(), 0);
});

/** A disk of one megabyte; undefined where we may not make one. */
function smallDisk(t: TestContext): string | undefined {
  t.after(() => spawnSync('umount', ['--lazy', folder]));
  const folder = temporaryFolder(t);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]);
  return status === 0 ? folder : undefined;
}

for (const [name, line, folderFor] of [
  ['a file that may not grow', 'ulimit -f 2048; exec "$@" 2>>"$LOG"', temporaryFolder],
  ['a disk that is full', 'exec "$@" 2>>"$LOG"', smallDisk],
] as const) {
  test(`${name}, then room again: each line is there or counted, and none melts into another`, async (t) => {
    const folder = folderFor(t);
    if (folder === undefined) return t.skip(missing('A disk to mount, which takes root,', folder) || undefined);
    const log = join(folder, 'log');
    const served = await serveThrough(t, line, { env: { LOG: log }, keyName: HUGE_NAME });
    const lines = () => wholeLines(readFileSync(log, 'utf8'));
    await served.ask(100);
    await until(async () => (await dropped(served)) === 100 - requestsIn(lines()));
    const lost = await dropped(served);
    assert.ok(lost > 0 && lost < 100);
    truncateSync(log);
    await served.ask(10);
    await until(() => requestsIn(lines()) === 10 && told(lines()) > 0);
    assert.equal(told(lines()), lost);
    await nobodyDied(served);
    assert.equal(await served.stop(), 0);
  });
}

for (const [kind, line, stdio] of [
  ['a pipe', 'exec "$@" 2>"$FIFO"', 'ignore'],
  ['a socket', 'exec "$@"', ['ignore', 'ignore', 'pipe']],
] as const) {
  test(`with ${kind} that nobody reads it answers, follows, stays small and stops`, async (t) => {
    const options = { stdio: stdio as 'ignore', env: { FIFO: fifo(t).path }, keyName: HUGE_NAME.repeat(16) };
    const served = await serveThrough(t, line, options);
    await served.ask(30);
    const before = served.residentMiB();
    await served.ask(230);
    assert.ok(served.residentMiB() - before < 128, `from ${before} to ${served.residentMiB()} MiB`);
    assert.ok((await dropped(served)) > 200);
    await served.revoke();
    assert.equal(await served.stop(), 0);
  });
}

test('with a terminal that was stopped it answers, follows and stops', async (t) => {
  const served = await serveOnStoppedTerminal(t, { keyName: HUGE_NAME });
  await served.ask(150);
  await until(() => dropped(served));
  await served.revoke();
  assert.equal(await served.stop(), 0);
});

test('a log that the system does not come back from holds up neither answers nor the end', {
  skip: missing('python3', findProgram('python3')),
}, async (t) => {
  // A write to such a socket waits until somebody reads, and nothing can be done about it.
  const waits = `import os, socket, sys
ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
ours.set_inheritable(True)
os.dup2(theirs.fileno(), 2)
os.execv(sys.argv[1], sys.argv[1:])`;
  const served = await serveThrough(t, 'exec python3 -c "$WAITS" "$@"', { env: { WAITS: waits }, keyName: HUGE_NAME });
  await served.ask(150);
  await until(() => dropped(served));
  await served.revoke();
  assert.equal(await served.stop(), 'SIGKILL');
});

test('a pipe that is read again tells what was dropped', async (t) => {
  const { path, reader } = fifo(t);
  const served = await serveThrough(t, 'exec "$@" 2>"$FIFO"', { env: { FIFO: path }, keyName: HUGE_NAME });
  await served.ask(150);
  await until(() => dropped(served));
  let log = '';
  const entries = () =>
    log
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
  await until(() => {
    const more = readNow(reader);
    log += more;
    return more.length === 0 && requestsIn(entries()) + told(entries()) === 150;
  });
  assert.equal(told(entries()), await dropped(served));
  assert.equal(await served.stop(), 0);
});

test('a reader that goes away takes nothing with it, and another may come', async (t) => {
  const { path, reader } = fifo(t);
  const served = await serveThrough(t, 'exec "$@" 2>"$FIFO"', { env: { FIFO: path } });
  closeSync(reader);
  await served.ask(200);
  await until(async () => (await dropped(served)) >= 200);
  const next = openReader(path);
  await served.ask(10);
  let log = '';
  await until(() => {
    log += readNow(next);
    return told(wholeLines(log)) >= 200;
  });
  await nobodyDied(served);
  assert.equal(await served.stop(), 0);
});

test('lines of several threads that are longer than a pipe takes at once do not interleave', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  const options = { env: { LOG: log }, keyName: LONG_NAME, threads: '2' };
  const served = await serveThrough(t, 'exec "$@" 2> >(exec cat >"$LOG")', options);
  await served.ask(300);
  assert.equal(await served.stop(), 0);
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  await until(() => lines().length > 150);
  assert.equal(requestsIn(lines().map((line) => JSON.parse(line))), 300);
});
