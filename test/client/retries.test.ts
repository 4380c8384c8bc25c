// Bounds on retries, and values from the network that are not what they should be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportTrees, openFile } from '../../client/src/exports.ts';
import { SylvaClient } from '../../client/src/index.ts';
import type { Transport } from '../../client/src/transport.ts';
import { notingTransport } from '../support/pauses.ts';

const row = (index: number) => `{"slug":"tree-${String(index).padStart(3, '0')}"}\n`;
const ALL = Array.from({ length: 100 }, (_, index) => row(index)).join('');

/** Ends a test whose retries would never end. */
const MAX_REQUESTS = 100;

/** A transport which answers each request with the next response. */
function transportOf(respond: (number: number, headers: Headers) => Response) {
  let requests = 0;
  const noting = notingTransport({
    baseUrl: 'http://localhost/api/v1',
    fetch: async (_, init) =>
      requests === MAX_REQUESTS
        ? new Response('no end', { status: 404 })
        : respond(++requests, new Headers(init?.headers)),
  });
  return { ...noting, requests: () => requests };
}

/** So much of a text, and then a broken connection. */
function cutResponse(text: string, length: number, headers: Record<string, string>, status = 200): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent || length === 0) controller.error(new TypeError('terminated'));
      else controller.enqueue(new TextEncoder().encode(text.slice(0, length)));
      isSent = true;
    },
  });
  return new Response(body, { status, headers: { 'sylva-revision': 'r1', ...headers } });
}

const readTrees = async (transport: Transport) =>
  await Array.fromAsync((await exportTrees(transport, {}, undefined)).trees, ({ slug }) => slug);

test('stops after four retries without progress if each response has another ETag and is cut', async () => {
  const { transport, pauses, requests } = transportOf((number) => cutResponse(ALL, 500, { etag: `"${number}"` }));
  await assert.rejects(readTrees(transport), { name: 'NetworkError' });
  assert.equal(requests(), 5);
  assert.deepEqual(
    pauses.map((pause, index) => pause >= 150 * 2 ** index && pause <= 300 * 2 ** index),
    [true, true, true, true],
  );
});

test('takes an export for whole if nothing is left to ask for after a cut', async () => {
  const { transport, requests } = transportOf((number) =>
    number === 1
      ? cutResponse(ALL, ALL.length, { etag: '"a"' })
      : new Response('{}', { status: 416, headers: { 'content-range': `bytes */${ALL.length}` } }),
  );
  assert.equal((await readTrees(transport)).length, 100);
  assert.equal(requests(), 2);
});

test('stops after 20 requests for one export, also if each brings more', async () => {
  const { transport, requests } = transportOf((number, headers) => {
    const start = Number(/\d+/.exec(headers.get('range') ?? '0')?.[0]);
    const range = { 'content-range': `bytes ${start}-` };
    return cutResponse(ALL.slice(start), 25, { etag: '"a"', ...range }, number === 1 ? 200 : 206);
  });
  await assert.rejects(readTrees(transport), { name: 'NetworkError' });
  assert.equal(requests(), 20);
});

test('counts retries of a failed status and of a cut together', async () => {
  const { transport, requests } = transportOf((number) =>
    number % 2 === 0 ? new Response('busy', { status: 503 }) : cutResponse(ALL, 500, { etag: '"a"' }),
  );
  await assert.rejects(readTrees(transport));
  assert.equal(requests(), 5);
});

test('a file of an export continues at the byte where it was cut', async () => {
  for (const isRange of [true, false]) {
    const asked: (string | null)[] = [];
    const { transport } = transportOf((number, headers) => {
      asked.push(headers.get('range'));
      if (number === 1) return cutResponse(ALL, 333, { etag: '"a"' });
      const common = { 'sylva-revision': 'r1', etag: '"a"' };
      return isRange
        ? new Response(ALL.slice(333), { status: 206, headers: { ...common, 'content-range': 'bytes 333-' } })
        : new Response(ALL, { headers: common });
    });
    const { pieces } = await openFile(transport, {}, undefined);
    const bytes = Buffer.concat(await Array.fromAsync(pieces));
    assert.equal(bytes.toString(), ALL);
    assert.deepEqual(asked, [null, 'bytes=333-']);
  }
});

test('asks for the rest of an answer that ends in the middle of a line', async () => {
  const common = { 'sylva-revision': 'r1', etag: '"a"' };
  const { transport, requests } = transportOf((number) =>
    number === 1
      ? new Response(ALL.slice(0, 333), { headers: common })
      : new Response(ALL.slice(333), { status: 206, headers: { ...common, 'content-range': 'bytes 333-' } }),
  );
  assert.equal((await readTrees(transport)).length, 100);
  assert.equal(requests(), 2);
});

test('rejects a whole answer after a cut that is shorter than what was given before', async () => {
  const { transport } = transportOf((number) =>
    number === 1 ? cutResponse(ALL, 333, {}) : new Response(ALL.slice(0, 100), { headers: { 'sylva-revision': 'r1' } }),
  );
  const { pieces } = await openFile(transport, {}, undefined);
  await assert.rejects(Array.fromAsync(pieces), {
    name: 'UnexpectedAnswerError',
    message: 'After a cut the service sent less than before.',
  });
});

test('rejects a whole answer after a cut whose first bytes are not those given before', async () => {
  const { transport } = transportOf((number) =>
    number === 1
      ? cutResponse(ALL, 333, { etag: '"a"' })
      : new Response(ALL.replace('tree-003', 'tree-XXX'), { headers: { 'sylva-revision': 'r1', etag: '"b"' } }),
  );
  const { pieces } = await openFile(transport, {}, undefined);
  await assert.rejects(Array.fromAsync(pieces), { name: 'UnexpectedAnswerError' });
});

test('rejects a revision that is none, naming the header and its value', async () => {
  for (const revision of ['../../x', 'r0', 'r01', 'r1/../x', 'R1', 'x', '']) {
    const { transport } = transportOf(() => new Response(ALL, { headers: { 'sylva-revision': revision } }));
    const expected = { name: 'UnexpectedAnswerError', message: new RegExp(`Sylva-Revision.*"${revision}"`) };
    await assert.rejects(exportTrees(transport, {}, undefined), expected);
    await assert.rejects(openFile(transport, {}, undefined), expected);
  }
});

test('rejects a file name with parts of a path, naming the header and its value', async () => {
  const named = (name: string) =>
    openFile(
      transportOf(
        () =>
          new Response('', {
            headers: { 'sylva-revision': 'r1', 'content-disposition': `attachment; filename="${name}"` },
          }),
      ).transport,
      {},
      undefined,
    );
  for (const name of ['../x.csv', '/etc/passwd', '..', '.bashrc', 'a\\b', 'C:x'])
    await assert.rejects(named(name), { name: 'UnexpectedAnswerError', message: /Content-Disposition.*filename=/ });
  assert.equal((await named('sylva-r12.csv')).name, 'sylva-r12.csv');
});

test('rejects a revision in a list of changes that is none', async () => {
  const page = {
    ...{ data: [], meta: { since: 'r1', revision: '../../x' }, _links: {} },
    pagination: { page: 1, pageSize: 100, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
  };
  const client = new SylvaClient({ baseUrl: 'http://localhost', fetch: async () => Response.json(page) });
  const given = { since: 'r1', onUpsert: () => {}, onRemove: () => {} };
  await assert.rejects(client.sync(given), {
    name: 'UnexpectedAnswerError',
    message: 'meta.revision is "../../x", which is not a revision such as r12. The answer is not from Sylva.',
  });
});
