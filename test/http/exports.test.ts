import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Details } from '../../src/catalogue/export/details.ts';
import type { Published } from '../../src/http/pipeline/service.ts';
import { serverOver, startTestService, type TestService, testService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const kapok = makeTree({
  synonyms: ['Bombax pentandrum'],
  texts: {
    en: makeText({ title: 'Kapok', body: 'Long text.', bodyFormat: 'markdown', attributes: { bark: 'grey' } }),
    es: makeText({ title: 'Ceiba', attributes: { bark: 'gris' } }),
  },
});
const oak = makeTree({ slug: 'quercus-robur', scientificName: 'Quercus robur', family: 'Fagaceae' });

/** So much that no buffer on the way takes it all. */
const many = Array.from({ length: 1_500 }, (_, number) =>
  makeTree({
    slug: `tree-${number}`,
    texts: { en: makeText({ body: `${number} `.repeat(2_000), bodyFormat: 'markdown' }) },
  }),
);

const some = many.slice(0, 150);

async function rowsOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

test('an export has every authored field in both languages, by slug', async (t) => {
  const { api } = await startTestService(t, { trees: [oak, kapok] });
  const response = await fetch(`${api}/exports/trees`);
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="sylva-r1.ndjson"');
  assert.equal(response.headers.get('content-language'), 'en, es');
  assert.equal(response.headers.get('sylva-revision'), 'r1');
  const [first, second, ...others] = await rowsOf(response);
  assert.deepEqual(first, {
    slug: 'ceiba-pentandra',
    'title.en': 'Kapok',
    'title.es': 'Ceiba',
    'description.en': 'A tall tree.',
    'description.es': 'A tall tree.',
    'body.en': 'Long text.',
    'bodyFormat.en': 'markdown',
    scientificName: 'Ceiba pentandra',
    family: 'Malvaceae',
    synonyms: ['Bombax pentandrum'],
    'attributes.en': { bark: 'grey' },
    'attributes.es': { bark: 'gris' },
  });
  assert.equal(second.slug, 'quercus-robur');
  assert.deepEqual(others, []);
});

test('a locale gives one language, and of a tree without it the other', async (t) => {
  const { api } = await startTestService(t, { trees: [oak, kapok] });
  const response = await fetch(`${api}/exports/trees?locale=es`);
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="sylva-r1-es.ndjson"');
  const [first, second] = await rowsOf(response);
  assert.equal(first['title.es'], 'Ceiba');
  assert.ok(!Object.keys(first).some((key) => key.endsWith('.en')));
  assert.equal(second['title.en'], 'Kapok');
});

test('filters and search choose the trees, and what is no parameter of an export is refused', async (t) => {
  const { api } = await startTestService(t, { trees: [oak, kapok] });
  for (const query of ['family=fagaceae', 'search=quercus', 'slug=quercus-robur', 'searchIn=names&search=robur']) {
    const rows = await rowsOf(await fetch(`${api}/exports/trees?${query}`));
    assert.deepEqual(
      rows.map(({ slug }) => slug),
      ['quercus-robur'],
      query,
    );
  }
  assert.equal(await (await fetch(`${api}/exports/trees?family=none`)).text(), '');
  for (const query of ['page=2', 'sort=title', 'format=DWCA', 'format=CSV', 'format=csv&format=ndjson'])
    assert.equal((await fetch(`${api}/exports/trees?${query}`)).status, 400, query);
  assert.equal((await fetch(`${api}/trees?format=csv`)).status, 400);
});

test('a table has a header, languages side by side, and the mark of Excel where it is asked for', async (t) => {
  const { api } = await startTestService(t, { trees: [kapok] });
  const response = await fetch(`${api}/exports/trees?format=csv`);
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="sylva-r1.csv"');
  const text = await response.text();
  assert.match(text, /^slug,title\.en,title\.es,.*\r\nceiba-pentandra,Kapok,Ceiba,.*\r\n$/);
  const excel = Buffer.from(await (await fetch(`${api}/exports/trees?format=csv-excel`)).arrayBuffer());
  assert.deepEqual(excel, Buffer.from(`\ufeff${text}`));
});

test('an archive is a file of its own, never compressed again, and goes on where it was cut', async (t) => {
  const { api, publish } = await startTestService(t, { trees: some });
  const path = '/exports/trees?format=dwca';
  const whole = await get(api, { 'accept-encoding': 'gzip, br, zstd' }, path);
  assert.equal(whole.headers['content-type'], 'application/zip');
  assert.equal(whole.headers['content-disposition'], 'attachment; filename="sylva-r1.zip"');
  assert.deepEqual([whole.headers['content-encoding'], whole.headers['accept-ranges']], [undefined, 'bytes']);
  const bytes = await bytesOf(whole);
  assert.ok(bytes.length < (await bytesOf(await get(api))).length / 2);
  const etag = whole.headers.etag as string;
  assert.equal((await get(api, { 'if-none-match': etag }, path)).statusCode, 304);
  const rest = await get(api, { range: 'bytes=5000-', 'if-range': etag }, path);
  assert.equal(rest.statusCode, 206);
  assert.ok((await bytesOf(rest)).equals(bytes.subarray(5000)));
  publish([kapok], 'r2');
  assert.notEqual((await get(api, {}, path)).headers.etag, etag);
});

test('an archive of a service that tells more of itself has another tag', async (t) => {
  const tagWith = async (flags: Record<string, string>) => {
    const { api } = await startTestService(t, { trees: [kapok], flags });
    const tags = ['dwca', 'ndjson'].map(async (format) => {
      return (await get(api, {}, `/exports/trees?format=${format}`)).headers.etag;
    });
    return await Promise.all(tags);
  };
  const [archive, lines] = await tagWith({});
  const [other, sameLines] = await tagWith({
    'catalogue-contact': 'flora@example.org',
    'catalogue-title': 'Trees of Limón',
  });
  assert.notEqual(other, archive);
  assert.equal(sameLines, lines);
});

test('a caller without a key gets nothing', async (t) => {
  const { api } = await startTestService(t, { trees: [kapok], allowlist: [] });
  assert.equal((await fetch(`${api}/exports/trees`)).status, 401);
});

test('the entity tag holds for an encoding, and a known export is not sent again', async (t) => {
  const { api, publish } = await startTestService(t, { trees: [kapok] });
  const again = (init: RequestInit) => fetch(`${api}/exports/trees`, init);
  const plain = await again({ headers: { 'accept-encoding': 'identity' } });
  const tag = plain.headers.get('etag') as string;
  assert.equal((await again({ headers: { 'if-none-match': tag } })).status, 304);
  const head = await again({ method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, '']);
  assert.notEqual((await fetch(`${api}/exports/trees?format=csv`)).headers.get('etag'), tag);
  publish([oak], 'r2');
  assert.equal((await again({ headers: { 'if-none-match': tag } })).status, 200);
});

/** Not decoded, and only read when that is wanted. */
async function get(
  api: string,
  headers: Record<string, string> = {},
  path = '/exports/trees',
): Promise<IncomingMessage> {
  const sent = request(`${api}${path}`, { headers, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await response.toArray());
}

test('an export is compressed as it is asked for', async (t) => {
  const { api } = await startTestService(t, { trees: some });
  const plain = await bytesOf(await get(api));
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };
  for (const [encoding, decode] of Object.entries(decoders)) {
    const response = await get(api, { 'accept-encoding': encoding });
    assert.equal(response.headers['content-encoding'], encoding);
    assert.equal(response.headers['accept-ranges'], undefined);
    const bytes = await bytesOf(response);
    assert.ok(bytes.length < plain.length / 2);
    assert.ok(decode(bytes).equals(plain), encoding);
  }
});

test('a cut export goes on where it was, of the same revision alone', async (t) => {
  const { api, publish } = await startTestService(t, { trees: some });
  const whole = await get(api);
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  const tag = whole.headers.etag as string;
  const bytes = await bytesOf(whole);
  const part = async (range: string, ifRange = tag, more = {}) => {
    const response = await get(api, { range, 'if-range': ifRange, ...more });
    return { status: response.statusCode, headers: response.headers, bytes: await bytesOf(response) };
  };
  const rest = await part('bytes=1000000-', tag, { 'accept-encoding': 'gzip' });
  assert.equal(rest.status, 206);
  assert.equal(rest.headers['content-range'], `bytes 1000000-${bytes.length - 1}/${bytes.length}`);
  assert.equal(Number(rest.headers['content-length']), bytes.length - 1_000_000);
  assert.ok(rest.bytes.equals(bytes.subarray(1_000_000)));
  const middle = await part('bytes=70000-140001');
  assert.ok(middle.bytes.equals(bytes.subarray(70_000, 140_002)));
  const beyond = await part(`bytes=${bytes.length - 1}-999999999999`);
  assert.ok(beyond.bytes.equals(bytes.subarray(-1)));
  for (const range of ['bytes=-5', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=1-']) {
    const all = await part(range);
    assert.deepEqual([all.status, all.bytes.length], [200, bytes.length], range);
  }
  for (const range of [`bytes=${bytes.length}-`, `bytes=${bytes.length + 1}-${bytes.length + 9}`]) {
    const beyondEnd = await part(range);
    assert.deepEqual([beyondEnd.status, beyondEnd.headers['content-range']], [416, `bytes */${bytes.length}`]);
    assert.equal(JSON.parse(String(beyondEnd.bytes)).code, 'range-not-satisfiable');
  }
  assert.equal((await part('bytes=5-', '"other"')).status, 200);
  assert.equal((await get(api, { range: 'bytes=5-' })).statusCode, 200);
  publish([kapok], 'r2');
  assert.equal((await part('bytes=5-')).status, 200);
});

/** Begun, and not read. */
async function begin(
  t: TestContext,
  { api }: TestService,
  address = '10.0.0.1',
  path?: string,
): Promise<IncomingMessage> {
  const response = await get(api, { 'x-forwarded-for': address }, path);
  t.after(() => response.destroy());
  return response;
}

const BEHIND_PROXY = { flags: { 'trust-proxy': '127.0.0.1' }, allowlist: ['10.0.0.0/8'] };

test('an export is of one revision from the first byte to the last', async (t) => {
  const service = await startTestService(t, { trees: many, ...BEHIND_PROXY });
  const response = await begin(t, service);
  service.publish([kapok], 'r2');
  const lines = (await bytesOf(response)).toString().trimEnd().split('\n');
  assert.equal(lines.length, many.length);
});

test('two run at once for one address, eight for all, and what is over makes room', async (t) => {
  const service = await startTestService(t, { trees: many, ...BEHIND_PROXY });
  const running = await Promise.all([begin(t, service), begin(t, service)]);
  const third = await begin(t, service);
  assert.deepEqual([third.statusCode, third.headers['retry-after']], [429, '10']);
  assert.equal(JSON.parse((await bytesOf(third)).toString()).code, 'too-many-exports');
  for (const address of ['10.0.0.2', '10.0.0.3', '10.0.0.4'])
    for (const response of [await begin(t, service, address), await begin(t, service, address)])
      assert.equal(response.statusCode, 200);
  const ninth = await begin(t, service, '10.0.0.5');
  assert.deepEqual([ninth.statusCode, ninth.headers['retry-after']], [503, '10']);
  assert.equal(JSON.parse((await bytesOf(ninth)).toString()).code, 'exports-busy');
  assert.equal((await begin(t, service, '10.0.0.5', '/families')).statusCode, 200);

  running[0].destroy();
  await until(async () => (await begin(t, service, '10.0.0.5')).statusCode === 200);
});

/** A service whose archive takes minutes to make, and what asks for a part of it. */
async function endless(t: TestContext) {
  const service = testService({ trees: some, ...BEHIND_PROXY });
  const { catalogue } = service.published() as Published;
  t.mock.method(catalogue, 'treesOf', () => Array(5_000_000).fill(0));
  const { origin } = await serverOver(t, service);
  const address = `${origin}/api/v1/exports/trees?format=dwca`;
  const send = (method: string, headers: Record<string, string>) =>
    request(address, { method, headers, agent: false }).end();
  const [{ headers }] = await once(send('HEAD', { 'x-forwarded-for': '10.0.0.1' }), 'response');
  const ask = (client: string) =>
    send('GET', { range: 'bytes=9-', 'if-range': headers.etag, 'x-forwarded-for': client });
  return { service, ask };
}

test('eight range requests that hang up free their places and stop working', async (t) => {
  const { service, ask } = await endless(t);
  const read = t.mock.method(Details.prototype, 'of');
  const asked = Array.from({ length: 8 }, (_, number) => ask(`10.0.0.${1 + (number >> 1)}`).on('error', () => {}));
  await until(() => service.exportLimit.open === 8 && read.mock.callCount() > 0);
  for (const each of asked) each.destroy();
  await until(() => service.exportLimit.open === 0);
  const times = read.mock.callCount();
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(read.mock.callCount(), times);
  assert.equal(service.numbers.value('abortedExports'), 8);
});

test('a range request whose length takes too long to find out gets 503, and frees its place', async (t) => {
  const { service, ask } = await endless(t);
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 10));
  const [response] = (await once(ask('10.0.0.1'), 'response')) as [IncomingMessage];
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '1']);
  assert.equal(JSON.parse(String(await bytesOf(response))).code, 'exports-busy');
  assert.equal(service.exportLimit.open, 0);
});

test('the length of an export is found out once, and its parts are made without what stands before', async (t) => {
  const { api } = await startTestService(t, { trees: many });
  const path = '/exports/trees';
  const head = await fetch(`${api}${path}`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  const etag = head.headers.get('etag') as string;
  const part = async (range: string) => {
    read.mock.resetCalls();
    const response = await get(api, { range, 'if-range': etag }, path);
    assert.equal(response.statusCode, 206);
    return { bytes: await bytesOf(response), length: Number(response.headers['content-range']?.split('/')[1]) };
  };
  const read = t.mock.method(Details.prototype, 'of');
  const parts = await Promise.all([part('bytes=0-99'), part('bytes=0-99')]);
  assert.ok(read.mock.callCount() < many.length * 1.5, `${read.mock.callCount()} records were read`);
  const last = await part(`bytes=${parts[0].length - 100}-`);
  assert.equal(last.bytes.length, 100);
  assert.ok(read.mock.callCount() < many.length / 2, `${read.mock.callCount()} records were read`);
});

test('an export that is broken off is counted as such, and one that was taken is not', async (t) => {
  const service = testService({ trees: many, ...BEHIND_PROXY });
  const { origin } = await serverOver(t, service);
  const served = { origin, api: `${origin}/api/v1`, publish: service.publish };
  await bytesOf(await begin(t, served));
  assert.equal(service.numbers.value('abortedExports'), 0);
  (await begin(t, served)).destroy();
  await until(() => service.numbers.value('abortedExports') === 1);
});
