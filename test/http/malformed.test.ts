// Raw bytes over a socket: whatever arrives, the answer has our headers and our shape, and nothing hangs.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { assertDocumented, assertShape } from '../support/schemas.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const TREES = '/api/v1/trees';
const get = (target: string, ...headers: string[]) =>
  ['GET ', target, ' HTTP/1.1\r\n', ['Host: a', ...headers].join('\r\n'), '\r\n\r\n'].join('');
const long = (length: number) => 'x'.repeat(length);

/** Each with the statuses that would be right. */
const REQUESTS: Record<string, [string, ...number[]]> = {
  'no request at all': ['\r\n\r\n\r\nhello\r\n\r\n', 400],
  'a single word': ['GET\r\n\r\n', 400],
  'no target': ['GET HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  'no version': [`GET ${TREES}\r\nHost: a\r\n\r\n`, 400],
  'HTTP/0.9': [`GET ${TREES} HTTP/0.9\r\nHost: a\r\n\r\n`, 400],
  'HTTP/1.2': [`GET ${TREES} HTTP/1.2\r\nHost: a\r\n\r\n`, 400],
  'HTTP/2.0': [`GET ${TREES} HTTP/2.0\r\nHost: a\r\n\r\n`, 400],
  'HTTP/9': [`GET ${TREES} HTTP/9\r\nHost: a\r\n\r\n`, 400],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'a TLS hello': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  'an SSH greeting': ['SSH-2.0-OpenSSH_9.0\r\n', 400],
  'zero bytes': ['\0\0\0\0\0\0\0\0', 400],
  'a zero in the target': [get(`${TREES}?a=\0`), 400],
  'a zero in a header': [get(TREES, 'X-A: \0'), 400],
  'a bare line feed in a header': [get(TREES, 'X-A: b\nX-C d'), 400],
  'a bare carriage return': [`GET ${TREES} HTTP/1.1\rHost: a\r\r`, 400],
  'a space in the target': [`GET ${TREES} and more HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
  'a tab in the target': [get(`${TREES}\tx`), 400],
  'raw UTF-8 in the target': [get(`${TREES}?search=\xc3\xa1`), 400],
  'a DEL in the target': [get(`${TREES}?a=\x7f`), 400],
  'a header without a colon': [get(TREES, 'NoColon'), 400],
  'a header without a name': [get(TREES, ': value'), 400],
  'a space before the colon': [get(TREES, 'X-A : b'), 400],
  'a space in a name': [get(TREES, 'X A: b'), 400],
  'a folded header': [get(TREES, 'X-A: b\r\n folded'), 400, 200],
  'a header that starts with a space': [`GET ${TREES} HTTP/1.1\r\n Host: a\r\n\r\n`, 400],
  'an odd character in a name': [get(TREES, 'X(A): b'), 400],
  'no host': [`GET ${TREES} HTTP/1.1\r\n\r\n`, 400],
  'no host, HTTP/1.0': [`GET ${TREES} HTTP/1.0\r\n\r\n`, 200],
  'an empty host': [`GET ${TREES} HTTP/1.1\r\nHost:\r\n\r\n`, 200],
  'HTTP/1.0 that would stay': [`GET ${TREES} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`, 200],
  'an unknown method': [`BREW ${TREES} HTTP/1.1\r\nHost: a\r\n\r\n`, 405],
  'a method in lower case': [`get ${TREES} HTTP/1.1\r\nHost: a\r\n\r\n`, 405],
  'a very long method': [`${'A'.repeat(5000)} / HTTP/1.1\r\n\r\n`, 400],
  TRACE: [`TRACE ${TREES} HTTP/1.1\r\nHost: a\r\n\r\n`, 405],
  PROPFIND: [`PROPFIND ${TREES} HTTP/1.1\r\nHost: a\r\n\r\n`, 405],
  CONNECT: ['CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  'OPTIONS of everything': ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', 404],
  'an absolute target': [get(`http://a${TREES}`), 200],
  'an absolute target of another scheme': [get('ftp://a/x'), 404],
  'an authority as target': [get('a:80'), 400, 404],
  'two slashes': [get(`/${TREES}`), 404],
  'a dot segment': [get('/api/v1/../v1/trees'), 404],
  'an encoded slash': [get('/api%2Fv1%2Ftrees'), 404],
  'a fragment': [get(`${TREES}#x`), 404],
  'only a question mark': [get(`${TREES}?`), 200],
  'many ampersands': [get(`${TREES}?&&&&`), 200],
  'a target of 8 kB': [get(`${TREES}?tag=${long(8192)}`), 414],
  'a target of 15 kB': [get(`${TREES}?tag=${long(120_000)}`), 414],
  'a target of 40 kB': [get(`${TREES}?tag=${long(40_000)}`), 414],
  'a header of 20 kB': [get(TREES, `X-A: ${long(20_000)}`), 431],
  'a cookie of 100 kB': [get(TREES, `Cookie: ${long(100_000)}`), 431],
  '3,000 headers': [get(TREES, ...Array.from({ length: 3000 }, (_, index) => `X-${index}: y`)), 431],
  'Expect: 100-continue': [get(TREES, 'Expect: 100-continue'), 200],
  'Expect of something else': [get(TREES, 'Expect: a-miracle'), 200],
  'an upgrade': [get(TREES, 'Connection: Upgrade', 'Upgrade: websocket'), 200],
  'an upgrade to HTTP/2': [
    get(TREES, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    200,
  ],
  'a body with GET': [`${get(TREES, 'Content-Length: 5')}hello`, 200],
  'a body that is chunked': [`${get(TREES, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`, 200],
  'a chunk of no length': [`${get(TREES, 'Transfer-Encoding: chunked')}zz\r\nhello\r\n`, 200, 400],
  'length and chunks': [`${get(TREES, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`, 400],
  'two lengths': [get(TREES, 'Content-Length: 5', 'Content-Length: 6'), 400],
  'a negative length': [get(TREES, 'Content-Length: -1'), 400],
  'a length in words': [get(TREES, 'Content-Length: five'), 400],
  'an endless length': [get(TREES, `Content-Length: ${'9'.repeat(40)}`), 400],
  'an unknown transfer coding': [get(TREES, 'Transfer-Encoding: magic'), 400, 501],
  'POST without a length': [`POST ${TREES} HTTP/1.1\r\nHost: a\r\n\r\n`, 405],
  'two hosts': [get(TREES, 'Host: b'), 400],
  'two hosts that are one': [get(TREES, 'HOST: a'), 400],
  'a Range': [get(TREES, 'Range: bytes=0-1'), 200],
  'an If-None-Match of nonsense': [get(TREES, 'If-None-Match: """,,,W/W/'), 200],
  'an Accept-Encoding of nonsense': [get(TREES, 'Accept-Encoding: ;;q=,,;q=NaN'), 200],
  'a request in tiny pieces': [get(TREES), 200],
};

interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends bytes, and reads until the first answer is whole; fails where the connection ends or stays silent before. */
function exchange(port: number, bytes: string, inPieces: boolean): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const giveUp = setTimeout(() => socket.destroy(new Error(`silent after: ${text}`)), 120_000);
    const send = async () => {
      const pieces = inPieces ? [...bytes] : [bytes];
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, 'latin1'));
        if (inPieces) await new Promise(setImmediate);
      }
    };
    socket.on('connect', send);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      const answer = parseAnswer(text);
      if (!answer) return;
      resolve(answer);
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(giveUp);
      reject(new Error(`closed after: ${text}`));
    });
  });
}

function parseAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first, ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = text.slice(end + 4);
  const length = Number(headers.get('content-length') ?? 0);
  if (body.length < length) return undefined;
  return { status: Number(first.split(' ')[1]), headers, body: body.slice(0, length) };
}

test(`${Object.keys(REQUESTS).length} odd requests: each gets one of the right answers, with the headers of every answer`, async (t) => {
  assert.ok(Object.keys(REQUESTS).length >= 60);
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const port = Number(new URL(origin).port);
  const wrong: string[] = [];
  for (const [name, [bytes, ...statuses]] of Object.entries(REQUESTS)) {
    const { status, headers, body } = await exchange(port, bytes, name.includes('tiny pieces')).catch((error) =>
      assert.fail(`${name}: ${error}`),
    );
    if (!statuses.includes(status)) wrong.push(`${name}: ${status}`);
    assert.ok(headers.get('x-request-id'), name);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', name);
    assert.equal(headers.get('cache-control'), status === 200 ? 'private, no-cache' : 'no-store', name);
    if (status !== 200) assertShape('problem', JSON.parse(body));
    const [, method, path] = /^(GET|HEAD|POST|TRACE) (?:http:\/\/a)?(\/\S*) HTTP/.exec(bytes) ?? [];
    if (method) assertDocumented({ method, path, status, headers: new Headers([...headers]), body });
    if (/^\w+ (http:\/\/a)?\/api\/v1/.test(bytes) || status === 400) {
      assert.equal(headers.get('x-ratelimit-limit'), '1000000', name);
      assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d+$/, name);
      assert.match(headers.get('x-ratelimit-reset') ?? '', /^\d{10}$/, name);
    }
  }
  assert.deepEqual(wrong, []);
});

test('what the parser refuses counts against the limit', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], flags: { 'rate-limit': '5' } });
  const port = Number(new URL(origin).port);
  for (let left = 4; left >= 0; left--) {
    const { headers } = await exchange(port, 'nonsense\r\n\r\n', false);
    assert.equal(headers.get('x-ratelimit-remaining'), String(left));
  }
  const { status } = await exchange(port, get(TREES), false);
  assert.equal(status, 429);
});

test('requests sent one after the other without waiting are answered in order', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.end(get(`${TREES}/none`) + get(TREES).repeat(20) + get(`${TREES}?page=0`, 'Connection: close'));
  await new Promise((resolve) => socket.on('close', resolve));
  assert.deepEqual(text.match(/(?<=HTTP\/1\.1 )\d+/g), ['404', ...new Array(20).fill('200'), '400']);
});
