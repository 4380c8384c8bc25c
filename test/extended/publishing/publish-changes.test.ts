// What is published from a data folder with an import cache is what would be published without, in every command and store.

import assert from 'node:assert/strict';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { command, commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { COSTA_RICA } from '../../support/maps.ts';
import { often } from '../../support/often.ts';
import { contentOf, storeOf } from '../../support/publishing.ts';
import { sylva } from '../../support/sylva.ts';

const SLUGS = Array.from(
  { length: 40 },
  (_, number) => `acer-${String.fromCharCode(97 + (number % 26))}${'x'.repeat(number / 26)}`,
);
const LONG = Array.from({ length: 400 }, (_, number) => `word${(number * 7919) % 1000}`).join(' ');

type Row = Record<string, unknown>;

function rowOf(slug: string, more: Row = {}): Row {
  const text = {
    'title.en': slug,
    'description.en': `The ${slug}.`,
    'body.en': `${slug} ${LONG}`,
    'tags.en': ['shade'],
  };
  const inSpanish = { 'title.es': slug, 'description.es': `El ${slug}.`, 'tags.es': ['sombra'] };
  const facts = { scientificName: `Acer ${slug.slice(5)}lbum`, family: 'Sapindaceae', distribution: ['Spain'] };
  return { slug, ...facts, ...text, ...inSpanish, ...more };
}

/** What may become of a row: some of it makes a row or others warn, and some takes a text or the row away. */
const edit = fc.constantFrom<Row | 'goes'>(
  { 'title.en': 'Another' },
  { 'description.es': 'Otro árbol, más largo.' },
  { 'tags.en': ['Shade', 'street'] },
  { 'tags.es': [] },
  { family: 'Aceraceae' },
  { family: 'sapindaceae' },
  { distribution: ['Spain', 'France'] },
  { scientificName: 'Acer rubrum' },
  { formerSlugs: ['old-acer'] },
  { updatedAt: '2026-01-01', conservationStatus: 'LC', floweringSeason: ['may'] },
  { 'title.es': undefined, 'description.es': undefined },
  { synonyms: ['Acer vetus'], commonNames: [{ name: 'Maple', language: 'en' }] },
  { 'family.commonName.en': 'Maples' },
  'goes',
);

interface Edition {
  edits: Map<string, Row | 'goes'>;
  added: string[];
  hasFamilies: boolean;
  hasMap: boolean;
}

const editions: fc.Arbitrary<Edition> = fc.record({
  edits: fc.array(fc.tuple(fc.constantFrom(...SLUGS), edit), { maxLength: 2 }).map((all) => new Map(all)),
  added: fc.subarray(['acer-new', 'zelkova'], { maxLength: 1 }),
  hasFamilies: fc.boolean(),
  hasMap: fc.boolean(),
});

function filesOf({ edits, added, hasFamilies, hasMap }: Edition): Record<string, string> {
  const rows = SLUGS.flatMap((slug) => {
    const what = edits.get(slug) ?? {};
    return what === 'goes' ? [] : [rowOf(slug, what)];
  });
  const lines = [...rows, ...added.map((slug) => rowOf(slug))].map((row) => JSON.stringify(row));
  return {
    'trees.ndjson': lines.join('\n'),
    ...(hasFamilies && { 'families.yaml': 'Sapindaceae: { en: Soapberries }\n' }),
    ...(hasMap && { 'regions.geojson': COSTA_RICA }),
  };
}

async function publishedIn(t: TestContext, data: string, files: Record<string, string>): Promise<unknown> {
  const source = join(writeFiles(t, files), 'trees.ndjson');
  const { code, stdout } = await command(['publish', source, '--data', data, '--json']);
  const { revision, ...told } = JSON.parse(stdout);
  const store = await storeOf(t, data);
  const active = await store.revisions.active();
  const content = active && (await contentOf(store, active));
  const lines = content && [
    ...content.trees.map((tree) => JSON.stringify(tree)),
    JSON.stringify([...content.families]),
  ];
  return { code, told, id: revision?.id, hash: active?.hash, families: active?.families, lines };
}

test('random changes, one after the other, are told and stored as without a cache', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(editions, { minLength: 1, maxLength: 3 }), async (all) => {
      const [data, fromScratch] = [temporaryFolder(t), temporaryFolder(t)];
      const first = { edits: new Map(), added: [], hasFamilies: false, hasMap: false };
      for (const edition of [first, ...all]) {
        const files = filesOf(edition);
        rmSync(join(fromScratch, 'cache'), { recursive: true, force: true });
        assert.deepEqual(await publishedIn(t, data, files), await publishedIn(t, fromScratch, files));
      }
    }),
    { numRuns: often(8, 100) },
  );
});

test('two publishes of the same at once leave a cache that tells later changes', async (t) => {
  const data = temporaryFolder(t);
  const source = (first: string, rounds: number) => {
    const rows = [rowOf('aaa', { 'title.en': first }), ...SLUGS.map((slug) => rowOf(slug))];
    const added = Array.from({ length: rounds }, (_, round) => rowOf(`aa-${round}`));
    const text = [...added, ...rows].map((row) => JSON.stringify(row)).join('\n');
    return join(writeFiles(t, { 'trees.ndjson': text }), 'trees.ndjson');
  };
  await commandJson(['publish', source('One', 0), '--data', data]);
  for (let round = 1; round <= 4; round++) {
    const words = ['publish', source('One', round), '--data', data, '--json'];
    const both = await Promise.all([sylva(words), sylva(words)]);
    assert.deepEqual(
      both.map(({ code }) => code),
      [0, 0],
    );
    for (const title of ['Two', 'One']) {
      const { changed } = await commandJson(['publish', source(title, round), '--data', data]);
      assert.deepEqual(changed, [{ slug: 'aaa', fields: ['title.en'] }]);
    }
  }
});

test('random bytes of the cache are altered or cut off: what is published and told stays the same', async (t) => {
  const damage = fc.record({ file: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }), isCut: fc.boolean() });
  const changed = {
    edits: new Map([[SLUGS[3], { 'title.en': 'Another' }]]),
    added: [],
    hasFamilies: true,
    hasMap: false,
  };
  const first = { ...changed, edits: new Map() };
  const scratch = temporaryFolder(t);
  await publishedIn(t, scratch, filesOf(first));
  rmSync(join(scratch, 'cache'), { recursive: true });
  const expected = await publishedIn(t, scratch, filesOf(changed));
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, at, isCut }) => {
      const data = temporaryFolder(t);
      await publishedIn(t, data, filesOf(first));
      const files = globSync('cache/*', { cwd: data }).sort();
      const path = join(data, files[file % files.length]);
      const bytes = readFileSync(path);
      const place = Math.floor(at * (bytes.length - 1));
      bytes[place] ^= 4;
      writeFileSync(path, isCut ? bytes.subarray(0, place) : bytes);
      assert.deepEqual(await publishedIn(t, data, filesOf(changed)), expected);
    }),
    { numRuns: often(10, 200) },
  );
});

test('a cache from before another default language changes nothing', async (t) => {
  const [data, fromScratch] = [temporaryFolder(t), temporaryFolder(t)];
  const files = filesOf({ edits: new Map(), added: [], hasFamilies: false, hasMap: false });
  const source = join(writeFiles(t, files), 'trees.ndjson');
  for (const each of [data, fromScratch]) {
    await commandJson(['publish', source, '--data', each, '--default-locale', 'es']);
    await commandJson(['publish', source, '--data', each]);
  }
  rmSync(join(fromScratch, 'cache'), { recursive: true });
  const changed = filesOf({
    edits: new Map([[SLUGS[3], { 'title.en': 'Another' }]]),
    added: [],
    hasFamilies: false,
    hasMap: false,
  });
  assert.deepEqual(await publishedIn(t, data, changed), await publishedIn(t, fromScratch, changed));
});
