// What the client is made with: address, key, environment, User-Agent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { NetworkError, SylvaClient, type SylvaClientOptions } from '../../client/src/index.ts';
import { versionNumber } from '../../src/config/installation.ts';

/** A client whose requests are noted, and answered with an empty list. */
function noting(options: SylvaClientOptions) {
  const requests: { address: string; headers: Headers }[] = [];
  const client = new SylvaClient({
    ...options,
    fetch: async (address, init) => {
      requests.push({ address: String(address), headers: new Headers(init?.headers) });
      return Response.json({ data: [] });
    },
  });
  return { client, requests };
}

function setEnvironment(t: TestContext, values: Record<string, string | undefined>): void {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

test('reads SYLVA_URL and SYLVA_KEY if address and key are not given', async (t) => {
  setEnvironment(t, { SYLVA_URL: 'https://a.example/sylva/', SYLVA_KEY: 'sylva_a' });
  const { client, requests } = noting({});
  await client.families.list();
  assert.equal(requests[0].address, 'https://a.example/sylva/api/v1/families');
  assert.equal(requests[0].headers.get('x-api-key'), 'sylva_a');
});

test('prefers a given address and key to the environment, and an empty key is none', async (t) => {
  setEnvironment(t, { SYLVA_URL: 'https://a.example', SYLVA_KEY: 'sylva_a' });
  for (const [apiKey, sent] of [
    ['sylva_b', 'sylva_b'],
    ['', null],
  ] as const) {
    const { client, requests } = noting({ baseUrl: 'https://b.example', apiKey });
    await client.families.list();
    assert.ok(requests[0].address.startsWith('https://b.example/'));
    assert.equal(requests[0].headers.get('x-api-key'), sent);
  }
});

test('without an address says how to give one', (t) => {
  for (const SYLVA_URL of [undefined, '']) {
    setEnvironment(t, { SYLVA_URL });
    assert.throws(() => new SylvaClient(), {
      name: 'TypeError',
      message: 'baseUrl is missing. Give it to SylvaClient, or set SYLVA_URL.',
    });
  }
});

test('needs no environment: a browser has none, and Deno may refuse it', async (t) => {
  const { env } = process;
  t.after(() => {
    process.env = env;
  });
  const refusing = new Proxy(
    {},
    {
      get() {
        throw new Error('NotCapable');
      },
    },
  );
  for (const value of [undefined, refusing]) {
    Object.assign(process, { env: value });
    const { client, requests } = noting({ baseUrl: 'https://b.example' });
    await client.families.list();
    assert.equal(requests[0].headers.get('x-api-key'), null);
  }
});

test('names itself and its version in User-Agent, but not in a browser, which would ask the service first', async (t) => {
  const { client, requests } = noting({ baseUrl: 'https://b.example' });
  await client.families.list();
  await Array.fromAsync((await client.exports.file().catch(() => ({ pieces: [] }))).pieces);
  for (const { headers } of requests) assert.equal(headers.get('user-agent'), `sylva-client/${versionNumber()}`);
  const { versions } = process;
  t.after(() => Object.defineProperty(process, 'versions', { value: versions }));
  Object.defineProperty(process, 'versions', { value: undefined });
  const inBrowser = noting({ baseUrl: 'https://b.example' });
  await inBrowser.client.families.list();
  assert.equal(inBrowser.requests[0].headers.get('user-agent'), null);
});

test('refuses a key that no header allows, at once, naming the character and not the key', () => {
  for (const [apiKey, character] of [
    ['sylva_“secret”', 'U+201C at position 7'],
    ['sylva_sec\nret', 'U+000A at position 10'],
    ['sylva_\u{1f333}', 'U+1F333 at position 7'],
    ['sylvá', 'U+00E1 at position 5'],
  ]) {
    assert.throws(() => new SylvaClient({ baseUrl: 'https://b.example', apiKey }), {
      name: 'TypeError',
      message: `apiKey has ${character}, which a key cannot have. Copy the key again.`,
    });
  }
});

test('takes a key with the end of the line that its file has', async () => {
  const { client, requests } = noting({ baseUrl: 'https://b.example', apiKey: ' sylva_a\r\n' });
  await client.families.list();
  assert.equal(requests[0].headers.get('x-api-key'), 'sylva_a');
});

test('an error of the network states its cause', async () => {
  const causes: [unknown, string][] = [
    [
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') }),
      'connect ECONNREFUSED 127.0.0.1:9',
    ],
    [
      new TypeError('fetch failed', { cause: new AggregateError([new Error('connect ECONNREFUSED ::1:9')]) }),
      'connect ECONNREFUSED ::1:9',
    ],
    [new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'EPIPE' }) }), 'EPIPE'],
    [new TypeError('Failed to fetch.'), 'Failed to fetch'],
    ['broken', 'broken'],
  ];
  for (const [cause, told] of causes) {
    const client = new SylvaClient({ baseUrl: 'https://b.example', maxRetries: 0, fetch: () => Promise.reject(cause) });
    const error = await client.families.list().catch((each) => each);
    assert.ok(error instanceof NetworkError);
    assert.equal(error.message, `The request failed: ${told}. (https://b.example/api/v1/families)`);
    assert.equal(error.cause, cause);
  }
});

test('a name that resolves to nothing is stated', async () => {
  const client = new SylvaClient({ baseUrl: 'http://no-such-host.invalid', maxRetries: 0 });
  await assert.rejects(client.families.list(), {
    message: /^The request failed: getaddrinfo \w+ no-such-host\.invalid\./,
  });
});

test('the README names the environment that is read', () => {
  const readme = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8');
  assert.match(readme, /`SYLVA_URL`/);
  assert.match(readme, /`SYLVA_KEY`/);
});
