// Who takes an export slowly gets all of it; who stops is cut off, and costs no memory meanwhile.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestService } from '../../support/service.ts';
import { makeText, makeTree } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const BYTES_A_TREE = 10_000;
const SLOW_BYTES_A_SECOND = 1_000_000;
const REQUEST = 'GET /api/v1/exports/trees HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

const body = 'x'.repeat(BYTES_A_TREE);
const trees = Array.from({ length: 3_000 }, (_, number) =>
  makeTree({ slug: `tree-${number}`, texts: { en: makeText({ body, bodyFormat: 'markdown' }) } }),
);

async function ask(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(REQUEST);
  return socket;
}

test('a reader at 1 MB/s gets the whole export, far beyond the patience with who takes nothing', async (t) => {
  const { origin } = await startTestService(t, { trees });
  const socket = await ask(origin);
  const startedAt = performance.now();
  let text = '';
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    text = (text + chunk.toString('latin1')).slice(-100);
    const due = (bytes / SLOW_BYTES_A_SECOND) * 1000 - (performance.now() - startedAt);
    if (due > 0) await pause(due);
  }
  assert.ok(bytes > trees.length * BYTES_A_TREE);
  assert.ok(text.endsWith('\r\n0\r\n\r\n'), 'the last chunk is there');
});

test('readers that stop are cut off, and their exports cost no memory', async (t) => {
  const { origin } = await startTestService(t, { trees });
  const before = process.memoryUsage.rss();
  const stalled = await Promise.all([ask(origin), ask(origin)]);
  const ended = stalled.map((socket) => once(socket, 'close'));
  const isAnswered = (status: number) => async () =>
    (await fetch(`${origin}/api/v1/exports/trees?slug=tree-1`)).status === status;
  // Their places are taken, and free again when they were cut.
  await until(isAnswered(429));
  await until(isAnswered(200));
  assert.ok(process.memoryUsage.rss() - before < 64 * 1024 * 1024);
  for (const socket of stalled) socket.on('error', () => {}).resume();
  await Promise.all(ended);
});
