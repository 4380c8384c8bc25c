// Holds the catalogue against the plain implementation, over random catalogues and questions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { editDistance } from '../../src/domain/names/edit-distance.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { compile } from '../../src/snapshot/compile.ts';
import type { Thresholds } from '../../src/snapshot/layout.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { catalogues } from '../support/catalogues.ts';
import { often } from '../support/often.ts';
import { expectedList } from '../support/oracle.ts';
import { queries } from '../support/queries.ts';
import { makeTree } from '../support/trees.ts';

const CATALOGUES = often(25);
const QUERIES_EACH = 10;

function open(trees: Tree[], thresholds?: Thresholds): Catalogue {
  return new Catalogue(openSnapshot(compile({ trees, families: new Map() }, undefined, thresholds)));
}

function answer(catalogue: Catalogue, query: ListQuery) {
  const { trees, suggestions: _, ...rest } = catalogue.list(query);
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

/** What only a search by relevance in all names depends on. */
const rankedQueries = queries.map(
  ({ locale, page, pageSize, search = 'oak', searchIn }): ListQuery => ({
    ...{ locale, page, pageSize, search, filters: {} },
    searchIn: searchIn === 'all' ? 'all' : 'names',
  }),
);

test('a search in all names is ranked as the plain implementation ranks it', () => {
  fc.assert(
    fc.property(catalogues, fc.array(rankedQueries, { minLength: QUERIES_EACH }), (trees, asked) => {
      const catalogue = open(trees);
      for (const query of asked) assert.deepEqual(answer(catalogue, query), expectedList(trees, query));
    }),
    { numRuns: CATALOGUES },
  );
});

const ALWAYS_BITMAPS = 0;
const ALWAYS_LISTS = Number.POSITIVE_INFINITY;
const threshold = fc.constantFrom(ALWAYS_BITMAPS, 1 / 4, 1, 2, 8, ALWAYS_LISTS);
const thresholds = fc.record({ value: threshold, start: threshold });

test('a list is the same whether trees are kept as lists, as bitmaps or partly so', () => {
  fc.assert(
    fc.property(catalogues, thresholds, manyQueries, (trees, border, asked) => {
      const catalogue = open(trees, border);
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
      const { initial, ...facets } = catalogue.list(query).facets ?? {};
      for (const [field, counts] of Object.entries(facets)) {
        for (const { value, count } of counts) {
          const chosen = { ...query, filters: { ...query.filters, [field]: [value] } };
          assert.equal(catalogue.list(chosen).total, count, `${field}=${value}`);
        }
      }
    }),
    { numRuns: CATALOGUES },
  );
});

test('letters follow each other as trees do, and their counts add up to the place where each begins', () => {
  fc.assert(
    fc.property(catalogues, queries, (trees, query) => {
      const catalogue = open(trees);
      const { facets, total } = catalogue.list({ ...query, facets: ['initial'] });
      const counts = facets?.initial ?? [];
      if (counts.length === 0) return;
      const sum = counts.reduce((before, { count }) => before + count, 0);
      assert.equal(sum, total);
      assert.equal(new Set(counts.map(({ value }) => value)).size, counts.length);
    }),
    { numRuns: CATALOGUES },
  );
});

/** One slip somewhere in a word. */
const slip = fc.record({ at: fc.nat(20), kind: fc.constantFrom('drop', 'double', 'swap', 'exchange') });

function withSlip(word: string, { at, kind }: { at: number; kind: string }): string {
  const place = at % word.length;
  const [before, letter, after] = [word.slice(0, place), word[place], word.slice(place + 1)];
  if (kind === 'drop') return before + after;
  if (kind === 'double') return before + letter + letter + after;
  if (kind === 'exchange') return `${before}k${after}`;
  return before + (after[0] ?? '') + letter + after.slice(1);
}

const misspelt = fc
  .tuple(fc.constantFrom('quercus', 'rubrum', 'zelkova', 'bombax', 'fabaceae', 'nandu', 'zebra'), slip)
  .map(([word, chosen]) => withSlip(word, chosen));

test('a search without result suggests nearby words that have some under the same filters, nearest first', () => {
  let suggested = 0;
  fc.assert(
    fc.property(catalogues, queries, fc.array(misspelt, { minLength: 1, maxLength: 2 }), (trees, query, given) => {
      const catalogue = open(trees);
      const asked = { ...query, search: given.join(' ') };
      const { total, suggestions } = catalogue.list(asked);
      if (total > 0) assert.equal(suggestions, undefined);
      else {
        assert.ok(suggestions && suggestions.length <= 5);
        assert.equal(new Set(suggestions).size, suggestions.length);
        for (const search of suggestions) assert.ok(expectedList(trees, { ...asked, search }).total > 0, search);
        suggested += suggestions.length;
      }
      const without = catalogue.list({ ...query, search: undefined });
      assert.equal('suggestions' in without, false);
    }),
    // Chance alone may give none that has any.
    {
      numRuns: CATALOGUES,
      examples: [
        [
          [makeTree({ scientificName: 'Zelkova serrata' })],
          { locale: 'en', filters: {}, page: 1, pageSize: 20 },
          ['zelkovaa'],
        ],
      ],
    },
  );
  assert.ok(suggested > 0);
});

test('a word with one slip is found again wherever a tree has it', () => {
  fc.assert(
    fc.property(catalogues, queries, misspelt, (trees, query, search) => {
      const catalogue = open(trees);
      const asked = { ...query, search };
      const { suggestions } = catalogue.list(asked);
      if (!suggestions || suggestions.length === 5) return;
      const near = ['quercus', 'rubrum', 'zelkova', 'bombax', 'zebra', 'nandu'].filter(
        (word) => editDistance(search, word, 1) === 1 && expectedList(trees, { ...asked, search: word }).total > 0,
      );
      for (const word of near) assert.ok(suggestions.includes(word), `${search}: ${word} is not in ${suggestions}`);
    }),
    { numRuns: CATALOGUES },
  );
});
