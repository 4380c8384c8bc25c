// The comparison by hashes finds what a comparison of all trees finds, and reads only records that differ.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changedFamilies, changedFields, changedRegions, type Difference } from '../../src/domain/compare.ts';
import type { RegionMap } from '../../src/domain/regions/region-map.ts';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { fold, LOCALES, type Locale } from '../../src/domain/vocabulary.ts';
import {
  type CatalogueVersion,
  compareCatalogues,
  EMPTY_CATALOGUE,
  storedVersion,
  treeIn,
} from '../../src/publishing/compare.ts';
import { DamagedError } from '../../src/store/errors.ts';
import { catalogues } from '../support/catalogues.ts';
import { temporaryFolder } from '../support/folders.ts';
import { histories } from '../support/histories.ts';
import { often } from '../support/often.ts';
import { catalogueOf, publishContent, storeOf } from '../support/publishing.ts';
import { makeText, makeTree } from '../support/trees.ts';

interface Content {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

const names = (trees: Tree[]): fc.Arbitrary<FamilyNames> =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...trees.map(({ family }) => fold(family)), 'no-such-family'),
        fc.constantFrom({ en: 'One' }, { es: 'Uno' }, { en: 'One', es: 'Uno' }),
      ),
      { maxLength: 4 },
    )
    .map((entries) => new Map(entries));

const map = fc.option(
  fc
    .uniqueArray(fc.record({ name: fc.constantFrom('North', 'South'), path: fc.constantFrom('M1', 'M2') }), {
      selector: ({ name }) => name,
    })
    .map((regions) => ({ width: 9, height: 9, regions })),
  { nil: undefined },
);

const withDocuments = (trees: Tree[]): fc.Arbitrary<Content> =>
  fc.record({ trees: fc.constant(trees), families: names(trees), map });

/** Two catalogues with many trees in common. */
const pairs = fc.oneof(
  histories
    .filter((editions) => editions.every((trees) => trees.length > 0))
    .map((editions) => [editions[0], editions.at(-1) as Tree[]]),
  fc.tuple(catalogues, fc.array(fc.nat(100))).map(([trees, edits]) => {
    const edited = (tree: Tree, at: number): Tree[] => {
      const edit = edits.findIndex((each) => each % trees.length === at);
      if (edit === -1) return [tree];
      const text = makeText({ title: `Edit ${edit}` });
      return edit % 3 === 0 ? [] : [{ ...tree, texts: edit % 3 === 1 ? { en: text } : { es: text } }];
    };
    return [trees, [...trees.flatMap(edited), makeTree({ slug: 'zz' })]];
  }),
);

const twoContents = pairs.chain(([before, after]) => fc.tuple(withDocuments(before), withDocuments(after)));

/** Trees may spell their family in several ways. */
function byFoldedName(families: Difference['families']): [name: string, fields: string[]][] {
  return families
    .map(({ name, fields }): [string, string[]] => [fold(name), fields])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function plainComparison(before: Content, after: Content) {
  const [old, now] = [before, after].map(({ trees }) => new Map(trees.map((tree) => [tree.slug, tree])));
  const both = [...old.keys()].filter((slug) => now.has(slug)).sort();
  const pair = (slug: string) => [old.get(slug) as Tree, now.get(slug) as Tree] as const;
  const lost = (locale: Locale) => both.filter((slug) => pair(slug)[0].texts[locale] && !pair(slug)[1].texts[locale]);
  return {
    added: [...now.keys()].filter((slug) => !old.has(slug)).sort(),
    removed: [...old.keys()].filter((slug) => !now.has(slug)).sort(),
    changed: both
      .map((slug) => ({ slug, changes: changedFields(...pair(slug)) }))
      .filter(({ changes }) => changes.length > 0)
      .map(({ slug, changes }) => ({ slug, fields: changes.map(({ field }) => field), changes })),
    families: byFoldedName(
      changedFamilies({ names: before.families, trees: before.trees }, { names: after.families, trees: after.trees }),
    ),
    map: changedRegions(before.map, after.map),
    textsLost: Object.fromEntries(LOCALES.map((locale) => [locale, lost(locale)])),
    textsBefore: Object.fromEntries(
      LOCALES.map((locale) => [locale, both.filter((slug) => pair(slug)[0].texts[locale]).length]),
    ),
  };
}

/** Remembers which records are read. */
function watched(catalogue: CatalogueVersion): { version: CatalogueVersion; read: Set<string> } {
  const read = new Set<string>();
  const records = (slugs: string[]) => {
    for (const slug of slugs) read.add(slug);
    return catalogue.records(slugs);
  };
  return { version: { versions: catalogue.versions, documents: catalogue.documents, records }, read };
}

test('random catalogues are compared as if all of their trees were, and only records that differ are read', async () => {
  await fc.assert(
    fc.asyncProperty(twoContents, async ([before, after]) => {
      const catalogue = await catalogueOf(after);
      const [old, now] = [watched(await catalogueOf(before)), watched(catalogue)];
      const { difference, textsLost, textsBefore } = await compareCatalogues(old.version, now.version);
      const unchanged = (locale: Locale) => catalogue.textsUnchanged(locale, old.version.versions);
      const found = {
        ...difference,
        families: byFoldedName(difference.families),
        textsLost,
        textsBefore: Object.fromEntries(LOCALES.map((locale) => [locale, textsBefore[locale] + unchanged(locale)])),
      };
      assert.deepEqual(found, plainComparison(before, after));
      for (const { read, version } of [old, now])
        for (const slug of read) {
          const [hash, other] = [old.version, now.version].map((each) => each.versions.get(slug)?.hash);
          assert.ok(hash !== other, `${slug} was read`);
          assert.ok(version.versions.get(slug)?.hash);
        }
    }),
    { numRuns: often(40, 500) },
  );
});

test('revisions in a store are compared as the catalogues that were published', async (t) => {
  const store = await storeOf(t, temporaryFolder(t));
  const published = async (content: Content) =>
    storedVersion(store.revisions, (await publishContent(store, content)).number);
  await fc.assert(
    fc.asyncProperty(twoContents, async ([before, after]) => {
      const stored = await compareCatalogues(await published(before), await published(after));
      assert.deepEqual(stored, await compareCatalogues(await catalogueOf(before), await catalogueOf(after)));
    }),
    { numRuns: often(5, 100) },
  );
});

test('everything is new compared with an empty catalogue', async () => {
  const catalogue = await catalogueOf({ trees: [makeTree()], families: new Map([['malvaceae', { en: 'Mallows' }]]) });
  const { difference } = await compareCatalogues(EMPTY_CATALOGUE, catalogue);
  assert.deepEqual(difference, { added: ['ceiba-pentandra'], changed: [], removed: [], families: [], map: [] });
});

test('a tree that only its family renamed is read, but does not count as changed', async () => {
  const trees = [makeTree(), makeTree({ slug: 'oak', family: 'Fagaceae' })];
  const before = await catalogueOf({ trees, families: new Map() });
  const after = await catalogueOf({ trees, families: new Map([['fagaceae', { en: 'Beeches' }]]) });
  const { version, read } = watched(after);
  const { difference } = await compareCatalogues(before, version);
  assert.deepEqual(difference.changed, []);
  assert.deepEqual(difference.families, [{ name: 'Fagaceae', fields: ['commonName.en'] }]);
  assert.deepEqual([...read], ['oak']);
});

test('a slug that leads to another tree counts as removed, and one that becomes a tree as added', async () => {
  const [elm, oak] = [makeTree({ slug: 'elm' }), makeTree({ slug: 'oak' })];
  const [two, one] = [
    await catalogueOf({ trees: [elm, oak] }),
    await catalogueOf({ trees: [{ ...oak, formerSlugs: ['elm'] }] }),
  ];
  const { difference } = await compareCatalogues(two, one);
  assert.deepEqual([difference.added, difference.removed], [[], ['elm']]);
  const back = await compareCatalogues(one, two);
  assert.deepEqual([back.difference.added, back.difference.removed], [['elm'], []]);
});

test('what is no record of a tree is a damaged store', () => {
  for (const record of ['', '{', 'null', '[1']) assert.throws(() => treeIn(record), DamagedError, record);
});
