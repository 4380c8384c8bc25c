// The three operations through the real port, over the sample catalogue, each answer held against its schema.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TreeRecord } from '../../src/domain/tree.ts';
import { expectedFamilies, expectedList } from '../support/oracle.ts';
import { assertShape } from '../support/schemas.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readAll } from '../support/sources.ts';

const sample = readAll(fileURLToPath(new URL('../../content', import.meta.url)));

describe('over the sample catalogue', () => {
  let service: TestService;
  const closers: (() => void)[] = [];
  before(async () => {
    service = await startTestService({ after: (close) => closers.push(close as () => void) }, sample);
  });
  after(() => {
    for (const close of closers) close();
  });

  async function get(path: string, shape: Parameters<typeof assertShape>[0]) {
    const response = await fetch(`${service.api}${path}`);
    const body = (await response.json()) as any;
    assertShape(shape, body);
    return { response, body, slugs: shape === 'list' ? body.data.map((tree: TreeRecord) => tree.slug) : [] };
  }

  test('the first page has 20 trees by title, with totals and links', async () => {
    const { response, body, slugs } = await get('/trees', 'list');
    const expected = expectedList(sample.trees, { locale: 'en', filters: {}, page: 1, pageSize: 20 });
    assert.equal(response.status, 200);
    assert.deepEqual(slugs, expected.slugs);
    const totalPages = Math.ceil(expected.total / 20);
    assert.deepEqual(body.pagination, {
      page: 1,
      pageSize: 20,
      total: expected.total,
      totalPages,
      hasNext: true,
      hasPrev: false,
    });
    assert.deepEqual(body.meta, { locale: 'en', revision: 'r1' });
    assert.deepEqual(body._links, {
      self: '/api/v1/trees',
      first: '/api/v1/trees?page=1',
      last: `/api/v1/trees?page=${totalPages}`,
      next: '/api/v1/trees?page=2',
    });
  });

  test('the headers of a success are all there', async () => {
    const { response } = await get('/trees?locale=es', 'list');
    const { headers } = response;
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('content-language'), 'es');
    assert.equal(headers.get('sylva-revision'), 'r1');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('etag') ?? '', /^"[\w.-]+"$/);
    assert.match(headers.get('x-request-id') ?? '', /^[\w-]{8,}$/);
    assert.match(headers.get('link') ?? '', /<\/api\/v1\/trees\?locale=es&page=2>; rel="next"/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('server') ?? headers.get('x-powered-by'), null);
  });

  test('links keep the query’s parameters, and lead from page to page over every tree once', async () => {
    const first = '/trees?pageSize=7&sort=family&order=desc&tag=evergreen&tag=conífera&locale=es';
    const walk = async (start: string, relation: 'next' | 'prev') => {
      const pages: string[][] = [];
      let last = start;
      for (let next: string | undefined = start; next; ) {
        const { body, slugs } = await get(next, 'list');
        pages.push(slugs);
        assert.equal(body._links.prev !== undefined, body.pagination.hasPrev);
        assert.equal(body._links.next !== undefined, body.pagination.hasNext);
        last = next;
        next = body._links[relation]?.slice('/api/v1'.length);
      }
      return { pages, last };
    };
    const forth = await walk(first, 'next');
    const back = await walk(forth.last, 'prev');
    assert.deepEqual(back.pages.toReversed(), forth.pages);
    const seen = forth.pages.flat();
    const filters = { tag: ['evergreen', 'conífera'] };
    const expected = expectedList(sample.trees, {
      locale: 'es',
      filters,
      sort: 'family',
      order: 'desc',
      page: 1,
      pageSize: 1000,
    });
    assert.deepEqual(seen, expected.slugs);
    assert.ok(seen.length > 60);
  });

  test('filters match whatever the case, accents and hyphens, in a request as in the catalogue', async () => {
    const totals = await Promise.all(
      ['Central America', 'central-america', 'CENTRAL_AMÉRICA'].map(async (region) => {
        const { body } = await get(`/trees?distribution=${encodeURIComponent(region)}`, 'list');
        return body.pagination.total;
      }),
    );
    assert.ok(totals[0] > 0);
    assert.deepEqual(new Set(totals).size, 1);
  });

  test('months, categories and regions are understood in both languages', async () => {
    for (const [left, right] of [
      ['floweringSeason=abril', 'floweringSeason=4'],
      ['fruitingSeason=Oct', 'fruitingSeason=octubre'],
      ['conservationStatus=En%20peligro%20cr%C3%ADtico', 'conservationStatus=cr'],
      ['distribution=Am%C3%A9rica%20Central', 'distribution=Central%20America'],
      ['distribution=80', 'distribution=Central%20America'],
      ['distribution=Australasia', 'distribution=Australia&distribution=Nueva%20Zelanda'],
    ]) {
      const [a, b] = [
        await get(`/trees?pageSize=100&${left}`, 'list'),
        await get(`/trees?pageSize=100&${right}`, 'list'),
      ];
      assert.ok(a.slugs.length > 0, left);
      assert.deepEqual(a.slugs, b.slugs);
    }
  });

  test('a value that no tree has is an empty page, with links to page 1', async () => {
    const { response, body } = await get('/trees?family=Nonesuch', 'list');
    assert.equal(response.status, 200);
    assert.deepEqual(body.data, []);
    assert.deepEqual(body.pagination, {
      page: 1,
      pageSize: 20,
      total: 0,
      totalPages: 0,
      hasNext: false,
      hasPrev: false,
    });
    assert.equal(body._links.first, body._links.last);
    assert.match(body._links.last, /page=1$/);
  });

  test('a page beyond the last is empty, with the true totals', async () => {
    const { body } = await get('/trees?page=1000000', 'list');
    assert.deepEqual(body.data, []);
    assert.equal(body.pagination.total, sample.trees.length);
    assert.deepEqual(Object.keys(body._links), ['self', 'first', 'last']);
  });

  test('a parameter with an empty value counts as not given', async () => {
    const { slugs } = await get('/trees?family=&page=&search=&sort=&locale=&facets=', 'list');
    assert.deepEqual(slugs, (await get('/trees', 'list')).slugs);
  });

  test('a search puts an equal name first', async () => {
    const { slugs } = await get('/trees?search=quercus+ROBUR', 'list');
    assert.equal(slugs[0], 'quercus-robur');
    const spanish = await get(`/trees?search=${encodeURIComponent('Árbol')}&locale=es`, 'list');
    assert.ok(spanish.body.pagination.total > 1);
  });

  test('facets count the other choices', async () => {
    const { body } = await get('/trees?facets=family&facets=floweringSeason&family=Fagaceae&pageSize=1', 'list');
    const query = {
      locale: 'en' as const,
      filters: { family: ['Fagaceae'] },
      page: 1,
      pageSize: 1,
      facets: ['family' as const, 'floweringSeason' as const],
    };
    assert.deepEqual(body.facets, expectedList(sample.trees, query).facets);
    assert.ok(body.facets.family.length > 10);
  });

  test('one tree has its whole record and its relatives', async () => {
    const { response, body } = await get('/trees/quercus-robur?locale=es', 'detail');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-language'), 'es');
    assert.equal(body.data.slug, 'quercus-robur');
    assert.equal(body.data.locale, 'es');
    const { body: text } = sample.trees.find(({ slug }) => slug === 'quercus-robur')?.texts.es ?? {};
    assert.ok(text);
    assert.equal(body.data.body, text);
    assert.ok(body.related.length > 1);
    assert.ok(body.related[0].scientificName.startsWith('Quercus '));
    assert.deepEqual(body._links, { self: '/api/v1/trees/quercus-robur?locale=es' });
  });

  test('a tree’s record in the list is the beginning of its detail', async () => {
    const { body } = await get('/trees?search=olea+europaea&pageSize=1', 'list');
    const detail = await get(body.data[0]._links.self.slice('/api/v1'.length), 'detail');
    assert.deepEqual(
      body.data[0],
      Object.fromEntries(Object.entries(detail.body.data).filter(([key]) => key in body.data[0])),
    );
  });

  test('families are counted, named and linked to their trees', async () => {
    for (const locale of ['en', 'es'] as const) {
      const { body } = await get(`/families?locale=${locale}`, 'families');
      const counted = body.data.map(({ name, speciesCount }: any) => ({ name, speciesCount }));
      assert.deepEqual(counted, expectedFamilies(sample.trees, locale));
      assert.deepEqual([body.meta.totalFamilies, body.meta.totalSpecies], [counted.length, sample.trees.length]);
      assert.ok(body.data.every(({ commonName }: any) => commonName !== null));
    }
    const { body } = await get('/families', 'families');
    for (const family of body.data.slice(0, 10)) {
      const list = await get(family._links.trees.slice('/api/v1'.length), 'list');
      assert.equal(list.body.pagination.total, family.speciesCount);
    }
  });

  test('families of a question are those of its trees, with how many are assessed and threatened', async () => {
    const totalOf = async (path: string) => (await get(path, 'list')).body.pagination.total;
    const known = 'EX EW CR EN VU NT LC'.split(' ').map((code) => `&conservationStatus=${code}`);
    for (const query of [
      'locale=es&distribution=Brasil',
      'search=tree&searchIn=all&fruitingSeason=octubre',
      'tag=none',
    ]) {
      const { body } = await get(`/families?view=detail&${query}`, 'families');
      assert.equal(body.meta.totalSpecies, await totalOf(`/trees?${query}`));
      assert.equal(body.meta.totalFamilies, body.data.length);
      const sum = body.data.reduce((all: number, { speciesCount }: any) => all + speciesCount, 0);
      assert.equal(sum, body.meta.totalSpecies);
      for (const { _links: links, speciesCount, assessedCount, threatenedCount, genera } of body.data.slice(0, 8)) {
        const path = links.trees.slice('/api/v1'.length);
        assert.equal(await totalOf(path), speciesCount);
        assert.equal(await totalOf(path + known.join('')), assessedCount);
        assert.equal(await totalOf(path + known.slice(2, 5).join('')), threatenedCount);
        assert.equal(genera, undefined);
      }
    }
  });

  test('a family is what the interface says unless more is asked for', async () => {
    for (const query of ['', '?locale=es', '?view=summary']) {
      const { body } = await get(`/families${query}`, 'families');
      for (const family of body.data)
        assert.deepEqual(Object.keys(family), ['name', 'commonName', 'speciesCount', '_links'], query);
    }
  });

  test('families that are named have their genera', async () => {
    const { body } = await get(
      '/families?family=FAGACEAE&family=Pinaceae&conservationStatus=LC&view=detail',
      'families',
    );
    assert.deepEqual(
      body.data.map(({ name }: any) => name),
      ['Fagaceae', 'Pinaceae'],
    );
    const inFamily = sample.trees.filter(
      ({ family, conservationStatus }) => family === 'Fagaceae' && conservationStatus === 'LC',
    );
    const expected = Map.groupBy(inFamily, ({ scientificName }) => scientificName.split(' ')[0]);
    assert.deepEqual(
      body.data[0].genera,
      [...expected].sort().map(([name, { length }]) => ({
        name,
        speciesCount: length,
        assessedCount: length,
        threatenedCount: 0,
      })),
    );
  });

  test('HEAD gets the headers of GET and no body', async () => {
    for (const path of [
      '/trees?pageSize=3',
      '/trees/quercus-robur',
      '/families',
      '/trees/none',
      '/nowhere',
      '/trees?page=0',
    ]) {
      const [head, whole] = await Promise.all([
        fetch(service.api + path, { method: 'HEAD' }),
        fetch(service.api + path),
      ]);
      assert.equal(await head.text(), '');
      assert.equal(head.status, whole.status);
      const comparable = ({ headers }: Response) =>
        [...headers].filter(
          ([name]) =>
            ![
              'date',
              'x-ratelimit-remaining',
              'connection',
              'keep-alive',
              'x-request-id',
              'content-encoding',
              'content-length',
              'etag',
            ].includes(name),
        );
      assert.deepEqual(comparable(head), comparable(whole));
    }
  });
});

test('links are absolute where a public URL is configured', async (t) => {
  const service = await startTestService(t, { ...sample, flags: { 'public-url': 'https://trees.example.org/sylva/' } });
  for (const path of ['/trees?page=2', '/trees/quercus-robur', '/families']) {
    const response = await fetch(`${service.api}${path}`);
    const text = await response.text();
    assert.doesNotMatch(text, /"\/api\/v1/);
    const links = text.match(/"https:\/\/trees\.example\.org\/sylva\/api\/v1\/(?:trees|families)[^"]*"/g) ?? [];
    assert.ok(links.length > 1, path);
    JSON.parse(text);
    assert.doesNotMatch(response.headers.get('link') ?? '', /<\/api/);
  }
});

test('the usage policy is linked as licence where it is configured', async (t) => {
  const service = await startTestService(t, { ...sample, flags: { 'usage-policy-url': 'https://example.org/policy' } });
  for (const path of ['/trees', '/trees/quercus-robur', '/families']) {
    const { headers } = await fetch(`${service.api}${path}`);
    assert.match(headers.get('link') ?? '', /<https:\/\/example\.org\/policy>; rel="license"/);
  }
});

test('the default locale is a setting', async (t) => {
  const service = await startTestService(t, { ...sample, flags: { 'default-locale': 'es' } });
  const response = await fetch(`${service.api}/trees`, { headers: { 'accept-language': 'en' } });
  assert.equal(response.headers.get('content-language'), 'es');
});
