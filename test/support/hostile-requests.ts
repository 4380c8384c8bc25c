// Requests as strangers send them: right ones of every kind, whole or cut anywhere, and such that were tampered with.

import assert from 'node:assert/strict';

/** Numbers that look random and come again for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, not including, another. */
  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * most);
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }
}

const TREES = '/api/v1/trees';
const get = (target: string, ...headers: string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...headers].join('\r\n')}\r\n\r\n`;

/** Of every kind that a server tells apart. `key` is put into some of them. */
export function requestsOfAllKinds(key: string): string[] {
  const keyed = `X-API-Key: ${key}`;
  return [
    get(TREES),
    get(TREES, keyed),
    get(`${TREES}?search=edition&facets=family&pageSize=100`, keyed, 'Accept-Encoding: gzip'),
    get(`${TREES}/tree-7?locale=es`, keyed, 'If-None-Match: "a", W/"b"'),
    get('/api/v1/families', keyed, 'Accept-Encoding: br;q=0.5, zstd'),
    get('/healthz'),
    get('/openapi.json', 'Accept-Encoding: gzip'),
    get('/'),
    get(TREES, keyed).repeat(5),
    get(TREES, keyed, 'Connection: Upgrade', 'Upgrade: websocket') + get(TREES, keyed),
    get(TREES, keyed, 'Expect: 100-continue', 'Content-Length: 5'),
    `${get(TREES, keyed, 'Transfer-Encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`,
    `POST ${TREES} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf`,
    `PUT ${TREES} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `HEAD ${TREES} HTTP/1.1\r\nHost: a\r\n${keyed}\r\n\r\n`,
    `OPTIONS ${TREES} HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: GET\r\n\r\n`,
    `GET ${TREES} HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`,
    `BREW ${TREES} HTTP/1.1\r\nHost: a\r\n${keyed}\r\n\r\n`,
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'nonsense\r\n\r\n',
  ];
}

const INSERTED = [
  ...['\r\n', '\n', '\r', '\0', ' ', '\t', ':', ',', ';', '"', '%', '%00', '%zz', '&', '=', '/', '..', '\xff', '\x7f'],
  ...['HTTP/1.1', 'Host: b\r\n', 'Content-Length: 1\r\n', 'Transfer-Encoding: chunked\r\n', '999999999999999999999'],
  ...['x'.repeat(9_000), '&'.repeat(4_000), '\t'.repeat(15_000), 'search=', 'facets=family&'.repeat(300)],
];

/** The text with one to five things done to it that a sender of good requests would not do. */
export function mutated(text: string, dice: Dice): string {
  let result = text;
  for (let times = 1 + dice.below(5); times > 0; times--) result = mutatedOnce(result, dice);
  return result;
}

function mutatedOnce(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + dice.below(12));
  const cut = text.slice(0, at) + text.slice(end);
  const kinds = [
    () => cut,
    () => text.slice(0, at) + String.fromCharCode(dice.below(256)) + text.slice(at + 1),
    () => text.slice(0, at) + dice.oneOf(INSERTED) + text.slice(at),
    () => text.slice(0, end) + text.slice(at, end).repeat(1 + dice.below(4)) + text.slice(end),
    () => cut.slice(0, dice.below(cut.length + 1)) + text.slice(at, end) + cut.slice(dice.below(cut.length + 1)),
  ];
  return dice.oneOf(kinds)();
}

const OF_EVERY_ANSWER = [/^x-request-id: [\w-]+$/im, /^x-content-type-options: nosniff$/im];

/** Every head that came back whole has what every answer has, and an error is not kept by anybody. */
export function assertHeads(answers: string, sent: string): void {
  for (const [head] of answers.matchAll(/HTTP\/1\.1 \d{3} .*?\r\n\r\n/gs)) {
    const lines = head.replaceAll('\r', '');
    for (const line of OF_EVERY_ANSWER) assert.match(lines, line, `to ${JSON.stringify(sent)}`);
    if (/^content-type: application\/problem\+json/im.test(lines)) assert.match(lines, /^cache-control: no-store$/im);
  }
}
