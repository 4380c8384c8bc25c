// What exports write into rows beside the fields, and how it is read.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cellOf, excelCell, readCell } from '../../../src/content/formats/csv-cell.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const ROW = {
  scientificName: 'Ceiba pentandra',
  family: 'Malvaceae',
  'title.en': 'Kapok',
  'description.en': 'A tree.',
};

function readRows(t: TestContext, rows: object[], files: Record<string, string> = {}) {
  const lines = rows.map((row, number) => JSON.stringify({ slug: `tree-${number}`, ...ROW, ...row })).join('\n');
  return readAll(join(writeFiles(t, { ...files, 'trees.ndjson': lines }), 'trees.ndjson'));
}

test('a cell is text, JSON behind its mark, or a formula behind an apostrophe', () => {
  const cells: [unknown, string][] = [
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ['-5', '-5'],
    ['-5 °C', "'-5 °C"],
    ["'quoted'", "'quoted'"],
    [40, 'json:40'],
    [{ min: 1 }, 'json:{"min":1}'],
    ['json:40', 'json:"json:40"'],
    [['a|b'], 'json:["a|b"]'],
    [[], 'json:[]'],
    [null, 'json:null'],
    [false, 'json:false'],
  ];
  for (const [value, cell] of cells) {
    assert.equal(cellOf(value as never, true), cell);
    assert.deepEqual(readCell(cell), value);
  }
  assert.equal(cellOf(['a', 'b'], true), 'a|b');
  assert.equal(cellOf(['a, b'], true), 'a, b|');
  assert.equal(cellOf(['a', 'b'], false), 'json:["a","b"]');
  for (const text of ['json:', 'json: 40', 'json:{"a":1, "b":2}', 'json:12345678901234567890', "'a"])
    assert.equal(readCell(text), text);
});

test('a spreadsheet that splits at semicolons finds no formula inside a cell either', () => {
  const cells: [unknown, string][] = [
    ['Oak;=1+1', "text:Oak;'=1+1"],
    ["Oak;'=1", "text:Oak;''=1"],
    ['Oak;"=1+1', `text:Oak;'"=1+1`],
    ['one\n- two\r\n+ three\t@four', "text:one\n'- two\r\n'+ three\t'@four"],
    [{ a: ';=1' }, `text:json:{"a":";'=1"}`],
    ['=1;=2', "text:'=1;'=2"],
    ['text:Oak;=1', `text:json:"text:Oak;'=1"`],
    ['text:Oak', 'json:"text:Oak"'],
    ['Oak; 1 + 1 = 2', 'Oak; 1 + 1 = 2'],
    ['=1+1', "'=1+1"],
  ];
  for (const [value, cell] of cells) {
    assert.equal(excelCell(cellOf(value as never, false)), cell);
    assert.deepEqual(readCell(cell), value);
    assert.deepEqual(readCell(cellOf(value as never, false)), value);
  }
  for (const text of [
    'text:',
    'text:Oak',
    "text:it's",
    'text:a;b',
    'text:a;=b',
    "text:a;'=b;=c",
    `${'text:'.repeat(20_000)}a;${"'".repeat(20_000)}=1`,
  ])
    assert.equal(readCell(text), text);
});

test('null in a cell is nothing, as it is in JSON', (t) => {
  const row = { slug: 'kapok', ...ROW, bark: null, 'title.es': null, tags: null };
  const cells = Object.values(row).map((value) => (value === null ? 'json:null' : value));
  const table = `${Object.keys(row).join(',')}\n${cells.join(',')}\n`;
  const folder = writeFiles(t, { 't.csv': table, 't.ndjson': JSON.stringify(row) });
  const [fromCsv, fromJson] = ['t.csv', 't.ndjson'].map((file) => readAll(join(folder, file)));
  assert.deepEqual([fromCsv.errors, fromCsv.trees], [[], fromJson.trees]);
  assert.deepEqual(fromCsv.trees[0].texts.en?.attributes, {});
});

test('attributes of a language come as a group, blank ones too, and no group is one of languages', (t) => {
  const attributes = { bark: null, wood: { en: 1, es: 2 }, 'title.fr': 'x', attributes: { a: 1 } };
  const { trees, errors } = readRows(t, [{ 'attributes.en': attributes }]);
  assert.deepEqual(errors, []);
  assert.deepEqual(trees[0].texts.en?.attributes, attributes);
});

test('an attribute is given once: in the group or by itself', (t) => {
  const { errors } = readRows(t, [{ 'attributes.en': { bark: 'grey' }, 'bark.en': 'brown' }]);
  assert.deepEqual(
    errors.map(({ code, field }) => [code, field]),
    [['duplicate-key', 'bark.en']],
  );
});

test('rows name families, the first that does stands, and families.yaml before all', (t) => {
  const named = (en: unknown) => ({ 'family.commonName.en': en });
  const { families, warnings } = readRows(t, [named('Mallows'), named('Mallow family'), {}]);
  assert.deepEqual(families.get('malvaceae'), { en: 'Mallows' });
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'facts-differ').map(({ line, field }) => [line, field]),
    [[2, 'family.commonName.en']],
  );
  const beside = { 'families.yaml': 'Malvaceae: { en: Cottons }\n' };
  assert.deepEqual(readRows(t, [named('Mallows')], beside).families.get('malvaceae'), { en: 'Cottons' });
  const spanish = { ...named('Mallows'), 'family.commonName.es': 'Malvas' };
  assert.deepEqual(readRows(t, [spanish], beside).families.get('malvaceae'), { en: 'Cottons', es: 'Malvas' });
  for (const family of ['\u200bMalvaceae', 'MALVACEAE ', '\ufeffmalvaceae\n']) {
    const { families: odd } = readRows(t, [{ ...named('Mallows'), family }]);
    assert.deepEqual([...odd], [['malvaceae', { en: 'Mallows' }]], JSON.stringify(family));
  }
  const twoWords = readRows(t, [{ ...named('Mallows'), family: 'Malvaceae  s.l.' }]);
  assert.deepEqual([...twoWords.families.keys()], [twoWords.trees[0].family.toLowerCase()]);
  assert.deepEqual(
    readRows(t, [named(5)]).errors.map(({ code }) => code),
    ['wrong-type'],
  );
});

test('a common name that a row of both languages gives without one is of either', (t) => {
  const both = { 'title.es': 'Ceiba', 'description.es': 'Un árbol.' };
  const commonNames = ['Bongo', { name: 'Fromager', language: 'fr' }];
  const { trees, errors } = readRows(t, [{ ...both, commonNames }]);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    trees[0].commonNames.map(({ name, language }) => `${name} ${language}`),
    ['Bongo en', 'Fromager fr', 'Bongo es'],
  );
});
