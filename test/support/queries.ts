// Random questions, made of the same words as the random catalogues.

import fc from 'fast-check';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { FILTERS, ORDERS, SORTS } from '../../src/snapshot/layout.ts';
import { LOCALES, MONTHS, STATUSES } from '../../src/vocabulary.ts';
import { WORDS } from './trees.ts';

const word = fc.constantFrom(...WORDS, 'o', 'oa', 'SAN', 'n', 'unknown', 'quercus', 'acer rubrum', '–', 'fabaceae');
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });

const filters = fc.record(
  {
    family: some(fc.constantFrom('fabaceae', 'MALVACEAE', 'acer_aceae', 'unknown')),
    conservationStatus: some(fc.constantFrom(...STATUSES)),
    tag: some(word),
    distribution: some(word),
    floweringSeason: some(fc.constantFrom(...MONTHS)),
    fruitingSeason: some(fc.constantFrom(...MONTHS)),
  },
  { requiredKeys: [] },
);

export const queries: fc.Arbitrary<ListQuery> = fc
  .record(
    {
      locale: fc.constantFrom(...LOCALES),
      filters: fc.oneof(fc.constant({}), filters),
      search: fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
      sort: fc.constantFrom(...SORTS),
      order: fc.constantFrom(...ORDERS),
      page: fc.integer({ min: 1, max: 5 }),
      pageSize: fc.integer({ min: 1, max: 20 }),
      facets: fc.subarray([...FILTERS], { minLength: 1 }),
    },
    { requiredKeys: ['locale', 'filters', 'page', 'pageSize'] },
  )
  .map((query) => query as ListQuery);
