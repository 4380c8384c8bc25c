// Answers that take their time: large ones are compressed on another core, long lists of names are matched and long questions are
// answered with pauses.
// Whoever else is answered meanwhile, whoever hangs up and whatever is published, each gets what belongs to it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { JsonWriter } from '../../src/catalogue/json-writer.ts';
import { listTrees } from '../../src/http/operations/list-trees.ts';
import type { Published } from '../../src/http/pipeline/service.ts';
import { ParsedQuery } from '../../src/http/query/parsed-query.ts';
import { FastSender } from '../../src/http/sending/fast/fast.ts';
import { conversation } from '../support/raw.ts';
import { serverOver, startTestService, testService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const trees = Array.from({ length: 60 }, (_, index) =>
  makeTree({
    slug: `tree-${index}`,
    scientificName: `Arbor numerus${index}`,
    family: `Family${index % 4}`,
    synonyms: [`Planta altera${index % 3}`],
    texts: { en: makeText({ title: `Tree ${index}`, body: `A tall tree, number ${index}. `.repeat(400) }) },
  }),
);
/** Knows whether memory was lent to somebody who is gone, which nobody would take back. */
class WatchedSender extends FastSender {
  readonly #gone = new WeakSet<object>();
  lentInVain = 0;

  override writerFor(owner: object, base: string) {
    this.#watch(owner);
    return super.writerFor(owner, base);
  }

  override send(owner: object, ...rest: Tail<Parameters<FastSender['send']>>) {
    this.#watch(owner);
    super.send(owner, ...rest);
  }

  override end(owner: object) {
    this.#gone.add(owner);
    super.end(owner);
  }

  #watch(owner: object) {
    if (this.#gone.has(owner)) this.lentInVain++;
  }
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

const LARGE = '/trees?view=detail&pageSize=100';
/** Families that no tree has, and more of them than are looked up at once. */
const STRANGERS = Array.from({ length: 70 }, (_, at) => `&family=Nowhere${at}`).join('');
const DECODE = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

/** With the body as it was sent. */
async function ask(address: string, encoding: string, method = 'GET') {
  const sending = request(address, { method, headers: { 'accept-encoding': encoding } }).end();
  const [response] = await once(sending, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}

test('a large answer is the same in every encoding, at first and again', async (t) => {
  const { api } = await startTestService(t, { trees });
  const plain = await ask(api + LARGE, 'identity');
  for (const [encoding, decode] of Object.entries(DECODE)) {
    for (const _ of ['first', 'again']) {
      const { headers, body } = await ask(api + LARGE, encoding);
      assert.equal(headers['content-encoding'], encoding);
      assert.equal(Number(headers['content-length']), body.length);
      assert.deepEqual(decode(body), plain.body);
      const head = await ask(api + LARGE, encoding, 'HEAD');
      assert.equal(head.headers['content-length'], headers['content-length']);
      assert.equal(head.headers.etag, headers.etag);
      assert.equal(head.body.length, 0);
    }
  }
});

test('computes a list once for sixty clients that ask for it at once, also if the first hangs up', async (t) => {
  const service = testService({ trees });
  const { catalogue } = service.published() as Published;
  const { origin } = await serverOver(t, service);
  for (const encoding of ['identity', 'gzip']) {
    for (const path of ['/trees?facets=family&facets=tag', LARGE]) {
      const late = t.mock.method(catalogue, 'listInSteps');
      const prompt = t.mock.method(catalogue, 'list');
      const path60 = `${origin}/api/v1${path}&locale=${encoding === 'gzip' ? 'en' : 'es'}`;
      const first = request(path60, { headers: { 'accept-encoding': encoding } }).end();
      first.on('error', () => {});
      await once(first, 'finish');
      const asked = Array.from({ length: 60 }, () => ask(path60, encoding));
      first.destroy();
      const bodies = (await Promise.all(asked)).map(({ body }) => String(body));
      assert.equal(new Set(bodies).size, 1);
      const text = encoding === 'gzip' ? gunzipSync((await ask(path60, encoding)).body) : bodies[0];
      assert.equal(JSON.parse(String(text)).pagination.total, 60);
      const isLate = path !== LARGE;
      if (isLate || encoding === 'gzip')
        assert.equal((isLate ? late : prompt).mock.callCount(), 1, `${path} ${encoding}`);
      late.mock.restore();
      prompt.mock.restore();
    }
  }
});

test('many at once get each their own, large or small', async (t) => {
  const { api } = await startTestService(t, { trees });
  const names = (start: number) =>
    new URLSearchParams(
      Array.from({ length: 50 }, (_, at) => ['name', `Arbor numerus${(start + at) % 60}`]),
    ).toString();
  const asked = Array.from({ length: 60 }, async (_, index) => {
    const one = await ask(`${api}/trees/tree-${index}`, 'gzip');
    assert.equal(JSON.parse(gunzipSync(one.body).toString()).data.slug, `tree-${index}`);
    const matched = await ask(`${api}/names/match?${names(index)}`, 'identity');
    const found = JSON.parse(matched.body.toString()).data.map(({ tree }: any) => tree.slug);
    assert.deepEqual(
      found,
      Array.from({ length: 50 }, (_, at) => `tree-${(index + at) % 60}`),
    );
    const page = await ask(`${api}/trees?view=detail&pageSize=50&page=${1 + (index % 2)}`, 'br');
    const { data } = JSON.parse(brotliDecompressSync(page.body).toString());
    assert.equal(data.length, index % 2 === 0 ? 50 : 10);
  });
  await Promise.all(asked);
});

test('long questions, many at once, are answered as the short ones that mean the same', async (t) => {
  const { api } = await startTestService(t, { trees, maxCacheBytes: 0 });
  const read = async (query: string) => {
    const { _links, ...answer } = JSON.parse((await ask(`${api}/trees?${query}`, 'identity')).body.toString());
    return answer;
  };
  const questions = Array.from({ length: 24 }, (_, index) =>
    [
      `facets=family&pageSize=${5 + index}&page=${1 + (index % 2)}`,
      `&search=altera${index % 3}&searchIn=names&family=Family${index % 4}${index % 3 ? '' : '&order=desc'}`,
    ].join(''),
  );
  const short: any[] = [];
  for (const question of questions) {
    const answer = await read(question);
    const { facets } = await read(question.replace('facets=family', 'facets=initial'));
    short.push({ ...answer, facets: { ...answer.facets, ...facets } });
  }
  const long = await Promise.all(questions.map((question) => read(`${question}&facets=initial${STRANGERS}`)));
  assert.deepEqual(long, short);
  assert.ok(
    short.every(({ facets, matches, data }) => facets.family.length > 0 && Object.keys(matches).length === data.length),
  );
  assert.ok(short.some(({ facets }) => facets.initial.length > 0));

  const someOf = (start: number) => Array.from({ length: 55 }, (_, at) => `&slug=tree-${(start + at) % 60}`).join('');
  const lookUps = questions.map((question, index) => `${question}&facets=initial${someOf(index * 8)}`);
  const alone: any[] = [];
  for (const question of lookUps) alone.push(await read(question));
  assert.deepEqual(await Promise.all(lookUps.map(read)), alone);
  assert.ok(new Set(alone.map(({ pagination }) => pagination.total)).size > 1);

  const families = [0, 1, 2, 3].map((family) => `&family=Family${family}`).join('') + STRANGERS;
  const slips = Array.from(
    { length: 24 },
    (_, at) => `search=planta+alterra&searchIn=names&slug=tree-${at}${families}`,
  );
  const suggested = (await Promise.all(slips.map(read))).map(({ suggestions }) => suggestions);
  assert.deepEqual(
    suggested,
    slips.map((_, at) => [`planta altera${at % 3}`]),
  );
});

test('others have their turn while a long question is answered, or one that counts more than one field', async () => {
  const published = testService({ trees }).published() as Published;
  const turnsOf = async (query: string) => {
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const given = new ParsedQuery(query, listTrees.parameters);
    const json = new JsonWriter('', Buffer.alloc(0));
    await listTrees.answer({ published, given, base: '', defaultLocale: 'en', rateWindow: 60, slug: '', json });
    clearImmediate(next);
    return turns;
  };
  assert.equal(await turnsOf('facets=family&family=Family1'), 0);
  assert.equal(await turnsOf(`facets=family&family=Family1${STRANGERS}`), 4);
  assert.equal(await turnsOf('facets=family&facets=tag&family=Family1'), 5);
});

test('requests sent ahead are answered in their order, behind a large one as well', async (t) => {
  const { origin } = await startTestService(t, { trees });
  const line = (path: string, end = '') =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n${end}\r\n`;
  const answers = await conversation(
    origin,
    line(LARGE) + line('/names/match?name=tree') + line('/trees/none', 'Connection: close\r\n'),
  );
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['200', '200', '404']);
});

test('who hangs up meanwhile harms nobody', async (t) => {
  const sender = new WatchedSender();
  const { api, origin } = await startTestService(t, { trees, sender, maxCacheBytes: 0 });
  const { port } = new URL(origin);
  const names = new URLSearchParams(Array.from({ length: 100 }, (_, at) => ['name', `quercus${at} ilexes`]));
  for (const path of [LARGE, `/names/match?${names}`, `/trees?facets=family${STRANGERS}`]) {
    for (let round = 0; round < 60; round++) {
      const socket = connect({ port: Number(port), host: '127.0.0.1' });
      await once(socket, 'connect');
      socket.write(
        `GET /api/v1${path}&locale=${round % 2 ? 'en' : 'es'} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`,
      );
      socket.resetAndDestroy();
    }
  }
  await until(async () => (await fetch(`${api}/trees`)).ok);
  const { body } = await ask(api + LARGE, 'gzip');
  assert.equal(JSON.parse(gunzipSync(body).toString()).data.length, 60);
  assert.equal(sender.lentInVain, 0);
});

test('answers 500 if a late answer fails, and serves the next request of its connection', async (t) => {
  const service = testService({ trees });
  const { catalogue } = service.published() as Published;
  const { origin } = await serverOver(t, service);
  const failing = t.mock.method(catalogue, 'matchName', () => {
    throw new Error('no match today');
  });
  const line = (end = '') => `GET /api/v1/names/match?name=tree HTTP/1.1\r\nHost: x\r\n${end}\r\n`;
  const answers = await conversation(origin, line() + line('Connection: close\r\n'));
  assert.equal(failing.mock.callCount(), 2);
  assert.equal(answers.match(/HTTP\/1\.1 500/g)?.length, 2);
  assert.equal(answers.match(/"code":"internal"/g)?.length, 2);
  assert.doesNotMatch(answers, /no match today/);
});

test('an answer that was begun before a publish is of the revision that it names', async (t) => {
  const { api, publish } = await startTestService(t, { trees });
  const asked = Array.from({ length: 20 }, () => ask(api + LARGE, 'gzip'));
  publish(trees.slice(0, 30), 'r2');
  for (const { headers, body } of [...(await Promise.all(asked)), await ask(api + LARGE, 'gzip')]) {
    const { data, meta } = JSON.parse(gunzipSync(body).toString());
    assert.equal(headers['sylva-revision'], meta.revision);
    assert.equal(data.length, meta.revision === 'r1' ? 60 : 30);
  }
  assert.equal((await ask(api + LARGE, 'gzip')).headers['sylva-revision'], 'r2');
});
