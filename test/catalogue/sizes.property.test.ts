// Holds the catalogue against the plain implementation at the borders of a cell, and where it is so large and its values so rare
// that trees are looked for in lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { ListQuery } from '../../src/catalogue/query.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { expectedList } from '../support/oracle.ts';
import { makeText, makeTree } from '../support/trees.ts';

const SIZES = [0, 1, 31, 32, 33, 63, 64, 65, 1500];
const QUESTIONS = 100;

/** Of values that the trees have in very different numbers: from nearly all down to one alone. */
function valuesOf(tree: number, salt: number): string[] {
  return [2, 7, 40, 150, 600].map(
    (share, index) => `${'abcde'[index]}${(Math.imul(tree + salt, 40503) >>> 7) % share}`,
  );
}

function catalogueOf(size: number): Tree[] {
  return Array.from({ length: size }, (_, index) =>
    makeTree({
      slug: `tree-${index}`,
      family: `Family ${index % 300}`,
      distribution: valuesOf(index, 1),
      texts: { en: makeText({ title: `Tree ${(index * 7919) % size}`, tags: valuesOf(index, 2) }) },
    }),
  );
}

/** Leaves little to the plain implementation, which takes its time; values are written as they fold. */
function mayMeet({ distribution, family, texts }: Tree, { filters }: ListQuery): boolean {
  const has = (values: string[] | undefined, own: string[]) => !values || values.some((each) => own.includes(each));
  return (
    has(filters.tag, texts.en?.tags ?? []) &&
    has(filters.distribution, distribution) &&
    has(filters.family, [family.toLowerCase()])
  );
}

/** Some values of one tree, so that something is found, and some of others. */
const questionsOver = (trees: Tree[]) =>
  fc
    .record({
      tree: fc.nat(Math.max(trees.length - 1, 0)),
      other: fc.nat(Math.max(trees.length - 1, 0)),
      tag: fc.nat(4),
      distribution: fc.option(fc.nat(4), { nil: undefined }),
      hasFamily: fc.boolean(),
      isWide: fc.boolean(),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      page: fc.integer({ min: 1, max: 3 }),
      pageSize: fc.constantFrom(1, 3, 100),
    })
    .map(({ tree, other, tag, distribution, hasFamily, isWide, ...rest }): ListQuery => {
      const of = (index: number | undefined, salt: number) =>
        index === undefined
          ? undefined
          : [valuesOf(tree, salt)[index], ...(isWide ? [valuesOf(other, salt)[index]] : [])];
      const filters = Object.entries({
        tag: of(tag, 2),
        distribution: of(distribution, 1),
        family: hasFamily ? [`family ${tree % 300}`] : undefined,
      }).filter(([, values]) => values !== undefined);
      return { locale: 'en', filters: Object.fromEntries(filters), lookUps: {}, ...rest } as ListQuery;
    });

for (const size of SIZES) {
  test(`with ${size} trees, every list is the one that the plain implementation gives`, () => {
    const trees = catalogueOf(size);
    const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
    fc.assert(
      fc.property(questionsOver(trees), (query) => {
        const { total, trees: found } = catalogue.list(query);
        const slugs = Array.from(found, (tree) => catalogue.snapshot.slugs.get(tree));
        const rest = trees.filter((tree) => mayMeet(tree, query));
        assert.deepEqual({ total, slugs }, expectedList(rest, query));
      }),
      { numRuns: QUESTIONS },
    );
  });
}
