// Each documented proxy, run for real in front of the service: whose request it is, and what gets through. Clients call from
// different addresses of this machine; the proxy itself calls from 127.0.0.1, the one that is trusted.

import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { findProgram } from '../../../scripts/cluster/program.ts';
import { makeKey } from '../../../src/cli/commands/keys.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { missing } from '../../support/missing.ts';
import { PROXIES, type RunningProxy } from '../../support/proxies.ts';
import { storeOf } from '../../support/publishing.ts';
import { type RunningSylva, startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const LIMIT = 40;
/** What is of one answer only, or of the connection. */
const OF_THE_MOMENT =
  /^(date|x-request-id|x-ratelimit-(remaining|reset)|connection|keep-alive|server|via|transfer-encoding)$/;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asked {
  from: string;
  method?: string;
  headers?: Record<string, string | string[]>;
}

function ask(url: string, { from, method = 'GET', headers = {} }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, localAddress: from, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode as number, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

for (const [name, start] of Object.entries(PROXIES)) {
  describe(`behind ${name}`, { skip: missing(name, findProgram(name)) }, () => {
    let [running, proxy, key] = [undefined as unknown as RunningSylva, undefined as unknown as RunningProxy, ''];
    const undo: (() => void)[] = [];
    const context = { after: (work: () => void) => undo.push(work) } as any;
    /** No two tests share an address, and so a window. */
    let addresses = 10;
    const someone = () => `127.0.0.${addresses++}`;

    before(async () => {
      const folder = temporaryFolder(context);
      chmodSync(folder, 0o755);
      const data = join(folder, 'data');
      const { access } = await storeOf(context, data);
      key = (await makeKey(access, 'partner', null, null)).key;
      await access.allow('203.0.113.0/24', 'a reading room');
      assert.equal((await sylva(['publish', 'content', '--data', data])).code, 0);
      const flags = [
        '--trust-proxy',
        '127.0.0.1',
        '--rate-limit',
        String(LIMIT),
        '--public-url',
        'https://trees.example.org',
      ];
      running = await startSylva(context, ['serve', '--data', data, ...flags]);
      proxy = await start(join(folder, name), Number(new URL(running.origin).port));
    });
    after(async () => {
      await proxy?.program.end();
      for (const work of undo.reverse()) work();
    });

    const through = (path: string, asked: Asked) =>
      ask(proxy.address + path, { ...asked, headers: { 'X-API-Key': key, ...asked.headers } });
    const clientInLog = async ({ headers }: Answer) => {
      const line = await until(() =>
        running
          .output()
          .split('\n')
          .find((each) => each.includes(headers['x-request-id'] as string)),
      );
      return JSON.parse(line).client;
    };

    test('the log has the client’s address, and each client has a limit of its own', async () => {
      const [one, other] = [someone(), someone()];
      const first = await through('/api/v1/trees?pageSize=1', { from: one });
      assert.equal(await clientInLog(first), one);
      assert.equal(first.headers['x-ratelimit-remaining'], String(LIMIT - 1));
      for (let count = 1; count < LIMIT; count++) await through('/api/v1/families', { from: one });
      const refused = await through('/api/v1/families', { from: one });
      assert.equal(refused.status, 429);
      assert.equal(refused.headers['content-type'], 'application/problem+json');
      assert.ok(Number(refused.headers['retry-after']) > 0);
      const free = await through('/api/v1/families', { from: other });
      assert.deepEqual([free.status, free.headers['x-ratelimit-remaining']], [200, String(LIMIT - 1)]);
    });

    test('no header of a client’s changes whose request it is', async () => {
      const from = someone();
      const lies: Record<string, string | string[]>[] = [
        { 'X-Forwarded-For': '203.0.113.7' },
        { 'X-Forwarded-For': '127.0.0.1' },
        { 'X-Forwarded-For': '203.0.113.7, 127.0.0.1, 127.0.0.1' },
        { 'X-Forwarded-For': ['203.0.113.7', '127.0.0.1'] },
        { 'X-Forwarded-For': 'garbage, 203.0.113.7' },
        { 'X-Real-IP': '203.0.113.7', Forwarded: 'for=203.0.113.7', 'True-Client-IP': '203.0.113.7' },
        { Connection: 'close, X-Forwarded-For', 'X-Forwarded-For': '203.0.113.7' },
      ];
      for (const [index, headers] of lies.entries()) {
        const answer = await ask(`${proxy.address}/api/v1/families`, { from, headers });
        assert.equal(answer.status, 401, JSON.stringify(headers));
        assert.equal(await clientInLog(answer), from);
        assert.equal(answer.headers['x-ratelimit-remaining'], String(LIMIT - 1 - index));
      }
    });

    test('past the proxy, nobody is believed', async () => {
      const from = someone();
      const headers = { 'X-Forwarded-For': '203.0.113.7' };
      const answer = await ask(`${running.origin}/api/v1/families`, { from, headers });
      assert.deepEqual([answer.status, await clientInLog(answer)], [401, from]);
    });

    test('status, headers and body get through as they are', async () => {
      const from = someone();
      const { headers } = await through('/api/v1/trees', { from });
      const etag = headers.etag as string;
      const requests: [number, string, Omit<Asked, 'from'>][] = [
        [200, '/api/v1/trees?pageSize=2&page=2', {}],
        [200, '/api/v1/trees?search=%C3%A1rbol&locale=es', {}],
        [200, '/api/v1/families', { method: 'HEAD' }],
        [304, '/api/v1/trees', { headers: { 'If-None-Match': etag } }],
        [400, '/api/v1/trees?pageSize=0', {}],
        [401, '/api/v1/trees', { headers: { 'X-API-Key': 'sylva_wrong' } }],
        [404, '/api/v1/trees/no-such-tree', {}],
        [405, '/api/v1/trees', { method: 'POST' }],
        [414, `/api/v1/trees?search=${'a'.repeat(9_000)}`, {}],
        [200, '/api/v1/trees?search=nothing-of-that-name', { headers: { 'Accept-Encoding': 'gzip' } }],
        [200, '/openapi.json', {}],
      ];
      for (const [status, path, asked] of requests) {
        const direct = await ask(running.origin + path, {
          from,
          ...asked,
          headers: { 'X-API-Key': key, ...asked.headers },
        });
        const proxied = await through(path, { from, ...asked });
        assert.deepEqual([direct.status, proxied.status], [status, status], path.slice(0, 60));
        assert.deepEqual(lasting(proxied), lasting(direct), path.slice(0, 60));
        if (status < 400) assert.deepEqual(proxied.body, direct.body);
        else if (asked.method !== 'HEAD') assert.equal(JSON.parse(String(proxied.body)).status, status);
        if (path.startsWith('/api/')) assert.ok(proxied.headers['x-ratelimit-remaining'], path.slice(0, 60));
        assert.ok(proxied.headers['x-request-id'], path.slice(0, 60));
      }
      for (const each of ['etag', 'sylva-revision', 'vary', 'cache-control']) assert.ok(headers[each], each);
      assert.match(
        (await through('/api/v1/trees?pageSize=2', { from })).headers.link as string,
        /<https:\/\/trees\.example\.org\//,
      );
    });

    test('what is compressed is compressed once', async () => {
      const from = someone();
      const plain = await through('/api/v1/trees', { from });
      assert.equal(plain.headers['content-encoding'], undefined);
      const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
      for (const [encoding, decode] of Object.entries(decoders)) {
        const packed = await through('/api/v1/trees', { from, headers: { 'Accept-Encoding': encoding } });
        assert.equal(packed.headers['content-encoding'], encoding);
        assert.deepEqual(decode(packed.body), plain.body);
      }
    });

    test('an export gets through whole, compressed, unchanged, and from where it was cut', async () => {
      const from = someone();
      const path = '/api/v1/exports/trees';
      const direct = await ask(running.origin + path, { from, headers: { 'X-API-Key': key } });
      const whole = await through(path, { from });
      assert.deepEqual([whole.status, whole.body], [200, direct.body]);
      assert.deepEqual(lasting(whole), lasting(direct));
      const packed = await through(path, { from, headers: { 'Accept-Encoding': 'gzip' } });
      assert.deepEqual(gunzipSync(packed.body), whole.body);
      const etag = whole.headers.etag as string;
      assert.equal((await through(path, { from, headers: { 'If-None-Match': etag } })).status, 304);

      const begun = await beginning(proxy.address + path, { from, headers: { 'X-API-Key': key } });
      assert.ok(begun.length < whole.body.length);
      const rest = await through(path, { from, headers: { Range: `bytes=${begun.length}-`, 'If-Range': etag } });
      assert.equal(rest.status, 206);
      assert.deepEqual(Buffer.concat([begun, rest.body]), whole.body);
      const other = await through(path, { from, headers: { Range: `bytes=${begun.length}-`, 'If-Range': '"other"' } });
      assert.deepEqual([other.status, other.body], [200, whole.body]);
    });
  });
}

/** What came first of an answer whose reader hangs up then. */
function beginning(url: string, { from, headers }: Asked): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: headers ?? {}, localAddress: from, agent: false }, (response) =>
      response.once('data', (chunk) => {
        sent.destroy();
        resolve(chunk);
      }),
    );
    sent.on('error', reject).end();
  });
}

/** A problem has the request's id in it, which may be longer than another's. */
function lasting({ status, headers }: Answer): [string, unknown][] {
  return Object.entries(headers)
    .filter(([name]) => !OF_THE_MOMENT.test(name) && !(status >= 400 && name === 'content-length'))
    .sort();
}
