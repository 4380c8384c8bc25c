// A thousand slow connections at once: each is cut within 15 seconds, and everybody else is served meanwhile.

import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { startSylva, sylva } from '../../support/sylva.ts';

const CONNECTIONS = 1_000;
const LONGEST_SECONDS = 15;
const LOOK_SECONDS = 13;
const PAGE = 'GET /api/v1/trees?pageSize=100 HTTP/1.1\r\nHost: a\r\n\r\n';

/** Each begins in its way, and then sends a byte a second. */
const KINDS: Record<string, (socket: Socket) => void> = {
  'says nothing': () => {},
  'slow headers': (socket) => socket.write('GET /api/v1/trees HTTP/1.1\r\nHost: a\r\nX-Slow: '),
  'slow body': (socket) => socket.write('POST /api/v1/trees HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n'),
  'slow reader': (socket) => socket.pause().write(PAGE.repeat(30)),
};

/** How many seconds the connection lasted. */
function holdOpen(port: number, kind: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const startedAt = performance.now();
    const drip = setInterval(() => kind.startsWith('slow') && kind !== 'slow reader' && socket.write('x'), 1000);
    // A connection that is not read from learns of its end only when it is.
    const look = setTimeout(() => socket.resume(), LOOK_SECONDS * 1000);
    socket.on('connect', () => KINDS[kind](socket));
    socket.on('data', () => {});
    if (kind === 'slow reader') socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      clearTimeout(look);
      resolve((performance.now() - startedAt) / 1000);
    });
  });
}

/** What comes back until the server ends the connection. */
async function said(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('what never became a request uses nothing up, and a silent connection is told nothing', async (t) => {
  const data = temporaryFolder(t);
  await sylva(['publish', 'content', '--data', data]);
  await sylva(['allow', 'add', '127.0.0.1', '--data', data]);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '5', '--log-level', 'error']);
  const port = Number(new URL(origin).port);
  const [silent, ...slow] = await Promise.all(
    ['', 'GET /healthz HTTP/1.1\r\nHost: a\r\n', 'GET /api/v1/trees HTTP/1.1\r\n'].map((bytes) => said(port, bytes)),
  );
  assert.equal(silent, '');
  for (const text of slow) {
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.match(text, /X-RateLimit-Remaining: 5\r\n/);
  }
  assert.equal((await fetch(`${origin}/api/v1/trees`)).headers.get('x-ratelimit-remaining'), '4');
});

test(`${CONNECTIONS} slow connections are cut within ${LONGEST_SECONDS} s while others are served`, async (t) => {
  const data = temporaryFolder(t);
  await sylva(['publish', 'content', '--data', data]);
  await sylva(['allow', 'add', '127.0.0.1', '--data', data]);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '1000000', '--log-level', 'error']);
  const port = Number(new URL(origin).port);

  const kinds = Object.keys(KINDS);
  const slow = Array.from({ length: CONNECTIONS }, async (_, number) => {
    const kind = kinds[number % kinds.length];
    return { kind, seconds: await holdOpen(port, kind) };
  });
  let isOver = false;
  const all = Promise.all(slow).finally(() => {
    isOver = true;
  });
  const latencies: number[] = [];
  while (!isOver) {
    const startedAt = performance.now();
    const response = await fetch(`${origin}/api/v1/trees?search=oak`);
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    latencies.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const ended = await all;
  latencies.sort((a, b) => a - b);
  // A machine that is so late with an answer, because others keep it busy, is as late on both sides of a connection's end.
  const late = (2 * Math.max(...latencies)) / 1000;
  for (const [kind, each] of Map.groupBy(ended, (one) => one.kind)) {
    const longest = Math.max(...each.map(({ seconds }) => seconds));
    t.diagnostic(`${kind}: ${each.length} connections, the longest ${longest.toFixed(1)} s`);
    assert.ok(longest < LONGEST_SECONDS + late, `${kind}: ${longest} s, where answers are late by ${late} s`);
  }
  const at = (share: number) => latencies[Math.floor(latencies.length * share)].toFixed(1);
  t.diagnostic(`served meanwhile: ${latencies.length} requests, median ${at(0.5)} ms, p99 ${at(0.99)} ms`);
});
