// Finding trees by any of their names through the real port, over the sample catalogue, each answer held against its schema.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Tree, TreeRecord } from '../../src/domain/tree.ts';
import { assertShape } from '../support/schemas.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { readAll } from '../support/sources.ts';
import { makeText, makeTree } from '../support/trees.ts';

const sample = readAll(fileURLToPath(new URL('../../content', import.meta.url)));

function byTitle(a: string, b: string): number {
  const title = (slug: string) => sample.trees.find((tree) => tree.slug === slug)?.texts.en?.title ?? '';
  return title(a).localeCompare(title(b), 'en');
}

describe('names of the sample', () => {
  let service: TestService;
  const closers: (() => void)[] = [];
  before(async () => {
    service = await startTestService({ after: (close) => closers.push(close as () => void) }, sample);
  });
  after(() => {
    for (const close of closers) close();
  });

  async function list(query: Record<string, string> | string[][]) {
    const response = await fetch(`${service.api}/trees?${new URLSearchParams(query)}`);
    const body = (await response.json()) as any;
    assert.equal(response.status, 200, JSON.stringify(body));
    assertShape('list', body);
    return { body, slugs: body.data.map((tree: TreeRecord) => tree.slug) as string[] };
  }

  test('a synonym and a common name find their tree, and the answer says so', async () => {
    const found = [
      ['Bombax pentandrum', { field: 'synonyms', value: 'Bombax pentandrum' }],
      ['silk-cotton TREE', { field: 'commonNames', value: 'Silk-cotton tree' }],
    ] as const;
    for (const [search, match] of found) {
      for (const searchIn of ['names', 'all']) {
        const { body, slugs } = await list({ search, searchIn });
        assert.equal(slugs[0], 'ceiba-pentandra');
        assert.deepEqual(body.matches['ceiba-pentandra'], match);
      }
    }
  });

  test('what a record shows is not explained', async () => {
    const { body, slugs } = await list({ search: 'kapok', searchIn: 'names' });
    assert.equal(slugs[0], 'ceiba-pentandra');
    assert.deepEqual(body.matches, {});
  });

  test('without searchIn, and with text, other names find nothing and nothing is explained', async () => {
    for (const searchIn of [[], [['searchIn', 'text']]]) {
      const { body } = await list({ search: 'Bombax pentandrum', ...Object.fromEntries(searchIn) });
      assert.equal(body.pagination.total, 0);
      assert.equal('matches' in body, false);
    }
  });

  test('slugs choose trees, however they are spelt, and combine with everything else', async () => {
    const { slugs, body } = await list([
      ['slug', 'quercus-robur'],
      ['slug', 'Ceiba_Pentandra'],
      ['slug', 'nothing'],
      ['facets', 'family'],
    ]);
    assert.deepEqual(slugs, ['quercus-robur', 'ceiba-pentandra'].sort(byTitle));
    assert.equal(body.facets.family.length, 2);
    const both = await list({ slug: 'ceiba-pentandra', family: 'Fagaceae' });
    assert.deepEqual(both.slugs, []);
  });

  test('more than a hundred are refused, and one that is given twice counts once', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, number) => `slug=${number}`).join('&');
    const status = async (query: string) => (await fetch(`${service.api}/trees?${query}`)).status;
    assert.equal(await status(many(100)), 200);
    assert.equal(await status(`${many(100)}&slug=99`), 200);
    assert.equal(await status(many(101)), 400);
    const response = await fetch(`${service.api}/trees?${many(101).replaceAll('slug', 'identifier')}`);
    const { errors } = (await response.json()) as any;
    assert.deepEqual(errors, [{ parameter: 'identifier', message: 'must be given at most 100 times' }]);
  });

  test('a view says how much of each tree there is', async () => {
    const fields = async (view: string) => Object.keys((await list({ view, pageSize: '1' })).body.data[0]);
    const [summary, record, detail] = [await fields('summary'), await fields('record'), await fields('detail')];
    assert.deepEqual(summary, ['slug', 'title', 'scientificName', '_links']);
    assert.deepEqual(record, Object.keys((await list({ pageSize: '1' })).body.data[0]));
    const [{ slug }] = (await list({ pageSize: '1' })).body.data;
    const { data } = (await (await fetch(`${service.api}/trees/${slug}`)).json()) as any;
    assert.deepEqual(detail, Object.keys(data));
  });

  test('a search without result suggests what has some, under the same filters', async () => {
    const suggested = async (query: Record<string, string>) => (await list(query)).body.suggestions;
    assert.deepEqual(await suggested({ search: 'quecus' }), ['quercus']);
    assert.deepEqual((await suggested({ search: 'Quecus robr' }))[0], 'quercus robur');
    assert.ok((await suggested({ search: 'uqercus' })).includes('quercus'));
    assert.ok((await suggested({ search: 'kuercus' })).includes('quercus'));
    assert.ok((await suggested({ search: 'bombax pentandra', searchIn: 'names', tag: 'rainforest' })) === undefined);
    assert.deepEqual(await suggested({ search: 'quecus', family: 'Pinaceae' }), []);
    assert.deepEqual(await suggested({ search: 'xyzzyxyzzy' }), []);
    assert.deepEqual(await suggested({ search: `quecus ${[...'abcdefghi'].join(' ')}` }), [
      'quercus a b c d e f g h i',
    ]);
    assert.deepEqual(await suggested({ search: `quecus ${[...'abcdefghij'].join(' ')}` }), []);
    assert.equal(await suggested({ search: 'quercus' }), undefined);
    assert.equal(await suggested({ search: 'quercus', page: '999' }), undefined);
  });

  test('names are matched in the order that they are given, each as often as it is', async () => {
    const names = [
      'Bombax pentandrum L.',
      'kapok',
      'QUERCUS ROBUR L.',
      'Quercus robur',
      'Quercus',
      'nothing here',
      'kapok',
    ];
    const response = await fetch(
      `${service.api}/names/match?${new URLSearchParams(names.map((name) => ['name', name]))}`,
    );
    const body = (await response.json()) as any;
    assert.equal(response.status, 200);
    assertShape('matches', body);
    assert.deepEqual(
      body.data.map(({ name, status, tree }: any) => [name, status, tree?.slug]),
      [
        ['Bombax pentandrum L.', 'synonym', 'ceiba-pentandra'],
        ['kapok', 'commonName', 'ceiba-pentandra'],
        ['QUERCUS ROBUR L.', 'accepted', 'quercus-robur'],
        ['Quercus robur', 'accepted', 'quercus-robur'],
        ['Quercus', 'ambiguous', undefined],
        ['nothing here', 'none', undefined],
        ['kapok', 'commonName', 'ceiba-pentandra'],
      ],
    );
    assert.deepEqual(body.data[0], {
      name: 'Bombax pentandrum L.',
      status: 'synonym',
      tree: {
        slug: 'ceiba-pentandra',
        title: 'Kapok',
        scientificName: 'Ceiba pentandra',
        family: 'Malvaceae',
        conservationStatus: 'LC',
        _links: { self: '/api/v1/trees/ceiba-pentandra?locale=en' },
      },
      candidates: [],
    });
    assert.equal(body.data[4].candidates.length, 3);
    assert.deepEqual(body.meta, { locale: 'en', revision: 'r1' });
  });

  test('no name, more than a hundred, and other parameters are refused', async () => {
    const faults = async (query: string) => {
      const response = await fetch(`${service.api}/names/match?${query}`);
      return [response.status, ((await response.json()) as any).errors];
    };
    const missing = [{ parameter: 'name', message: 'must be given' }];
    assert.deepEqual(await faults(''), [400, missing]);
    assert.deepEqual(await faults('name='), [400, missing]);
    const many = Array.from({ length: 101 }, () => 'name=oak').join('&');
    assert.deepEqual(await faults(many), [400, [{ parameter: 'name', message: 'must be given at most 100 times' }]]);
    assert.equal((await faults('name=oak&search=x'))[0], 400);
    const { status } = await fetch(`${service.api}/names/match?locale=es&${many.slice('name=oak&'.length)}`);
    assert.equal(status, 200);
  });

  test('a description is searched in all, and not in names', async () => {
    const totals = await Promise.all(
      ['text', 'names', 'all'].map(async (searchIn) => {
        const { body } = await list({ search: 'buttresses', searchIn });
        return body.pagination.total;
      }),
    );
    assert.ok(totals[0] > 0);
    assert.equal(totals[1], 0);
    assert.equal(totals[2], totals[0]);
  });
});

test('ranks an equal title or scientific name before an equal other name, then names with all words, then the text', async (t) => {
  const named = (slug: string, title: string, more: Partial<Tree> = {}) =>
    makeTree({ slug, texts: { en: makeText({ title, description: 'A tree.' }) }, ...more });
  const trees = [
    named('a', 'Aaa', { texts: { en: makeText({ title: 'Aaa', description: 'Not a kapok.' }) } }),
    named('b', 'Bbb kapok'),
    named('c', 'Ccc', { commonNames: [{ name: 'Kapok', language: 'en' }] }),
    named('d', 'Ddd', { synonyms: ['Kápok'] }),
    named('e', 'Eee', { scientificName: 'Kapok' }),
    named('f', 'Kapok', { synonyms: ['Kapok'] }),
  ];
  const { api } = await startTestService(t, { trees });
  const slugs = async (query: string) => {
    const response = await fetch(`${api}/trees?search=KAPOK&${query}`);
    return ((await response.json()) as any).data.map(({ slug }: TreeRecord) => slug).join('');
  };
  assert.equal(await slugs('searchIn=all'), 'efcdba');
  assert.equal(await slugs('searchIn=names'), 'efcdb');
  assert.equal(await slugs('searchIn=text'), 'efba');
  assert.equal(await slugs('searchIn=all&page=2&pageSize=3'), 'dba');
});

test('an identifier finds its tree, with or without its register', async (t) => {
  const identifiers = { wfo: 'wfo-0000586842', ipni: 'urn:lsid:ipni.org:names:11187-2', gbif: '5406697', iucn: null };
  const trees = [
    makeTree({ slug: 'kapok', identifiers }),
    makeTree({ slug: 'other', identifiers: { wfo: null, ipni: null, gbif: '7', iucn: '5406697' } }),
  ];
  const { api } = await startTestService(t, { trees });
  const slugs = async (identifier: string) => {
    const response = await fetch(`${api}/trees?${new URLSearchParams({ identifier })}`);
    return ((await response.json()) as any).data.map(({ slug }: TreeRecord) => slug);
  };
  for (const one of ['wfo:wfo-0000586842', 'WFO-0000586842', 'ipni:11187-2', '11187-2', 'gbif:5406697'])
    assert.deepEqual(await slugs(one), ['kapok'], one);
  assert.deepEqual(await slugs('urn:lsid:ipni.org:names:11187-2'), ['kapok']);
  assert.deepEqual(await slugs('iucn:5406697'), ['other']);
  assert.deepEqual(await slugs('5406697'), ['kapok', 'other']);
  for (const none of ['wfo:5406697', 'tropicos:7', '540669', '8', ':']) assert.deepEqual(await slugs(none), [], none);
});
