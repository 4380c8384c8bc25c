// Prepared answers, byte by byte as clients see them: the fast and the plain way send the same, and with what Node itself
// writes for an error, which goes its own way.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { chooseSender } from '../../src/http/sending/choose.ts';
import type { Sender } from '../../src/http/sending/contract.ts';
import { FastSender } from '../../src/http/sending/fast/fast.ts';
import { PlainSender } from '../../src/http/sending/plain.ts';
import { conversation, headOf } from '../support/raw.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const GOOD = '/api/v1/trees/a';
const BAD = '/api/v1/trees/none';

const WAYS = { fast: () => new FastSender(), plain: () => new PlainSender() };

async function service(t: Parameters<typeof startTestService>[0], sender: Sender, flags: Record<string, string> = {}) {
  const { origin } = await startTestService(t, { trees: [makeTree({ slug: 'a' })], flags, sender });
  return (...requests: string[]) => conversation(origin, requests.map((request) => `${request}\r\n\r\n`).join(''));
}

for (const [way, sender] of Object.entries(WAYS)) {
  test(`${way}: date, connection and keep-alive are as Node writes them, whatever the client wants of the connection`, async (t) => {
    const ask = await service(t, sender());
    for (const wish of [
      ' HTTP/1.1\r\nHost: x\r\nConnection: close',
      ' HTTP/1.0',
      ' HTTP/1.0\r\nConnection: close',
      ' HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc',
    ]) {
      const [good, bad] = [await ask(`GET ${GOOD}${wish}`), await ask(`GET ${BAD}${wish}`)].map(headOf);
      assert.equal(good.status, 200, wish);
      assert.equal(bad.status, 404, wish);
      for (const name of ['Connection', 'Keep-Alive']) assert.equal(good.lines.get(name), bad.lines.get(name), wish);
    }
  });

  test(`${way}: a connection that is kept is said to be, and serves the next request`, async (t) => {
    const ask = await service(t, sender());
    for (const version of ['HTTP/1.1\r\nHost: x', 'HTTP/1.0\r\nConnection: keep-alive']) {
      const [good, bad] = await Promise.all(
        [GOOD, BAD].map((path) =>
          ask(`GET ${path} ${version}`, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close`),
        ),
      );
      for (const text of [good, bad]) assert.equal(text.match(/HTTP\/1\.1 \d/g)?.length, 2, version);
      assert.equal(headOf(good).lines.get('Connection'), 'keep-alive');
      assert.equal(headOf(good).lines.get('Keep-Alive'), headOf(bad).lines.get('Keep-Alive'));
      const date = headOf(good).lines.get('Date') as string;
      assert.equal(new Date(date).toUTCString(), date);
      assert.ok(Math.abs(Date.now() - Date.parse(date)) < 60_000);
    }
  });

  test(`${way}: HEAD has the lines of GET and no body, and so has an unchanged answer but for those about the body`, async (t) => {
    const ask = await service(t, sender(), {
      'cors-origin': 'https://a.example',
      'usage-policy-url': 'https://x.example/terms',
    });
    const rest = 'HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nConnection: close';
    const got = await ask(`GET ${GOOD} ${rest}`);
    const { lines } = headOf(got);
    const names = (text: string) => [...headOf(text).lines.keys()];
    const head = await ask(`HEAD ${GOOD} ${rest}`);
    assert.deepEqual(names(head), names(got));
    assert.equal(headOf(head).lines.get('Content-Length'), lines.get('Content-Length'));
    assert.equal(headOf(got).body.length, Number(lines.get('Content-Length')));
    assert.equal(lines.get('Access-Control-Allow-Origin'), 'https://a.example');
    const unchanged = await ask(`GET ${GOOD} ${rest}\r\nIf-None-Match: ${lines.get('ETag')}`);
    assert.equal(headOf(unchanged).status, 304);
    assert.deepEqual(
      names(unchanged),
      names(got).filter((name) => !/^Content-(Type|Length)$/.test(name)),
    );
    for (const text of [head, unchanged]) assert.ok(text.endsWith('\r\n\r\n') && text.split('\r\n\r\n').length === 2);
  });

  test(`${way}: a head that is longer than the room before a body is sent whole`, async (t) => {
    const ask = await service(t, sender());
    const query = Array.from({ length: 18 }, (_, number) => `tag=${'x'.repeat(150)}${number}`).join('&');
    const text = await ask(`GET /api/v1/trees?${query} HTTP/1.1\r\nHost: x\r\nConnection: close`);
    const { status, lines, body } = headOf(text);
    assert.equal(status, 200);
    assert.ok((lines.get('Link') as string).length > 5_000);
    assert.deepEqual(JSON.parse(body).data, []);
  });
}

const HOST = 'HTTP/1.1\r\nHost: x';
const LAST = `${HOST}\r\nConnection: close`;
const MANY_TAGS = Array.from({ length: 18 }, (_, number) => `tag=${'x'.repeat(150)}${number}`).join('&');

/** Each ends its connection. */
const CONVERSATIONS = [
  [`GET ${GOOD} ${LAST}`],
  [`GET ${GOOD} ${HOST}`, `GET ${GOOD} ${HOST}`, `HEAD ${GOOD} ${LAST}`],
  [`GET ${GOOD} HTTP/1.0\r\nConnection: keep-alive`, `GET /api/v1/families ${LAST}`],
  [`GET ${GOOD} HTTP/1.0`],
  [`GET /api/v1/trees ${LAST}\r\nAccept-Encoding: gzip`],
  [`GET /api/v1/trees?pageSize=100 ${LAST}\r\nAccept-Encoding: br`],
  [`GET /api/v1/trees?pageSize=100&locale=es ${LAST}`],
  [`GET /api/v1/trees?${MANY_TAGS} ${LAST}`],
  [`GET ${GOOD} ${LAST}\r\nIf-None-Match: *`, `GET ${GOOD} ${LAST}`],
  [`GET ${GOOD} ${LAST}\r\nOrigin: https://a.example`],
  [`GET ${GOOD} ${HOST}\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc`],
  [`GET ${GOOD} ${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0`],
  [`GET ${GOOD} ${HOST}`, `GET ${GOOD} ${HOST}\r\nUpgrade: websocket\r\nConnection: upgrade`],
  [...Array.from({ length: 40 }, () => `GET ${GOOD} ${HOST}`), `GET ${GOOD} ${LAST}`],
  [`GET ${BAD} ${HOST}`, `POST ${GOOD} ${HOST}`, `CONNECT ${GOOD} ${HOST}`],
  [`GET ${GOOD} ${HOST}`, 'nonsense'],
];

/** Ids and moments are another one each time, and an id may have a letter more. */
const comparable = (text: string) =>
  text
    .replace(LENGTH_OF_PROBLEM, (_, length, id) => `Content-Length: ${length - id.length}`)
    .replace(/^(X-Request-Id|Date|X-RateLimit-Reset): .*$/gm, '$1')
    .replace(/"requestId":"[^"]+"/g, '');
const LENGTH_OF_PROBLEM = /Content-Length: (\d+)(?=\r\n(?:.+\r\n)*\r\n\{.*"requestId":"([^"]+)")/g;

test('both ways send the same bytes', async (t) => {
  const trees = Array.from({ length: 120 }, (_, number) => makeTree({ slug: number === 0 ? 'a' : `tree-${number}` }));
  const [fast, plain] = await Promise.all(
    Object.values(WAYS).map((sender) =>
      startTestService(t, { trees, flags: { 'cors-origin': 'https://a.example' }, sender: sender() }),
    ),
  );
  const tagged = headOf(await conversation(plain.origin, `GET ${GOOD} ${LAST}\r\n\r\n`)).lines.get('ETag');
  await conversation(fast.origin, `GET ${GOOD} ${LAST}\r\n\r\n`);
  const conditional = [`GET ${GOOD} ${LAST}\r\nIf-None-Match: ${tagged}`];
  for (const requests of [...CONVERSATIONS, conditional, ...CONVERSATIONS]) {
    const bytes = requests.map((request) => `${request}\r\n\r\n`).join('');
    const [one, other] = await Promise.all([fast, plain].map(({ origin }) => conversation(origin, bytes)));
    assert.match(one, /^HTTP\/1\.1 \d/, bytes);
    assert.equal(comparable(one), comparable(other), bytes);
  }
});

test('the fast way is for the pinned Node alone, and for nobody who asks for the plain one', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [pinned, ...others] = new Set(Object.values<string>(optionalDependencies));
  assert.deepEqual(others, []);
  assert.ok(chooseSender(pinned, {}) instanceof FastSender);
  assert.ok(chooseSender(pinned, { SYLVA_PLAIN_HTTP: '1' }) instanceof PlainSender);
  assert.ok(chooseSender('27.0.0', {}) instanceof PlainSender);
});
