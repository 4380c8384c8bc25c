// Holds the catalogue against the plain implementation, over random catalogues and questions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import type { Tree } from '../../src/tree.ts';
import { expectedList } from '../support/oracle.ts';
import { queries } from '../support/queries.ts';
import { catalogues } from '../support/trees.ts';

const CATALOGUES = 250;
const QUERIES_EACH = 10;

function open(trees: Tree[]): Catalogue {
  return new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
}

function answer(catalogue: Catalogue, query: ListQuery) {
  const { trees, ...rest } = catalogue.list(query);
  return { ...rest, slugs: Array.from(trees, (tree) => catalogue.snapshot.slugs.get(tree)) };
}

const manyQueries = fc.array(queries, { minLength: QUERIES_EACH, maxLength: QUERIES_EACH });

test('every list is the one that the plain implementation gives', () => {
  fc.assert(
    fc.property(catalogues, manyQueries, (trees, asked) => {
      const catalogue = open(trees);
      for (const query of asked) assert.deepEqual(answer(catalogue, query), expectedList(trees, query));
    }),
    { numRuns: CATALOGUES },
  );
});

test('walking all pages of a question meets every tree of it once, in order', () => {
  fc.assert(
    fc.property(catalogues, queries, (trees, query) => {
      const catalogue = open(trees);
      const whole = expectedList(trees, { ...query, page: 1, pageSize: trees.length });
      const walked: string[] = [];
      for (let page = 1; page <= Math.ceil(whole.total / query.pageSize); page++) {
        walked.push(...answer(catalogue, { ...query, page }).slugs);
      }
      assert.deepEqual(walked, whole.slugs);
    }),
    { numRuns: CATALOGUES },
  );
});

test('a facet’s count is the total of the list with that value chosen', () => {
  fc.assert(
    fc.property(catalogues, queries, (trees, query) => {
      const catalogue = open(trees);
      for (const [field, counts] of Object.entries(catalogue.list(query).facets ?? {})) {
        for (const { value, count } of counts) {
          const chosen = { ...query, filters: { ...query.filters, [field]: [value] } };
          assert.equal(catalogue.list(chosen).total, count, `${field}=${value}`);
        }
      }
    }),
    { numRuns: CATALOGUES },
  );
});
