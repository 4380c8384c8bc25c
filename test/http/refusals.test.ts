// What is refused before it is a request of the API: by the parser, as a tunnel, or because it never arrived whole.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversation, headOf } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const FAMILIES = '/api/v1/families';
const head = (method: string, target: string, ...headers: string[]) =>
  `${method} ${target} HTTP/1.1\r\n${['Host: a', ...headers].join('\r\n')}\r\n\r\n`;

const REFUSED: Record<number, (method: string, ...headers: string[]) => string> = {
  400: (method, ...headers) => head(method, FAMILIES, ...headers, 'X y: 1'),
  414: (method, ...headers) => head(method, `${FAMILIES}?${'x'.repeat(17_000)}`, ...headers),
  431: (method, ...headers) => head(method, FAMILIES, ...headers, `X: ${'x'.repeat(17_000)}`),
};

test('HEAD gets no content, whatever it is refused for', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const length = (method: string) => head(method, FAMILIES, 'Content-Length: x');
  for (const [status, make] of [...Object.entries(REFUSED), ['400', length] as const]) {
    const [got, asked] = [await conversation(origin, make('HEAD')), await conversation(origin, make('GET'))].map(
      headOf,
    );
    assert.equal(got.status, Number(status));
    assert.equal(got.body, '', status);
    assert.equal(asked.status, Number(status));
    assert.equal(asked.body.length, Number(asked.lines.get('Content-Length')), status);
  }
});

test('CONNECT to the API is judged as every other method: key, route, then method', async (t) => {
  const key = `sylva_${'a'.repeat(38)}`;
  const { origin } = await startTestService(t, { trees: [makeTree()], allowlist: [], keys: [key] });
  for (const method of ['CONNECT', 'POST']) {
    const statusOf = async (target: string, ...headers: string[]) =>
      headOf(await conversation(origin, head(method, target, 'Connection: close', ...headers))).status;
    assert.equal(await statusOf(FAMILIES), 401, method);
    assert.equal(await statusOf('/api/v1/nothing'), 401, method);
  }
  const open = await startTestService(t, { trees: [makeTree()] });
  for (const [target, status] of [
    [FAMILIES, 405],
    ['/api/v1/nothing', 404],
    ['example.org:443', 405],
  ] as const)
    assert.equal(headOf(await conversation(open.origin, head('CONNECT', target))).status, status, target);
});

async function remaining(api: string): Promise<number> {
  return Number((await fetch(`${api}/families`)).headers.get('x-ratelimit-remaining'));
}

test('a request whose client ends before it is whole counts nothing', async (t) => {
  const { origin, api } = await startTestService(t, { trees: [makeTree()] });
  const before = await remaining(api);
  for (const part of ['GET /api', `GET ${FAMILIES} HTTP/1.1\r\nHost: a\r\nX-A`]) {
    const { status, lines } = headOf(await conversation(origin, part, { isHalfClosed: true }));
    assert.equal(status, 400, part);
    assert.equal(lines.get('X-RateLimit-Remaining'), String(before), part);
  }
  assert.equal(await remaining(api), before - 1);
});

test('what comes behind a request that ends the connection is neither answered nor counted', async (t) => {
  const { origin, api } = await startTestService(t, { trees: [makeTree()] });
  const before = await remaining(api);
  const last = [head('GET', FAMILIES, 'Connection: close'), `GET ${FAMILIES} HTTP/1.0\r\n\r\n`];
  for (const request of last) {
    const text = await conversation(origin, request + head('GET', FAMILIES));
    assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d{3}/g), ['200'], request);
  }
  assert.equal(await remaining(api), before - 1 - last.length);
});

test('not how many headers there are but how long they are together is limited', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const lines = (count: number) => Array.from({ length: count }, () => 'a:');
  const statusOf = async (count: number) =>
    headOf(await conversation(origin, head('GET', FAMILIES, 'Connection: close', ...lines(count)))).status;
  assert.equal(await statusOf(3_500), 200);
  assert.equal(await statusOf(4_500), 431);
});

test('a request target with unencoded characters: the answer shows it percent-encoded', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');
  const cases: [target: string, shown: string][] = [
    [utf8('/api/v1/trees?page=1&search=árbol&locale=es'), 'search=%C3%A1rbol'],
    [utf8('/api/v1/trees?search=árbol%20a&tag=ñ'), 'search=%C3%A1rbol%20a, tag=%C3%B1'],
    ['/api/v1/trees?search=\xe1rbol', 'search=%C3%A1rbol'],
    ['/api/v1/trees?search=silver fir', 'search=silver%20fir'],
    [utf8('/api/v1/trees/árbol'), '%C3%A1rbol'],
    [utf8(`/api/v1/trees?search=${'ñ'.repeat(400)}`), `search=${'%C3%B1'.repeat(15)}%C3…`],
  ];
  for (const [target, shown] of cases) {
    const { status, body } = headOf(await conversation(origin, head('GET', target)));
    const { code, detail } = JSON.parse(Buffer.from(body, 'latin1').toString());
    assert.deepEqual([status, code], [400, 'malformed-request'], target);
    assert.equal(detail, `The address has characters that must be percent-encoded. Send ${shown}.`);
  }
  const key = `sylva_${'a'.repeat(38)}`;
  assert.ok(!(await conversation(origin, head('GET', utf8(`/api/v1/trees?search=á${key}`)))).includes(key));
  for (const target of ['/api/v1/trees?a=\0', '/api/v1/trees?a=\x7f', '/api/v1/trees?\xe1\x01']) {
    const { body } = headOf(await conversation(origin, head('GET', target)));
    assert.equal(JSON.parse(body).detail, 'This is not a valid HTTP request.', target);
  }
});

test('web pages of allowed origins may read what the parser refuses', async (t) => {
  const flags = { 'cors-origin': 'https://a.example' };
  const { origin } = await startTestService(t, { trees: [makeTree()], flags });
  for (const [status, make] of Object.entries(REFUSED)) {
    const answered = async (...headers: string[]) => headOf(await conversation(origin, make('GET', ...headers)));
    const allowed = await answered('Origin: https://a.example');
    assert.equal(allowed.status, Number(status));
    assert.equal(allowed.lines.get('Access-Control-Allow-Origin'), 'https://a.example', status);
    for (const { lines } of [allowed, await answered('Origin: https://b.example'), await answered()])
      assert.equal(lines.get('Vary'), 'Origin', status);
    const other = await answered('Origin: https://b.example');
    assert.equal(other.lines.get('Access-Control-Allow-Origin'), undefined, status);
  }
});
