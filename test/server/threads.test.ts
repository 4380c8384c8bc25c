// Serving threads as the main thread keeps them: what kills one does not end the service.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../../src/config/settings.ts';
import { LogRoom } from '../../src/observe/log.ts';
import type { ToThread } from '../../src/server/messages.ts';
import { ServingThreads } from '../../src/server/threads.ts';
import { encodeChangeLog } from '../../src/snapshot/change-log.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { writeFiles } from '../support/folders.ts';
import { edition } from '../support/publishing.ts';
import { until } from '../support/until.ts';

function message(revision: string, bytes: Uint8Array): ToThread {
  const changeLog = encodeChangeLog({ revisions: [], slugs: [] });
  return { type: 'published', revision, publishedAt: '2026-01-11T00:00:00Z', bytes, changeLog };
}

test('threads that die are replaced, on the same port, with what is known by then', async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const log = { logger, room: new LogRoom(), write() {} };
  const settings = readSettings({ port: '0', threads: '2', 'rate-limit': '1000000', 'log-level': 'silent' }, {});
  let replaced = 0;
  const threads = new ServingThreads(settings, settings, log, { used() {}, replaced: () => replaced++ });
  t.after(() => threads.close());
  const good = compile({ trees: edition(1), families: new Map() });
  threads.start();
  threads.tell({ type: 'callers', keys: [], allowlist: ['127.0.0.1'] });
  threads.tell(message('r1', good));
  const origin = await threads.listen();
  const revision = async () => {
    const headers = { connection: 'close' };
    const response = await fetch(`${origin}/api/v1/trees`, { headers }).catch(() => undefined);
    await response?.arrayBuffer();
    return response?.headers.get('sylva-revision');
  };
  assert.equal(await revision(), 'r1');
  const answered = () => threads.numbers.reduce((sum, { requests }) => sum + requests[0], 0);
  await until(() => answered() === 1);

  threads.tell(message('r2', Buffer.from('no snapshot at all'.repeat(10))));
  await until(() => lines.length >= 2);
  threads.tell(message('r3', good));
  await until(async () => (await revision()) === 'r3');
  assert.ok(lines.every((line) => line.includes('a serving thread died, and is replaced')));
  assert.equal(replaced, lines.length);
  await until(() => answered() >= 2);
});

/** Serves in a process of its own, and runs the words when the first thread has died. */
function runUntilDeath(t: TestContext, words: string) {
  const source = new URL('../../src/', import.meta.url);
  const script = `
import { encodeChangeLog } from '${source}snapshot/change-log.ts';
import { ServingThreads } from '${source}server/threads.ts';
import { readSettings } from '${source}config/settings.ts';
import { LogRoom } from '${source}observe/log.ts';
import { compile } from '${source}snapshot/compile.ts';
const settings = readSettings({ port: '0', threads: '1', 'log-level': 'silent' }, {});
const changeLog = encodeChangeLog({ revisions: [], slugs: [] });
const tell = (bytes) => threads.tell({ type: 'published', revision: 'r1', publishedAt: '', bytes, changeLog });
const logger = {
  error(about, message) {
    tell(compile({ trees: [], families: new Map() }));
    ${words}
  },
};
const log = { logger, room: new LogRoom(), write() {} };
const threads = new ServingThreads(settings, settings, log, { used() {}, replaced() {} });
threads.start();
const origin = await threads.listen();
tell(Buffer.from('no snapshot'));
`;
  const folder = writeFiles(t, { 'run.mjs': script });
  return spawnSync(process.execPath, [join(folder, 'run.mjs')], { encoding: 'utf8', timeout: 120_000 });
}

test('a thread that died just before the end is not replaced: the process ends by itself', (t) => {
  const { status, signal, stdout, stderr } = runUntilDeath(t, 'threads.close().then(() => console.log(message));');
  assert.deepEqual([status, signal, stdout], [0, null, 'a serving thread died, and is replaced\n'], stderr);
});

test('a thread that takes the place of another while the service drains says so too', (t) => {
  const drainAndAsk = `
    threads.tell({ type: 'drain' });
    const tryAgain = () => setTimeout(ask, 20);
    const ask = () => fetch(origin + '/readyz').then((response) => {
      console.log(response.status);
      threads.close();
    }, tryAgain);
    ask();`;
  const { status, stdout, stderr } = runUntilDeath(t, drainAndAsk);
  assert.deepEqual([status, stdout], [0, '503\n'], stderr);
});
