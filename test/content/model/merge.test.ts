import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import { type Tree, type TreeDetail, toDetail } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const BOTH = { title: 'Oak', scientificName: 'Quercus robur', family: 'Fagaceae', description: 'A tree.' };

function filesOf(en: object | null, es: object | null): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [locale, fields] of Object.entries({ en, es })) {
    if (fields) files[`${locale}/oak.md`] = `---\n${stringify({ ...BOTH, ...fields })}---\n`;
  }
  return files;
}

function readTree(t: TestContext, en: object | null, es: object | null): Tree {
  const { trees, errors } = readAll(writeFiles(t, filesOf(en, es)));
  assert.deepEqual(errors, []);
  return trees[0];
}

function pick<K extends keyof TreeDetail>(record: TreeDetail, ...keys: K[]) {
  return keys.map((key) => record[key]);
}

test('text belongs to its language', (t) => {
  const tree = readTree(
    t,
    { title: 'Oak', tags: ['shade'], uses: ['timber'], nativeRegion: 'Europe' },
    { title: 'Roble', tags: ['sombra'], uses: ['madera'] },
  );
  assert.deepEqual(pick(toDetail(tree, 'en'), 'title', 'tags', 'uses', 'nativeRegion'), [
    'Oak',
    ['shade'],
    ['timber'],
    'Europe',
  ]);
  assert.deepEqual(pick(toDetail(tree, 'es'), 'title', 'tags', 'uses', 'nativeRegion'), [
    'Roble',
    ['sombra'],
    ['madera'],
    null,
  ]);
});

test('what the two files tell differently in words is told in each language’s own', (t) => {
  const tree = readTree(
    t,
    { maxHeight: '40 metres', soil: 'deep', light: 'full' },
    { maxHeight: '40 metros', soil: 'profundo' },
  );
  const [en, es] = [toDetail(tree, 'en'), toDetail(tree, 'es')];
  assert.deepEqual([en.maxHeight, es.maxHeight], ['40 metres', '40 metros']);
  assert.deepEqual(en.attributes, { soil: 'deep', light: 'full' });
  assert.deepEqual(es.attributes, { soil: 'profundo', light: 'full' });
});

test('facts belong to the tree, from whichever file gives them', (t) => {
  const tree = readTree(
    t,
    { floweringSeason: ['april'] },
    { conservationStatus: 'LC', images: ['a.jpg'], synonyms: ['Quercus pedunculata'] },
  );
  for (const locale of ['en', 'es'] as const) {
    const record = toDetail(tree, locale);
    assert.deepEqual(pick(record, 'conservationStatus', 'floweringSeason', 'images', 'synonyms'), [
      'LC',
      ['april'],
      ['a.jpg'],
      ['Quercus pedunculata'],
    ]);
  }
});

test('updatedAt is the later of the two', (t) => {
  const tree = readTree(t, { updatedAt: '2026-01-11' }, { updatedAt: '2026-03-01T10:00:00Z' });
  assert.equal(tree.updatedAt, '2026-03-01T10:00:00Z');
});

test('a region is the same fact in either language, and stays as the default language has it', (t) => {
  const en = ['Central America', 'Limón', 'Brazil'];
  const files = filesOf({ distribution: en }, { distribution: ['limon', 'Brasil', 'América Central'] });
  const { trees, errors, warnings } = readAll(writeFiles(t, files));
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(trees[0].distribution, en);
});

test('common names of both languages stand together, each with its language', (t) => {
  const tree = readTree(t, { commonNames: ['English oak'] }, { commonNames: ['Carballo'] });
  assert.deepEqual(tree.commonNames, [
    { name: 'English oak', language: 'en' },
    { name: 'Carballo', language: 'es' },
  ]);
});

test('a tree in one language is served in both, saying which it is', (t) => {
  const tree = readTree(t, null, { title: 'Roble' });
  for (const locale of ['en', 'es'] as const) {
    const record = toDetail(tree, locale);
    assert.deepEqual(pick(record, 'title', 'locale', 'availableLocales'), ['Roble', 'es', ['es']]);
    assert.equal(record._links.self, `/api/v1/trees/oak?locale=${locale}`);
  }
});

test('every field is there: an unknown fact null, an empty collection empty', (t) => {
  const record = toDetail(readTree(t, {}, null), 'en');
  const empty = Object.entries(record).filter(
    ([key]) => !['slug', 'locale', 'availableLocales', '_links', ...Object.keys(BOTH)].includes(key),
  );
  assert.deepEqual(Object.fromEntries(empty), {
    scientificNameAuthorship: null,
    conservationStatus: null,
    tags: [],
    distribution: [],
    floweringSeason: [],
    fruitingSeason: [],
    updatedAt: null,
    conservationAssessment: null,
    body: null,
    bodyFormat: null,
    synonyms: [],
    commonNames: [],
    nativeRegion: null,
    maxHeight: null,
    elevation: null,
    uses: [],
    toxicityLevel: null,
    toxicParts: [],
    skinContactRisk: null,
    allergenRisk: null,
    featuredImage: null,
    images: [],
    publishedAt: null,
    identifiers: { wfo: null, ipni: null, gbif: null, iucn: null },
    formerSlugs: [],
    attributes: {},
  });
});
