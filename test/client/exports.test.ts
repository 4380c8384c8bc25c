// Exports read by the client: tree by tree, on after a cut, never of two revisions.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type ExportedTree, SylvaClient } from '../../client/src/index.ts';
import type { FactName, TextName } from '../../src/domain/fields/fields.ts';
import { startCuttingFront } from '../support/cutting-front.ts';
import { answer, startFakeService } from '../support/fake-service.ts';
import { shortenPauses } from '../support/pauses.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** Little of it can be compressed, and some of it looks like the end of a line. */
const bodyOf = (index: number) =>
  `\u2028\n${['a', 'b', 'c'].map((part) => hash('sha512', `${part}${index}`)).join('é')}`;

const trees = Array.from({ length: 300 }, (_, index) =>
  makeTree({
    slug: `tree-${String(index).padStart(3, '0')}`,
    texts: { en: makeText({ body: bodyOf(index) }), es: makeText({ title: `Árbol ${index}` }) },
  }),
);
const slugs = trees.map(({ slug }) => slug);

async function start(t: TestContext) {
  const service = await startTestService(t, { trees, families: new Map([['malvaceae', { en: 'Mallows' }]]) });
  const plain = await fetch(`${service.api}/exports/trees`);
  const rows = (await plain.text())
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { ...service, rows };
}

const slugsOf = (export_: AsyncIterable<ExportedTree>) => Array.fromAsync(export_, ({ slug }) => slug);

test('every field of an exported tree has a type', () => {
  type Column = FactName | `${TextName | 'attributes' | 'family.commonName'}.${'en' | 'es'}` | 'slug';
  const isSame: [Exclude<Column, keyof ExportedTree>, Exclude<keyof ExportedTree, Column>] extends [never, never]
    ? true
    : false = true;
  assert.ok(isSame);
});

test('trees come one by one, with their revision, and filters choose', async (t) => {
  const { origin, rows } = await start(t);
  const client = new SylvaClient({ baseUrl: origin });
  const { revision, trees } = await client.exports.trees();
  assert.equal(revision, 'r1');
  assert.deepEqual(await Array.fromAsync(trees), rows);
  const some = await client.exports.trees({ slug: ['tree-002', 'tree-001'], locale: 'es' });
  const [first, second] = await Array.fromAsync(some.trees);
  assert.deepEqual([first['title.es'], second.slug, second['title.en']], ['Árbol 1', 'tree-002', undefined]);
  await assert.rejects(client.exports.trees({ tag: 'x'.repeat(300) }), { name: 'InvalidParameterError' });
});

test('after each cut the rest is asked for, and every tree is given once', async (t) => {
  shortenPauses(t);
  const { origin, rows } = await start(t);
  const front = await startCuttingFront(t, origin, (_, number) => [30_000, 40_000, 30_000, 0, 20_000][number - 1]);
  const { trees } = await new SylvaClient({ baseUrl: front.baseUrl }).exports.trees();
  assert.deepEqual(await Array.fromAsync(trees), rows);
  const asked = front.requests.map(({ headers }) => [headers.range, headers['if-range']] as string[]);
  assert.deepEqual(asked[0], [undefined, undefined]);
  assert.equal(asked.length, 6);
  // The first was compressed: its rest cannot be asked for. That of the second can.
  for (const [range, tag] of asked.slice(2)) {
    assert.match(range, /^bytes=[1-9]\d*-$/);
    assert.match(tag, /^"[^.]+"$/);
  }
});

test('the rest is asked for uncompressed, also of a fetch that would not do so by itself', async (t) => {
  shortenPauses(t);
  const { origin } = await start(t);
  const front = await startCuttingFront(t, origin, (_, number) => (number < 3 ? 30_000 : undefined));
  const compressing: typeof fetch = (address, init) => {
    const headers = new Headers(init?.headers);
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip');
    return fetch(address, { ...init, headers });
  };
  const { trees } = await new SylvaClient({ baseUrl: front.baseUrl, fetch: compressing }).exports.trees();
  assert.deepEqual(await slugsOf(trees), slugs);
  const isCompressed = front.requests.map(({ headers }) => /gzip/.test(String(headers['accept-encoding'])));
  assert.deepEqual(isCompressed, [true, false, false]);
});

test('a cut at whatever byte loses nothing and gives nothing twice', async (t) => {
  shortenPauses(t);
  const { origin } = await start(t);
  for (const bytes of [1, 2, 500, 501, 502, 16_384, 16_385]) {
    const front = await startCuttingFront(t, origin, (_, number) => (number === 1 ? bytes : undefined));
    const plain: typeof fetch = (address, init) =>
      fetch(address, { ...init, headers: { ...(init?.headers as object), 'Accept-Encoding': 'identity' } });
    const { trees } = await new SylvaClient({ baseUrl: front.baseUrl, fetch: plain }).exports.trees();
    assert.deepEqual(await slugsOf(trees), slugs);
  }
});

test('where a publish came before the rest, it is said, and no tree of another revision is given', async (t) => {
  shortenPauses(t);
  const { origin, publish } = await start(t);
  const front = await startCuttingFront(t, origin, (_, number) => (number === 1 ? 3000 : undefined));
  const { trees } = await new SylvaClient({ baseUrl: front.baseUrl }).exports.trees();
  publish([makeTree()], 'r2');
  const given: string[] = [];
  const walk = async () => {
    for await (const { slug } of trees) given.push(slug);
  };
  await assert.rejects(walk, { name: 'CatalogueChangedError', before: 'r1', after: 'r2' });
  assert.deepEqual(given, slugs.slice(0, given.length));
});

test('what is of another revision is not waited for', async (t) => {
  const isClosed = Promise.withResolvers<void>();
  const { baseUrl } = await startFakeService(
    t,
    (response) => response.writeHead(200, { 'sylva-revision': 'r1' }).write('{"slug":"a"}\n', () => response.destroy()),
    (response) => {
      response.on('close', isClosed.resolve);
      response.writeHead(200, { 'sylva-revision': 'r2' }).write('{"slug":"a"}\n');
    },
  );
  const { trees } = await new SylvaClient({ baseUrl }).exports.trees();
  await assert.rejects(slugsOf(trees), { name: 'CatalogueChangedError' });
  await isClosed.promise;
});

test('a place that is never passed ends it, with as many tries as are allowed', async (t) => {
  shortenPauses(t);
  const { origin } = await start(t);
  const front = await startCuttingFront(t, origin, () => 0);
  const { trees } = await new SylvaClient({ baseUrl: front.baseUrl, maxRetries: 2 }).exports.trees();
  await assert.rejects(slugsOf(trees), { name: 'NetworkError' });
  assert.equal(front.requests.length, 3);
});

test('an answer that stalls is given up, and one that ends in the middle of a line is no whole one', async (t) => {
  const head = { 'sylva-revision': 'r1', etag: '"a"' };
  const stalling = await startFakeService(t, (response) => response.writeHead(200, head).write('{"slug":"a"}\n'));
  const client = new SylvaClient({ baseUrl: stalling.baseUrl, timeoutMs: 300, maxRetries: 0 });
  await assert.rejects(slugsOf((await client.exports.trees()).trees), { name: 'TimeoutError' });
  for (const [body, name] of [
    ['{"slug":"a"}\n{"slu', 'NetworkError'],
    ['no JSON\n', 'UnexpectedAnswerError'],
  ]) {
    const { baseUrl } = await startFakeService(t, answer(200, body, head));
    const { trees } = await new SylvaClient({ baseUrl, maxRetries: 0 }).exports.trees();
    await assert.rejects(slugsOf(trees), { name });
  }
  const other = await startFakeService(t, answer(200, 'hello'));
  await assert.rejects(new SylvaClient(other).exports.trees(), { name: 'UnexpectedAnswerError' });
});

test('another part than the one asked for is not taken', async (t) => {
  const head = { 'sylva-revision': 'r1', etag: '"a"' };
  const { baseUrl } = await startFakeService(
    t,
    (response) => response.writeHead(200, head).write('{"slug":"a"}\n{"s', () => response.destroy()),
    answer(206, '{"slug":"z"}\n', { ...head, 'content-range': 'bytes 5-17/18' }),
  );
  const { trees } = await new SylvaClient({ baseUrl }).exports.trees();
  await assert.rejects(slugsOf(trees), { name: 'UnexpectedAnswerError' });
});

test('a signal ends it in the middle, and who stops reading lets the connection go', async (t) => {
  const { origin } = await start(t);
  const client = new SylvaClient({ baseUrl: origin.replace('127.0.0.1', 'localhost') });
  const controller = new AbortController();
  const { trees } = await client.exports.trees({}, { signal: controller.signal });
  const walk = async () => {
    for await (const _ of trees) controller.abort(new Error('enough'));
  };
  await assert.rejects(walk, { message: 'enough' });
  const isClosed = Promise.withResolvers<void>();
  const endless = await startFakeService(t, (response) => {
    response.on('close', isClosed.resolve);
    response.writeHead(200, { 'sylva-revision': 'r1' }).write('{"slug":"a"}\n');
  });
  for await (const _ of (await new SylvaClient(endless).exports.trees()).trees) break;
  await isClosed.promise;
});
