// The line that each request leaves in the log.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { generateKey } from '../../src/access/api-key.ts';
import { readable } from '../../src/observe/log-lines.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const KEY = generateKey((length) => Buffer.alloc(length, 7));

async function start(t: TestContext, flags: Record<string, string> = {}) {
  const lines: any[] = [];
  const writeLogLine = (line: string) => lines.push(JSON.parse(line));
  const log = pino({ base: null }, { write: writeLogLine });
  const trees = [makeTree({})];
  const service = await startTestService(t, { trees, keys: [KEY], allowlist: [], flags, log, writeLogLine });
  const lineOf = (id: string | null) => until(() => lines.find((line) => line.id === id));
  return { ...service, lines, lineOf };
}

test('a request is one line: who asked, for what, and what became of it', async (t) => {
  const { api, lines, lineOf } = await start(t);
  const response = await fetch(`${api}/trees?search=secret`, { headers: { 'x-api-key': KEY } });
  const body = await response.arrayBuffer();
  const { time, durationMs, bytes, ...rest } = await lineOf(response.headers.get('x-request-id'));
  assert.deepEqual(rest, {
    level: 30,
    id: response.headers.get('x-request-id'),
    client: '127.0.0.1',
    keyId: 'key_0',
    keyName: 'Key 0',
    method: 'GET',
    route: '/api/v1/trees',
    status: 200,
    revision: 'r1',
    msg: 'request',
  });
  assert.ok(Math.abs(Date.now() - time) < 60_000 && durationMs > 0 && bytes > 0 && bytes <= body.byteLength);
  assert.equal(lines.length, 1);
});

test('what the parser refuses is a line of the same kind', async (t) => {
  const { origin, lines } = await start(t);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
  socket.resume();
  const { status, method, route, client, msg } = await until(() => lines[0]);
  assert.deepEqual([status, method, route, client, msg], [400, '', '', '127.0.0.1', 'request']);
});

test('a request over the limit is a line that says whose it was', async (t) => {
  const { api, lineOf } = await start(t, { 'rate-limit': '1' });
  for (const expected of [200, 429]) {
    const response = await fetch(`${api}/trees`, { headers: { 'x-api-key': KEY } });
    const { status, keyId } = await lineOf(response.headers.get('x-request-id'));
    assert.deepEqual([status, keyId], [expected, 'key_0']);
  }
});

test('addresses can be shortened to their network, and names of keys left out', async (t) => {
  const { api, lineOf } = await start(t, {
    'log-addresses': 'short',
    'log-key-names': 'off',
    'trust-proxy': '127.0.0.1',
  });
  const cases = [
    ['192.0.2.77', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ];
  for (const [address, shown] of cases) {
    const headers = { 'x-api-key': KEY, 'x-forwarded-for': address };
    const response = await fetch(`${api}/trees`, { headers });
    const line = await lineOf(response.headers.get('x-request-id'));
    assert.deepEqual([line.client, line.keyId, line.keyName], [shown, 'key_0', undefined]);
  }
});

test('a name with any character is one line for a person too', () => {
  const line = JSON.stringify({ level: 30, time: 0, status: 200, keyName: 'a\u2028b', bytes: 1, msg: 'request' });
  const lines = readable(`${line}\n${line}\n`);
  assert.deepEqual([lines.match(/ a\ufffdb {2}/g)?.length, lines.split('\n').length], [2, 3]);
});

test('for a person, a line has the same facts in the order that one looks for them', () => {
  const request = { level: 30, time: 0, id: 'x-1', client: '192.0.2.1', keyId: 'key_0', keyName: 'Herbarium' };
  const answer = { method: 'GET', route: '/api/v1/trees', status: 200, revision: 'r1', bytes: 9, durationMs: 0.5 };
  const line = `${JSON.stringify({ ...request, ...answer, msg: 'request' })}\n`;
  assert.equal(
    readable(line),
    '00:00:00.000 info  200  GET  /api/v1/trees           0.5 ms  9 B  192.0.2.1  Herbarium  r1  x-1\n',
  );
  const message = { level: 40, time: 0, reason: 'gone\u001b[2J', msg: 'Redis does not count' };
  assert.equal(
    readable(`${JSON.stringify(message)}\n`),
    '00:00:00.000 warn  Redis does not count  reason=gone\ufffd[2J\n',
  );
  const failure = { level: 50, time: 0, err: { message: 'a', stack: 'Error: a\n  at b' }, msg: 'failed' };
  assert.match(readable(`${JSON.stringify(failure)}\n`), /error failed {2}\n {4}Error: a\n {6}at b\n$/);
});
