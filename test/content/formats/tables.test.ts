import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toDetail } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { found, readAll, readFiles } from '../../support/sources.ts';

const HEADER = [
  'slug',
  'title.en',
  'title.es',
  'description.en',
  'description.es',
  'scientificName',
  'family',
  'tags.en',
  'tags.es',
  'distribution',
  'floweringSeason',
  'identifiers.gbif',
  'barkColour',
];
const ROW = [
  'oak',
  'Oak',
  'Roble',
  'A "grand" tree;\nwith, lines.',
  'Un árbol.',
  'Quercus robur',
  'Fagaceae',
  'shade|sacred',
  'sombra',
  'Europe | Asia',
  'april|mayo',
  '0042',
  'grey',
];

function csv(rows: string[][], separator = ',', newline = '\n'): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return rows.map((row) => row.map(cell).join(separator)).join(newline) + newline;
}

function assertIsOak(
  t: import('node:test').TestContext,
  files: Record<string, string | Uint8Array>,
  expectedWarnings: string[] = [],
) {
  const [name] = Object.keys(files);
  const { trees, errors, warnings } = readAll(`${writeFiles(t, files)}/${name}`);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    expectedWarnings,
  );
  assert.equal(trees.length, 1);
  const [en, es] = [toDetail(trees[0], 'en'), toDetail(trees[0], 'es')];
  assert.deepEqual([en.title, es.title, es.description], ['Oak', 'Roble', 'Un árbol.']);
  assert.match(en.description, /^A "grand" tree;\r?\nwith, lines\.$/);
  assert.deepEqual([en.tags, es.tags], [['shade', 'sacred'], ['sombra']]);
  assert.deepEqual(en.distribution, ['Europe', 'Asia']);
  assert.deepEqual(en.floweringSeason, ['april', 'may']);
  assert.equal(en.identifiers.gbif, '0042');
  assert.deepEqual(es.attributes, { barkColour: 'grey' });
}

test('CSV with commas, semicolons or tabs is read the same', (t) => {
  for (const separator of [',', ';', '\t']) assertIsOak(t, { 'trees.csv': csv([HEADER, ROW], separator) });
});

test('CSV as spreadsheets save it is read: byte-order mark, Windows line ends, UTF-16', (t) => {
  const windows = csv([HEADER, ROW], ';', '\r\n');
  assertIsOak(t, { 'trees.csv': `\ufeff${windows}` });
  assertIsOak(t, { 'trees.csv': Buffer.from(`\ufeff${windows}`, 'utf16le') });
  assertIsOak(t, { 'trees.csv': Buffer.from(`\ufeff${windows}`, 'utf16le').swap16() });
});

test('half a mark of UTF-16 is no mark', (t) => {
  for (const start of [0xff, 0xfe]) {
    const bytes = Buffer.concat([Buffer.from([start]), Buffer.from(csv([HEADER, ROW]), 'latin1')]);
    const { warnings } = readAll(`${writeFiles(t, { 'trees.csv': bytes })}/trees.csv`);
    assert.ok(
      warnings.some(({ code }) => code === 'odd-encoding'),
      String(start),
    );
  }
});

test('CSV in Windows-1252 is read, with a word about it', (t) => {
  assertIsOak(t, { 'trees.csv': Buffer.from(csv([HEADER, ROW], ';'), 'latin1') }, ['odd-encoding']);
});

test('blank lines of a CSV are passed over', (t) => {
  assertIsOak(t, { 'trees.csv': `${csv([HEADER, ROW])}\n,,,,,,,,,,,,\n\n` });
});

const row = Object.fromEntries(HEADER.map((name, index) => [name, ROW[index]]));

test('JSON is read as a list, or as a list under “trees”', (t) => {
  assertIsOak(t, { 'trees.json': JSON.stringify([row], null, 2) });
  assertIsOak(t, { 'trees.json': JSON.stringify({ trees: [row] }) });
});

test('JSON may nest languages and lists', (t) => {
  const nested = {
    slug: 'oak',
    title: { en: 'Oak', es: 'Roble' },
    description: { en: 'A "grand" tree;\nwith, lines.', es: 'Un árbol.' },
    scientificName: 'Quercus robur',
    family: 'Fagaceae',
    tags: { en: ['shade', 'sacred'], es: 'sombra' },
    distribution: ['Europe', 'Asia'],
    floweringSeason: [4, 'mayo'],
    identifiers: { gbif: '0042' },
    barkColour: 'grey',
  };
  assertIsOak(t, { 'trees.json': JSON.stringify([nested]) });
  for (const blank of ['', ' \t', '\r', '\u00a0'])
    assertIsOak(t, { 'trees.ndjson': `${blank}\n${JSON.stringify(nested)}\r\n${blank}\n` });
});

test('an assessment is read from its columns, kindly', (t) => {
  const rows = [
    [...HEADER, 'conservationAssessment.year', 'conservationAssessment.scope'],
    [...ROW, ' 2023 ', 'Nacional'],
  ];
  const { trees, errors } = readAll(`${writeFiles(t, { 'trees.csv': csv(rows) })}/trees.csv`);
  assert.deepEqual(errors, []);
  assert.deepEqual(trees[0].conservationAssessment, { year: 2023, criteria: null, scope: 'national' });
});

test('a row of one language takes it from its locale, or else the default', (t) => {
  const plain = {
    slug: 'oak',
    title: 'Roble',
    description: 'Un árbol.',
    scientificName: 'Quercus robur',
    family: 'Fagaceae',
  };
  const source = `${writeFiles(t, {
    'trees.json': JSON.stringify([
      { ...plain, locale: 'es' },
      { ...plain, slug: 'oak-2' },
    ]),
  })}/trees.json`;
  const { trees } = readAll(source);
  assert.deepEqual(
    trees.map(({ texts }) => Object.keys(texts)),
    [['es'], ['en']],
  );
});

test('an untranslated cell leaves the other language’s text in place, with a word about it', (t) => {
  const half = { ...row, 'description.es': '' };
  const { trees, errors, warnings } = readAll(`${writeFiles(t, { 'trees.json': JSON.stringify([half]) })}/trees.json`);
  assert.deepEqual(errors, []);
  assert.deepEqual(warnings.map(({ code }) => code).sort(), ['incomplete-text', 'one-language']);
  assert.equal(toDetail(trees[0], 'es').title, 'Oak');
});

test('what is told in a language that is not complete is named, unless it is seen in another', (t) => {
  const hidden = (row: object) => {
    const { warnings } = readFiles(t, { 'trees.json': JSON.stringify([row]) });
    const { message = '' } = warnings.find(({ code }) => code === 'incomplete-text') ?? {};
    return message.split('nobody sees ')[1];
  };
  assert.equal(hidden({ ...row, 'description.es': '' }), 'title.es, tags.es.');
  const { 'title.en': _, 'title.es': __, ...others } = row;
  const grouped = { ...others, 'description.es': '', title: { en: 'Oak', es: 'Roble' }, maxHeight: { es: '40 m' } };
  assert.equal(hidden(grouped), 'title.es, tags.es.');
  const both = { ...grouped, maxHeight: { en: '40 m', es: '40 metros' } };
  assert.equal(hidden(both), 'title.es, tags.es, maxHeight.es.');
  assert.equal(
    hidden({ ...others, 'description.es': '', 'tags.es': '', title: 'Oak', 'elevation.es': '9' }),
    undefined,
  );
});

test('what a language says itself takes the place of what its row says for all, also where it cannot be served', (t) => {
  const { 'title.en': _, 'title.es': __, ...others } = row;
  const read = (more: object) => readFiles(t, { 'trees.json': JSON.stringify([{ ...others, title: 'Oak', ...more }]) });
  const { trees } = read({ 'title.es': 'Roble' });
  assert.deepEqual([trees[0].texts.en?.title, trees[0].texts.es?.title], ['Oak', 'Roble']);
  const { errors, warnings } = read({ 'title.es': 'Ro\u0007ble' });
  assert.deepEqual(found(errors), ['bad-character trees.json:1 title.es']);
  assert.deepEqual(found(warnings), ['one-language trees.json:1 null']);
});

test('whatever text a cell holds comes back from CSV as it was, but for an apostrophe before a formula', (t) => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== '' && !text.includes('\r'));
  fc.assert(
    fc.property(cell, fc.constantFrom(',', ';', '\t'), (text, separator) => {
      const source = `${writeFiles(t, { 'trees.csv': csv([HEADER, ROW.with(-1, text)], separator) })}/trees.csv`;
      const { trees, errors } = readAll(source);
      assert.deepEqual(errors, []);
      assert.equal(toDetail(trees[0], 'en').attributes.barkColour, text.replace(/^'(?='*[=+\-@\t])/, ''));
    }),
    {
      numRuns: 100,
      examples: [
        ["'-", ','],
        ["''=1", ';'],
        ["'x", ','],
      ],
    },
  );
});
