// Heads that are written by hand, byte by byte as clients see them: as Node writes those of an error, which go its own way.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const GOOD = '/api/v1/trees/a';
const BAD = '/api/v1/trees/none';

/** Everything that comes back until the server ends the connection; a last request asks it to. */
async function conversation(origin: string, ...requests: string[]): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('latin1');
  let text = '';
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  for (const request of requests) socket.write(`${request}\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

function headOf(answer: string): { status: string; lines: Map<string, string> } {
  const [status, ...lines] = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n');
  return { status, lines: new Map(lines.map((line) => line.split(/: (.*)/s) as [string, string])) };
}

async function service(t: Parameters<typeof startTestService>[0], flags: Record<string, string> = {}) {
  const { origin } = await startTestService(t, { trees: [makeTree({ slug: 'a' })], flags });
  return (...requests: string[]) => conversation(origin, ...requests);
}

test('date, connection and keep-alive are as Node writes them, whatever the client wants of the connection', async (t) => {
  const ask = await service(t);
  for (const wish of [
    ' HTTP/1.1\r\nHost: x\r\nConnection: close',
    ' HTTP/1.0',
    ' HTTP/1.0\r\nConnection: close',
    ' HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
  ]) {
    const [good, bad] = [await ask(`GET ${GOOD}${wish}`), await ask(`GET ${BAD}${wish}`)].map(headOf);
    assert.equal(good.status, 'HTTP/1.1 200 OK', wish);
    assert.equal(bad.status, 'HTTP/1.1 404 Not Found', wish);
    for (const name of ['Connection', 'Keep-Alive']) assert.equal(good.lines.get(name), bad.lines.get(name), wish);
  }
});

test('a connection that is kept is said to be, and serves the next request', async (t) => {
  const ask = await service(t);
  for (const version of ['HTTP/1.1\r\nHost: x', 'HTTP/1.0\r\nConnection: keep-alive']) {
    const [good, bad] = await Promise.all(
      [GOOD, BAD].map((path) => ask(`GET ${path} ${version}`, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close`)),
    );
    for (const text of [good, bad]) assert.equal(text.match(/HTTP\/1\.1 \d/g)?.length, 2, version);
    assert.equal(headOf(good).lines.get('Connection'), 'keep-alive');
    assert.equal(headOf(good).lines.get('Keep-Alive'), headOf(bad).lines.get('Keep-Alive'));
    const date = headOf(good).lines.get('Date') as string;
    assert.equal(new Date(date).toUTCString(), date);
    assert.ok(Math.abs(Date.now() - Date.parse(date)) < 60_000);
  }
});

test('HEAD has the lines of GET and no body, and so has an unchanged answer but for those about the body', async (t) => {
  const ask = await service(t, { 'cors-origin': 'https://a.example', 'usage-policy-url': 'https://x.example/terms' });
  const rest = 'HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nConnection: close';
  const got = await ask(`GET ${GOOD} ${rest}`);
  const { lines } = headOf(got);
  const names = (text: string) => [...headOf(text).lines.keys()];
  const head = await ask(`HEAD ${GOOD} ${rest}`);
  assert.deepEqual(names(head), names(got));
  assert.equal(headOf(head).lines.get('Content-Length'), lines.get('Content-Length'));
  assert.equal(got.length - got.indexOf('\r\n\r\n') - 4, Number(lines.get('Content-Length')));
  assert.equal(lines.get('Access-Control-Allow-Origin'), 'https://a.example');
  const unchanged = await ask(`GET ${GOOD} ${rest}\r\nIf-None-Match: ${lines.get('ETag')}`);
  assert.equal(headOf(unchanged).status, 'HTTP/1.1 304 Not Modified');
  assert.deepEqual(
    names(unchanged),
    names(got).filter((name) => !/^Content-(Type|Length)$/.test(name)),
  );
  for (const text of [head, unchanged]) assert.ok(text.endsWith('\r\n\r\n') && text.split('\r\n\r\n').length === 2);
});

test('a head that is longer than the room before a body is sent whole', async (t) => {
  const ask = await service(t);
  const query = Array.from({ length: 18 }, (_, number) => `tag=${'x'.repeat(150)}${number}`).join('&');
  const text = await ask(`GET /api/v1/trees?${query} HTTP/1.1\r\nHost: x\r\nConnection: close`);
  const { status, lines } = headOf(text);
  assert.equal(status, 'HTTP/1.1 200 OK');
  assert.ok((lines.get('Link') as string).length > 5_000);
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
  assert.deepEqual(body.data, []);
});
