// A log that cannot be written, or that nobody reads: everything is answered all the same, and what is lost is counted.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../support/folders.ts';
import { type Served, serveThrough } from '../support/serve-through.ts';
import { until } from '../support/until.ts';

const { O_RDONLY, O_NONBLOCK } = constants;
/** Each request then has a line that no pipe takes as a whole. */
const LONG_NAME = 'n'.repeat(6_000);

/** A named pipe with a reader that never reads, until it is told to. */
function fifo(t: TestContext) {
  const path = join(temporaryFolder(t), 'fifo');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  return { path, reader };
}

/** What there is to read in a pipe now. */
function readNow(reader: number): string {
  const chunk = Buffer.alloc(1024 * 1024);
  try {
    return chunk.toString('utf8', 0, readSync(reader, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return '';
    throw error;
  }
}

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
      assert.ok(line.length < LONG_NAME.length + 1_000 && !line.slice(1).includes('{"level"'), line.slice(0, 300));
      return [];
    }
  });
}

const requestsIn = (lines: Line[]) => lines.filter(({ route }) => route === '/api/v1/trees').length;
const told = (lines: Line[]) => lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);

test('with a full disk under the log it starts, answers, follows and stops', async (t) => {
  const served = await serveThrough(t, 'exec "$@" 2>/dev/full');
  await served.ask(700);
  await until(async () => (await dropped(served)) >= 700);
  await served.revoke();
  await nobodyDied(served);
  assert.equal(await served.stop(), 0);
});

test('with standard output or standard error closed, full or without a reader it serves', async (t) => {
  const { path, reader } = fifo(t);
  for (const line of ['exec "$@" 2>&-', 'exec "$@" >&-', 'exec "$@" >/dev/full', 'exec "$@" >/dev/full 2>&1']) {
    const served = await serveThrough(t, line);
    await served.ask(20);
    assert.equal(await served.stop(), 0, line);
  }
  const served = await serveThrough(t, 'exec 3>"$FIFO"; sleep 0; exec "$@" >"$FIFO" 2>&1', { env: { FIFO: path } });
  closeSync(reader);
  await served.ask(20);
  assert.equal(await served.stop(), 0);
});

test('a disk that was full is written again: each line is there or counted, and none melts into another', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  const served = await serveThrough(t, 'ulimit -f 2048; exec "$@" 2>>"$LOG"', {
    env: { LOG: log },
    keyName: LONG_NAME,
  });
  const lines = () => wholeLines(readFileSync(log, 'utf8'));
  await served.ask(700);
  await until(async () => (await dropped(served)) === 700 - requestsIn(lines()));
  const lost = await dropped(served);
  assert.ok(lost > 0 && lost < 700);
  truncateSync(log);
  await served.ask(100);
  await until(() => requestsIn(lines()) === 100 && told(lines()) > 0);
  assert.equal(told(lines()), lost);
  await nobodyDied(served);
  assert.equal(await served.stop(), 0);
});

for (const kind of ['a pipe', 'a socket']) {
  test(`with ${kind} that nobody reads it answers, follows, stays small and stops`, async (t) => {
    const { path } = fifo(t);
    const [line, stdio]: [string, any] =
      kind === 'a pipe' ? ['exec "$@" 2>"$FIFO"', 'ignore'] : ['exec "$@"', ['ignore', 'ignore', 'pipe']];
    const served = await serveThrough(t, line, { stdio, env: { FIFO: path }, keyName: 'n'.repeat(100_000) });
    await served.ask(100);
    const before = served.residentMiB();
    await served.ask(3_000);
    assert.ok(served.residentMiB() - before < 128, `from ${before} to ${served.residentMiB()} MiB`);
    assert.ok((await dropped(served)) > 2_000);
    await served.revoke();
    assert.equal(await served.stop(), 0);
  });
}

test('a pipe that is read again tells what was dropped', async (t) => {
  const { path, reader } = fifo(t);
  const served = await serveThrough(t, 'exec "$@" 2>"$FIFO"', { env: { FIFO: path }, keyName: LONG_NAME });
  await served.ask(2_000);
  const lost = await until(() => dropped(served));
  let log = '';
  await until(() => {
    for (let chunk = readNow(reader); chunk; chunk = readNow(reader)) log += chunk;
    return told(wholeLines(log)) === lost;
  });
  const lines = log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  assert.equal(requestsIn(lines) + lost, 2_000);
  assert.equal(await served.stop(), 0);
});

test('a reader that goes away takes nothing with it, and another may come', async (t) => {
  const { path, reader } = fifo(t);
  const served = await serveThrough(t, 'exec "$@" 2>"$FIFO"', { env: { FIFO: path } });
  closeSync(reader);
  await served.ask(500);
  await until(async () => (await dropped(served)) >= 500);
  await served.ask(1);
  const next = openSync(path, O_RDONLY | O_NONBLOCK);
  await served.ask(10);
  let log = '';
  await until(() => {
    log += readNow(next);
    return told(wholeLines(log)) >= 500;
  });
  await nobodyDied(served);
  assert.equal(await served.stop(), 0);
});

test('lines of several threads that are longer than a pipe takes at once do not interleave', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  const served = await serveThrough(t, 'mkfifo "$LOG.fifo"; cat "$LOG.fifo" >"$LOG" & exec "$@" 2>"$LOG.fifo"', {
    env: { LOG: log },
    keyName: LONG_NAME,
  });
  await served.ask(2_000);
  assert.equal(await served.stop(), 0);
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  await until(() => lines().length > 2_000);
  assert.equal(requestsIn(lines().map((line) => JSON.parse(line))), 2_000);
});
