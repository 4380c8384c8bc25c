// What else would be written to standard error: it goes the way of the log.

import assert from 'node:assert/strict';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../../../src/config/settings.ts';
import { LogRoom, ServiceLog } from '../../../src/observe/log.ts';
import { Outlet } from '../../../src/observe/outlet.ts';
import { ServingThreads } from '../../../src/server/threads.ts';
import { encodeChangeLog } from '../../../src/snapshot/change-log.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { fifo, readNow } from '../../support/pipes.ts';
import { serveOnStoppedTerminal, serveThrough } from '../../support/serve-through.ts';
import { until } from '../../support/until.ts';

/** Settings with which this code runs in every thread before any other. */
function withCode(t: TestContext, code: string): { NODE_OPTIONS: string } {
  const folder = writeFiles(t, { 'code.cjs': `const { isMainThread } = require('node:worker_threads');\n${code}` });
  return { NODE_OPTIONS: `--require ${join(folder, 'code.cjs')}` };
}

test('warnings of Node and what a module prints in a serving thread are lines of the log', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  const code = `setInterval(() => {
  process.emitWarning(isMainThread ? 'seen in the main thread' : 'seen in a serving thread');
  if (!isMainThread) console.error('printed in a serving thread');
}, 20).unref();`;
  const served = await serveThrough(t, 'exec "$@" 2>"$LOG"', { env: { ...withCode(t, code), LOG: log } });
  const lines = () => readFileSync(log, 'utf8').split('\n');
  const entries = () =>
    lines()
      .filter((line) => line.startsWith('{"level":40'))
      .map((line) => JSON.parse(line));
  const warned = (text: string) => entries().some(({ msg, err }) => msg === 'Node warns' && err.message === text);
  await until(() => warned('seen in the main thread') && warned('seen in a serving thread'));
  await until(() => entries().some(({ text }) => text === 'printed in a serving thread\n'));
  assert.ok(!lines().includes('printed in a serving thread'));
  assert.equal(await served.stop(), 0);
});

test('an error of its own ends the process with code 1 and is told, unless nobody reads', async (t) => {
  const log = join(temporaryFolder(t), 'log');
  const code = `if (isMainThread) process.on('SIGUSR2', () => { throw new Error('out of order'); });`;
  const served = await serveThrough(t, 'exec "$@" 2>"$LOG"', { env: { ...withCode(t, code), LOG: log } });
  assert.equal(await served.stop('SIGUSR2'), 1);
  assert.match(readFileSync(log, 'utf8'), /^Error: out of order\n {4}at /m);

  const unread = await serveOnStoppedTerminal(t, { env: withCode(t, code), keyName: 'n'.repeat(6_000) });
  await unread.ask(100);
  assert.equal(await unread.stop('SIGUSR2'), 1);
});

test('a serving thread that dies tells of the requests that it has answered', async (t) => {
  let lines = '';
  const log = { logger: pino({ level: 'silent' }), room: new LogRoom(), write: (more: string) => (lines += more) };
  const settings = readSettings({ port: '0', threads: '1' }, {});
  const threads = new ServingThreads(settings, settings, log, { used() {}, replaced() {} });
  t.after(() => threads.close());
  threads.start();
  const { headers } = await fetch(`${await threads.listen()}/healthz`);
  const bytes = new Uint8Array(new SharedArrayBuffer(100));
  threads.tell({
    type: 'published',
    revision: 'r1',
    publishedAt: '2026-01-11T00:00:00Z',
    changeLog: encodeChangeLog({ revisions: [], slugs: [] }),
    bytes,
  });
  await until(() => lines.includes(headers.get('x-request-id') as string));
});

test('when requests have taken all the room, there is some left for the main thread', async (t) => {
  const { path, reader } = fifo(t);
  const { logger, room } = new ServiceLog({ logLevel: 'info', logFormat: 'json' }, new Outlet(openSync(path, 'w')));
  while (room.take(1));
  logger.warn('weighty');
  assert.match(await until(() => String(readNow(reader))), /"msg":"weighty"/);
  assert.equal(room.dropped, 0);
});
