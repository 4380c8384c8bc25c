// Random questions, made of the same words as the random catalogues.

import fc from 'fast-check';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { FACETS, ORDERS, SEARCH_PLACES, SORTS } from '../../src/domain/questions.ts';
import { CONSERVATION_STATUSES, LOCALES, MONTHS } from '../../src/domain/vocabulary.ts';
import { PLACES, WORDS } from './catalogues.ts';

const word = fc.constantFrom(
  ...WORDS,
  'o',
  'oa',
  'SAN',
  'n',
  'unknown',
  'quercus',
  'acer rubrum',
  'bombax',
  '–',
  'fabaceae',
);
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });

const place = fc.constantFrom(
  ...PLACES,
  'centroamerica',
  '84',
  'Africa',
  'southern-america',
  'Australasia',
  'Europa',
  '8',
);

const filters = fc.record(
  {
    family: some(fc.constantFrom('fabaceae', 'MALVACEAE', 'acer_aceae', 'unknown')),
    conservationStatus: some(fc.constantFrom(...CONSERVATION_STATUSES)),
    tag: some(word),
    distribution: some(fc.oneof(word, place)),
    floweringSeason: some(fc.constantFrom(...MONTHS)),
    fruitingSeason: some(fc.constantFrom(...MONTHS)),
  },
  { requiredKeys: [] },
);

const lookUps = fc.record(
  {
    slug: fc.array(fc.constantFrom('a', 'b', 'A-A', 'a_b', 'c-0', 'none'), { minLength: 1, maxLength: 6 }),
    identifier: fc.array(fc.constantFrom('1', 'gbif:1', 'GBIF:2', 'wfo:1', '2', 'wfo-2', 'Wfo:WFO 2', 'x:1', 'x'), {
      minLength: 1,
      maxLength: 4,
    }),
  },
  { requiredKeys: [] },
);

export const queries: fc.Arbitrary<ListQuery> = fc
  .record(
    {
      locale: fc.constantFrom(...LOCALES),
      filters: fc.oneof(fc.constant({}), filters),
      lookUps: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: lookUps }),
      search: fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
      searchIn: fc.constantFrom(...SEARCH_PLACES),
      sort: fc.constantFrom(...SORTS),
      order: fc.constantFrom(...ORDERS),
      page: fc.integer({ min: 1, max: 5 }),
      pageSize: fc.integer({ min: 1, max: 20 }),
      facets: fc.subarray([...FACETS], { minLength: 1 }),
    },
    { requiredKeys: ['locale', 'filters', 'page', 'pageSize'] },
  )
  .map((query) => query as ListQuery);
