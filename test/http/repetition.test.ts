// What a request repeats, through the real port: a value given twice counts once.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const TIMES = 450;
const trees = ['Fabaceae', 'Fabaceae', 'Malvaceae'].map((family, index) =>
  makeTree({
    slug: `tree-${index}`,
    family,
    conservationStatus: 'VU',
    floweringSeason: ['april'],
    texts: { en: makeText({ tags: ['San José'] }) },
  }),
);

/** What is given, and what then stands in the links: the first spelling of each value. */
const REPEATED: Record<string, [given: string, kept: string]> = {
  'a facet': ['facets=family&facets=family', 'facets=family'],
  'a value': ['family=Fabaceae&family=Fabaceae', 'family=Fabaceae'],
  'a value among others': ['family=Fabaceae&family=Malvaceae&family=Fabaceae', 'family=Fabaceae&family=Malvaceae'],
  'a value in another case': ['family=Fabaceae&family=fABACEAE', 'family=Fabaceae'],
  'a value in another spelling': ['tag=san-jose&tag=San+Jos%C3%A9&tag=SAN_JOSE', 'tag=san-jose'],
  'a month in two languages': [
    'floweringSeason=april&floweringSeason=abril&floweringSeason=4',
    'floweringSeason=april',
  ],
  'a category by name and code': ['conservationStatus=VU&conservationStatus=Vulnerable', 'conservationStatus=VU'],
  [`a value, ${TIMES} times`]: ['family=Fabaceae&'.repeat(TIMES), 'family=Fabaceae'],
  [`a facet, ${TIMES} times`]: ['facets=family&'.repeat(TIMES), 'facets=family'],
};

describe('what is given twice counts once', () => {
  let service: TestService;
  const closers: (() => void)[] = [];
  before(async () => {
    service = await startTestService({ after: (close) => closers.push(close as () => void) }, { trees });
  });
  after(() => {
    for (const close of closers) close();
  });

  async function get(query: string): Promise<any> {
    return (await fetch(`${service.api}/trees?${query}`)).json();
  }

  for (const [what, [given, kept]] of Object.entries(REPEATED)) {
    test(`${what}: the answer is that to the question which says it once`, async () => {
      const body = await get(given);
      assert.equal(body._links.self, `/api/v1/trees?${kept}`);
      assert.deepEqual(body, await get(kept));
    });
  }

  test('the same value of two parameters counts for each', async () => {
    const { _links } = await get('family=oak&tag=oak&distribution=oak');
    assert.equal(_links.self, '/api/v1/trees?family=oak&tag=oak&distribution=oak');
  });

  test('the same fault is told once, and a parameter that may stand once only is still refused when it does not', async () => {
    const { errors } = await get(`${'floweringSeason=x&famly=a&page=1&'.repeat(200)}famly=b`);
    assert.deepEqual(errors, [
      {
        parameter: 'floweringSeason',
        value: 'x',
        message: 'must be a month: an English or Spanish name, its first three letters, or 1 to 12',
      },
      { parameter: 'famly', message: 'unknown parameter; did you mean family?' },
      { parameter: 'page', message: 'must be given only once' },
    ]);
  });
});
