// What strangers do to connections: resets, half-closed ones, hand-overs, bodies that nobody asked for, floods from one
// address. Nothing of it ends the server, and every answer is one that the client can tell apart.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import type { Decision } from '../../src/access/rate-limit/contract.ts';
import { createHttpServer } from '../../src/http/pipeline/server.ts';
import { serverOver, startTestService, testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const TREES = '/api/v1/trees';
const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...headers].join('\r\n')}\r\n\r\n`;

const portOf = (origin: string) => Number(new URL(origin).port);

interface Conversation {
  socket: Socket;
  /** All that came back so far. */
  text(): string;
  closed: Promise<unknown>;
}

function open(origin: string, options: { localAddress?: string } = {}): Conversation {
  const socket = connect({ port: portOf(origin), host: '127.0.0.1', ...options });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  return { socket, text: () => text, closed: new Promise((resolve) => socket.on('close', resolve)) };
}

/** Everything that comes back until the server ends the connection. */
async function conversation(origin: string, bytes: string): Promise<string> {
  const { socket, text, closed } = open(origin);
  socket.write(bytes, 'latin1');
  await closed;
  return text();
}

const statusesIn = (text: string) => text.match(/(?<=HTTP\/1\.1 )\d{3}(?= )/g) ?? [];

const isAlive = async (origin: string) => (await fetch(`${origin}/healthz`)).status === 200;

/** A limiter that decides when it is told to, as one in Redis that takes its time. */
function heldLimiter() {
  const held: (() => void)[] = [];
  const decision: Decision = { isAllowed: true, limit: 5, remaining: 4, resetAt: 0, retryAfterSeconds: 1 };
  const take = () => new Promise<Decision>((resolve) => held.push(() => resolve(decision)));
  const decideAll = () => {
    for (const decide of held.splice(0)) decide();
  };
  return { limiter: { take, peek: () => decision }, held, decideAll };
}

const RESET_REQUESTS = {
  'a tunnel': 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a tunnel with a body': 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf',
  'an upgrade': get(TREES, 'Connection: Upgrade', 'Upgrade: websocket'),
  'half a request': `GET ${TREES} HT`,
  'a request': get(TREES),
  'three requests': get(TREES).repeat(3),
  'a body': `POST ${TREES} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf`,
  nonsense: 'nonsense\r\n\r\n',
  'requests and nonsense': `${get(TREES)}nonsense\r\n\r\n`,
};

test('a connection that is reset ends nothing but itself, whatever it was about', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  for (const [name, bytes] of Object.entries(RESET_REQUESTS)) {
    for (let round = 0; round < 20; round++) {
      const { socket, closed } = open(origin);
      await once(socket, 'connect');
      socket.write(bytes);
      for (let wait = 0; wait < round % 4; wait++) await turn();
      socket.resetAndDestroy();
      await closed;
    }
    assert.ok(await isAlive(origin), name);
  }
});

test('a connection that is reset while the limit is asked is over: nothing is worked out for it, and it is told as 499', async (t) => {
  const { limiter, held, decideAll } = heldLimiter();
  const lines: string[] = [];
  const writeLogLine = (line: string) => lines.push(line);
  const log = pino({ level: 'info' }, { write: writeLogLine });
  const service = testService({ trees: [makeTree()], log, writeLogLine });
  let looks = 0;
  const published = () => {
    looks++;
    return service.published();
  };
  const { origin } = await serverOver(t, { ...service, limiter, published });
  for (let round = 0; round < 20; round++) {
    const { socket } = open(origin);
    socket.write(get(TREES));
    await until(() => held.length > 0);
    socket.resetAndDestroy();
    await until(() => lines.length > round);
    decideAll();
  }
  assert.equal(looks, 20, 'for the line of the log only');
  for (const line of lines) {
    const { status, route, bytes } = JSON.parse(line);
    assert.deepEqual([status, route, bytes], [499, '/api/v1/*', 0]);
  }
  const { socket, text } = open(origin);
  socket.write(get(TREES));
  await until(() => held.length > 0);
  decideAll();
  await until(() => text().includes('"pagination"'));
  socket.destroy();
});

test('who says that nothing more will come still gets the answers to what came', async (t) => {
  const { limiter, held, decideAll } = heldLimiter();
  const { origin } = await serverOver(t, { ...testService({ trees: [makeTree()] }), limiter });
  const { socket, text, closed } = open(origin);
  socket.end(get(TREES) + get(`${TREES}/none`));
  for (const _ of [1, 2]) {
    await until(() => held.length > 0);
    decideAll();
  }
  await closed;
  assert.deepEqual(statusesIn(text()), ['200', '404']);
});

test('a tunnel is refused once, behind what was asked before it', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const text = await conversation(origin, `${get(TREES)}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n${get(TREES)}`);
  assert.deepEqual(statusesIn(text), ['200', '405']);
  assert.match(text, /\r\nConnection: close\r\n/);
});

test('what is sent behind an upgrade is not answered, and the answer before it says so', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const text = await conversation(origin, get(TREES, 'Connection: Upgrade', 'Upgrade: h2c') + get(TREES));
  assert.deepEqual(statusesIn(text), ['200']);
  assert.match(text, /\r\nConnection: close\r\n/);
});

test('a body that breaks gets no answer beside that of its request', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const head = `POST ${TREES} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
  assert.deepEqual(statusesIn(await conversation(origin, `${head}zz\r\n`)), ['405']);
  const { socket, text, closed } = open(origin);
  socket.write(head);
  await until(() => text().includes('\r\n\r\n'));
  socket.write('zz\r\nhello');
  await closed;
  assert.deepEqual(statusesIn(text()), ['405']);
});

test('chunks with HTTP/1.0 end the connection', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const head = `GET ${TREES} HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  const text = await conversation(origin, head + get(TREES));
  assert.equal(statusesIn(text).length, 1);
});

test('the body of a refused request is not swallowed: the connection is closed', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const { socket, text, closed } = open(origin);
  const block = Buffer.alloc(64 * 1024);
  socket.write(`POST ${TREES} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000000\r\n\r\n`);
  let isClosed = false;
  const send = () => {
    while (!isClosed && socket.write(block));
  };
  socket.on('drain', send);
  send();
  await closed;
  isClosed = true;
  assert.deepEqual(statusesIn(text()), ['405']);
  assert.ok(socket.bytesWritten < 64 * 1024 * 1024, `${socket.bytesWritten} bytes were taken`);
});

test('who sends more ahead than is kept gets answers up to there, and the last of them says that it is', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  for (const sent of [34, 40, 500]) {
    const text = await conversation(origin, get(TREES).repeat(sent));
    const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/);
    assert.ok(answers.length >= 33 && answers.length <= sent, `${answers.length} of ${sent}`);
    assert.ok(answers.every((answer) => answer.startsWith('HTTP/1.1 200 ')));
    assert.deepEqual(
      answers.map((answer) => /\r\nConnection: close\r\n/.test(answer)),
      answers.map((_, index) => index === answers.length - 1),
    );
  }
});

test('nonsense behind good requests is answered behind their answers', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const text = await conversation(origin, `${get(TREES).repeat(3)}nonsense\r\n\r\n`);
  assert.deepEqual(statusesIn(text), ['200', '200', '200', '400']);
});

test('a method that nobody knows is judged as every other request: limit, key, route, then the method', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], allowlist: [], flags: { 'rate-limit': '3' } });
  const brew = (target: string) => conversation(origin, `BREW ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
  assert.deepEqual(statusesIn(await brew(TREES)), ['401']);
  assert.deepEqual(statusesIn(await brew('/healthz')), ['405']);
  assert.deepEqual(statusesIn(await brew('/nowhere')), ['404']);
  assert.deepEqual(statusesIn(await brew('/api/v1/nowhere')), ['401']);
  assert.match(await brew(TREES), /X-RateLimit-Remaining: 0\r\n/);
  assert.deepEqual(statusesIn(await brew(TREES)), ['429']);
});

test('a method that nobody knows is judged for its own target, whatever came before it in the same packet', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], allowlist: [] });
  const brew = (target: string) => `BREW ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
  for (const [target, status] of Object.entries({ '/healthz': '405', '/nowhere': '404', [TREES]: '401' })) {
    for (const before of [1, 2, 3]) {
      const text = await conversation(origin, get('/healthz').repeat(before) + brew(target));
      assert.deepEqual(statusesIn(text), [...Array(before).fill('200'), status], target);
    }
  }
});

test('only what is for the API counts against the limit', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], flags: { 'rate-limit': '5' } });
  for (const bytes of [
    'GET /healthz HTTP/1.1\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nBad header\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
    `GET /healthz HTTP/1.1\r\nX-A: ${'x'.repeat(40_000)}\r\n\r\n`,
    'BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    const text = await conversation(origin, bytes);
    assert.match(text, /^HTTP\/1\.1 4\d\d /);
    assert.doesNotMatch(text, /X-RateLimit/);
  }
  assert.match(await conversation(origin, get(TREES, 'Connection: close')), /X-RateLimit-Remaining: 4\r\n/);
  assert.match(
    await conversation(origin, `GET ${TREES} HTTP/1.1\r\nBad header\r\n\r\n`),
    /X-RateLimit-Remaining: 3\r\n/,
  );
});

test('one address takes no more connections than its share, and others are served meanwhile', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], flags: { 'connections-per-address': '20' } });
  const greedy = Array.from({ length: 60 }, () => open(origin, { localAddress: '127.0.0.2' }));
  for (const { socket } of greedy) socket.write('GET /healthz HTTP/1.1\r\n');
  let closed = 0;
  for (const each of greedy) void each.closed.then(() => closed++);
  await until(() => closed === 40);
  assert.ok(await isAlive(origin), 'another address');
  for (const { socket } of greedy) socket.destroy();
  await until(() => closed === 60);
  // The server may learn of a new connection before it learns that the old ones are over.
  await until(async () => {
    const again = open(origin, { localAddress: '127.0.0.2' });
    again.socket.write(get('/healthz', 'Connection: close'));
    await again.closed;
    return statusesIn(again.text()).length === 1;
  });
});

test('the connections of a trusted proxy are bounded in all only', async (t) => {
  const flags = { 'connections-per-address': '5', connections: '30', 'trust-proxy': '127.0.0.3' };
  const { origin } = await startTestService(t, { trees: [makeTree()], flags });
  const many = Array.from({ length: 40 }, () => open(origin, { localAddress: '127.0.0.3' }));
  let closed = 0;
  for (const each of many) void each.closed.then(() => closed++);
  await until(() => closed === 10);
  for (const { socket } of many) socket.destroy();
});

test('a connection is over with its ten-thousandth request, and the answer to that says so', async (t) => {
  const { origin } = await startTestService(t);
  const { socket, text, closed } = open(origin);
  let [sent, answered, seen] = [0, 0, ''];
  const send = () => {
    for (let ahead = 0; ahead < 25; ahead++, sent++) socket.write(get('/healthz'));
  };
  socket.on('data', (chunk: string) => {
    const parts = (seen + chunk).split('HTTP/1.1 ');
    answered += parts.length - 1;
    // Not a whole word of it, which would be counted again.
    seen = parts[parts.length - 1].slice(-8);
    if (answered === sent) send();
  });
  send();
  await closed;
  assert.equal(answered, 10_000);
  assert.deepEqual(text().match(/^Connection: close/gim)?.length, 1);
});

test('a server that ends answers what is on its way, and says that it is the last answer', async (t) => {
  const { server, close } = createHttpServer(testService({ trees: [makeTree()] }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.closeAllConnections());
  const { socket, text, closed } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  socket.write(get(TREES));
  await until(() => text().includes('"pagination"'));
  assert.doesNotMatch(text(), /^Connection: close/im);
  socket.write(get('/healthz'));
  await Promise.all([close(), closed]);
  assert.deepEqual(statusesIn(text()), ['200', '200']);
  assert.match(text(), /^Connection: close/im);
});
