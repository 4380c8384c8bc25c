// Entity tags, conditional requests and compression.

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const trees = Array.from({ length: 30 }, (_, index) =>
  makeTree({
    slug: `tree-${index}`,
    texts: { en: makeText({ title: `Tree ${index}`, description: 'Á tall tree. '.repeat(10) }) },
  }),
);

const etagOf = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  return response.headers.get('etag') as string;
};

const plain = { 'accept-encoding': 'identity' };

test('an entity tag is the same for the same answer and differs between answers', async (t) => {
  const { api } = await startTestService(t, { trees });
  const addresses = [
    '/trees',
    '/trees?page=2',
    '/trees?locale=es',
    '/trees?sort=title',
    '/families',
    '/trees/tree-1',
    '/trees/tree-2',
  ];
  const tags = await Promise.all(addresses.map((path) => etagOf(api + path)));
  assert.equal(new Set(tags).size, addresses.length);
  assert.deepEqual(await Promise.all(addresses.map((path) => etagOf(api + path, { 'x-api-key': 'other' }))), tags);
  assert.equal(await etagOf(`${api}/trees?page=2&locale=`), tags[1]);
});

test('an entity tag changes with the revision', async (t) => {
  const { api, publish } = await startTestService(t, { trees });
  const before = await etagOf(`${api}/trees`);
  publish(trees, 'r2');
  assert.notEqual(await etagOf(`${api}/trees`), before);
});

test('If-None-Match gets 304 without a body, and with the headers of the answer', async (t) => {
  const { api } = await startTestService(t, { trees });
  for (const path of ['/trees', '/trees/tree-1', '/families']) {
    const tag = await etagOf(api + path, plain);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(api + path, { method, headers: { ...plain, 'if-none-match': known } });
        assert.equal(response.status, 304);
        assert.equal(await response.text(), '');
        assert.equal(response.headers.get('etag'), tag);
        assert.equal(response.headers.get('cache-control'), 'private, no-cache');
        assert.equal(response.headers.get('sylva-revision'), 'r1');
        assert.equal(response.headers.get('content-length'), null);
      }
    }
    for (const unknown of ['"other"', tag.slice(1, -1), `"${tag.slice(1, -2)}"`]) {
      const response = await fetch(api + path, { headers: { ...plain, 'if-none-match': unknown } });
      assert.equal(response.status, 200, unknown);
    }
  }
});

test('the tag of a compressed answer is its own, and is known in every encoding', async (t) => {
  const { api } = await startTestService(t, { trees });
  const compressed = await etagOf(`${api}/trees`, { 'accept-encoding': 'gzip' });
  assert.notEqual(compressed, await etagOf(`${api}/trees`, plain));
  const response = await fetch(`${api}/trees`, { headers: { 'accept-encoding': 'br', 'if-none-match': compressed } });
  assert.equal(response.status, 304);
});

function getRaw(
  address: string,
  headers: Record<string, string>,
): Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { 'content-encoding': encoding, vary } = response.headers;
        resolve({ encoding, vary, body: Buffer.concat(chunks) });
      });
    })
      .on('error', reject)
      .end();
  });
}

test('bodies are compressed as the client asks, and are the same within', async (t) => {
  const { api } = await startTestService(t, { trees });
  const { body: whole } = await getRaw(`${api}/trees`, {});
  const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
  for (const [name, decompress] of Object.entries(unpack)) {
    for (const round of [1, 2]) {
      const { encoding, vary, body } = await getRaw(`${api}/trees`, { 'accept-encoding': name });
      assert.equal(encoding, name, `round ${round}`);
      assert.match(vary ?? '', /Accept-Encoding/);
      assert.ok(body.length < whole.length / 2);
      assert.ok(decompress(body).equals(whole));
    }
  }
});

test('the encoding is chosen by the client’s weights, then by our preference', async (t) => {
  const { api } = await startTestService(t, { trees });
  const chosen: Record<string, string | undefined> = {
    'gzip, deflate, br, zstd': 'zstd',
    'gzip, br': 'br',
    'gzip;q=1.0, br;q=0.5, zstd;q=0': 'gzip',
    '*': 'gzip',
    '*;q=0.5, zstd;q=0': 'gzip',
    'gzip, *': 'gzip',
    GZIP: 'gzip',
    deflate: undefined,
    'gzip;q=0': undefined,
    'gzip;q=nonsense': undefined,
    identity: undefined,
    '': undefined,
  };
  for (const [asked, expected] of Object.entries(chosen)) {
    const { encoding } = await getRaw(`${api}/trees`, { 'accept-encoding': asked });
    assert.equal(encoding, expected, asked);
  }
});

test('a small answer is not compressed', async (t) => {
  const { api } = await startTestService(t, { trees });
  const { encoding } = await getRaw(`${api}/trees?family=none`, { 'accept-encoding': 'gzip' });
  assert.equal(encoding, undefined);
});

test('web pages of configured origins, and no others, may call', async (t) => {
  const { api } = await startTestService(t, { trees, flags: { 'cors-origin': 'https://a.example,https://b.example' } });
  const ask = (origin: string, method = 'GET') =>
    fetch(`${api}/trees`, { method, headers: { origin, 'access-control-request-method': 'GET' } });
  const allowed = await ask('https://b.example');
  assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://b.example');
  assert.match(allowed.headers.get('vary') ?? '', /Origin/);
  assert.equal((await ask('https://c.example')).headers.get('access-control-allow-origin'), null);
  const preflight = await ask('https://a.example', 'OPTIONS');
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-API-Key/);
  assert.equal((await ask('https://a.example', 'POST')).headers.get('allow'), 'GET, HEAD, OPTIONS');
});

test('an entity tag changes with the code that makes the answer', async (t) => {
  const tags = await Promise.all(
    ['one', 'one', 'two'].map(async (codeVersion) => {
      const { api } = await startTestService(t, { trees, codeVersion });
      return await etagOf(`${api}/trees`);
    }),
  );
  assert.equal(tags[0], tags[1]);
  assert.notEqual(tags[0], tags[2]);
});

test('an unchanged answer has the tag that the client knows it by, whatever encoding it asks for now', async (t) => {
  const { origin, api } = await startTestService(t, { trees });
  for (const address of [`${api}/trees`, `${origin}/openapi.json`]) {
    const encodings = ['identity', 'gzip', 'br', 'zstd'];
    const tags = await Promise.all(encodings.map((each) => etagOf(address, { 'accept-encoding': each })));
    for (const encoding of encodings) {
      for (const tag of tags) {
        const headers = { 'accept-encoding': encoding, 'if-none-match': `"other", W/${tag}` };
        const response = await fetch(address, { headers });
        assert.equal(response.status, 304);
        assert.equal(response.headers.get('etag'), tag);
      }
    }
  }
});

test('a list of tags is read whole, with blanks and a star anywhere', async (t) => {
  const { api } = await startTestService(t, { trees });
  const tag = await etagOf(`${api}/trees`, plain);
  const statusFor = async (known: string) =>
    (await fetch(`${api}/trees`, { headers: { ...plain, 'if-none-match': known } })).status;
  for (const known of ['"a", *', '"a" , * ', `"a",\t${tag}\t,"b"`, `"a",W/${tag}`])
    assert.equal(await statusFor(known), 304);
  for (const known of ['"a", "*"', '"a,*,b"', tag.replaceAll('"', ''), `"${tag}"`, ',,,'])
    assert.equal(await statusFor(known), 200, known);
});
