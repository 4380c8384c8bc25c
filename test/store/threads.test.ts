// Serving threads as the main thread keeps them: what kills one does not end the service.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../../src/config.ts';
import { LogRoom } from '../../src/log/room.ts';
import type { PublishedMessage } from '../../src/serve/messages.ts';
import { ServingThreads } from '../../src/serve/threads.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { edition } from '../support/publishing.ts';
import { until } from '../support/until.ts';

function message(revision: string, bytes: Uint8Array): PublishedMessage {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return { type: 'published', revision, publishedAt: '2026-01-11T00:00:00Z', bytes: shared };
}

test('threads that die are replaced, on the same port, with what is known by then', async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const log = { logger, room: new LogRoom(), write() {} };
  const settings = readSettings({ port: '0', threads: '2', 'rate-limit': '1000000', 'log-level': 'silent' }, {});
  let replaced = 0;
  const threads = new ServingThreads(settings, log, { used() {}, replaced: () => replaced++ });
  t.after(() => threads.close());
  const good = compile({ trees: edition(1), families: new Map() });
  threads.start();
  threads.tellCallers({ type: 'callers', keys: [], allowlist: ['127.0.0.1'] });
  threads.tellPublished(message('r1', good));
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

  threads.tellPublished(message('r2', Buffer.from('no snapshot at all'.repeat(10))));
  await until(() => lines.length >= 2);
  threads.tellPublished(message('r3', good));
  await until(async () => (await revision()) === 'r3');
  assert.ok(lines.every((line) => line.includes('a serving thread died, and is replaced')));
  assert.equal(replaced, lines.length);
  await until(() => answered() >= 2);
});
