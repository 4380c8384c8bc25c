// Tables for terminals of any width.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { drawn } from '../../src/cli/terminal/progress.ts';
import { glossary, table } from '../../src/cli/terminal/table.ts';
import { widthOf, wrapWords } from '../../src/cli/terminal/terminal.ts';

const COLUMNS = ['ID', 'NAME', 'LAST USED'];
const ROWS = [
  ['key_a1b2c3', 'Herbarium of the University of Leiden', '2027-01-01 00:00Z'],
  ['key_d4e5f6', '東京大学', 'never'],
];
const linesOf = (text: string) => stripVTControlCharacters(text).split('\n');
const widest = (text: string) => Math.max(...linesOf(text).map(widthOf));

test('a table that goes to no terminal has a line for each row', () => {
  assert.deepEqual(linesOf(table(COLUMNS, ROWS, { width: Number.POSITIVE_INFINITY })), [
    'ID          NAME                                   LAST USED',
    'key_a1b2c3  Herbarium of the University of Leiden  2027-01-01 00:00Z',
    'key_d4e5f6  東京大学                               never',
  ]);
});

test('on a narrower terminal the widest columns are broken into lines, and the first never', () => {
  assert.deepEqual(linesOf(table(COLUMNS, ROWS, { width: 48 })), [
    'ID          NAME               LAST USED',
    'key_a1b2c3  Herbarium of the   2027-01-01 00:00Z',
    '            University of',
    '            Leiden',
    'key_d4e5f6  東京大学           never',
  ]);
});

test('on a very narrow terminal each row is a block', () => {
  assert.deepEqual(linesOf(table(COLUMNS, ROWS.slice(0, 1), { width: 24 })), [
    'ID         key_a1b2c3',
    'NAME       Herbarium of',
    '           the',
    '           University of',
    '           Leiden',
    'LAST USED  2027-01-01',
    '           00:00Z',
  ]);
});

test('no line is wider than the terminal and nothing is cut off, whatever stands in it', () => {
  const cell = fc
    .oneof(fc.string({ maxLength: 60 }), fc.webUrl(), fc.constantFrom('東京 大学', 'é ü', ''))
    .map((text) => text.replace(/\s/g, ' ').trim());
  const row = fc.tuple(fc.stringMatching(/^[a-z]{1,10}$/), cell, cell, cell);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 24, max: 150 }), (rows, width) => {
      const shown = table(['ID', 'NAME', 'NOTE', 'USED'], rows, { width });
      assert.ok(widest(shown) <= width);
      const letters = (text: string) => [...text.replace(/\s/g, '')].sort().join('');
      assert.ok(letters(shown).length >= letters(rows.flat().join('')).length);
      for (const [id] of rows) assert.ok(shown.includes(id));
    }),
    { numRuns: 40 },
  );
});

test('words that are wider than the terminal stay whole, and all others are kept within it', () => {
  const word = fc.stringMatching(/^[a-z/]{1,10}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 4, max: 30 }), (words, width) => {
      const lines = wrapWords(words.join(' '), width);
      for (const line of lines) assert.ok(line.length <= width || !line.includes(' '), line);
      assert.deepEqual(lines.join(' ').split(' '), words);
    }),
  );
});

test('the help’s two columns become one where there is no room', () => {
  const rows: [string, string][] = [['--a-rather-long-flag NAME', 'what it is good for, at some length']];
  assert.equal(linesOf(glossary(rows, 60)).length, 2);
  assert.ok(widest(glossary(rows, 60)) <= 60);
  assert.deepEqual(linesOf(glossary(rows, 34)), [
    '  --a-rather-long-flag NAME',
    '      what it is good for, at some',
    '      length',
  ]);
});

test('a progress bar never fills the last column', () => {
  for (const width of [10, 25, 40, 80])
    assert.ok(widthOf(drawn({ name: 'reading', done: 1_000, total: 73_300, seconds: 1 }, width)) < width);
  assert.equal(
    drawn({ name: 'reading', done: 1, total: 2, seconds: 0 }, 80),
    `${'█'.repeat(15)}${'░'.repeat(15)} reading 1 of 2`,
  );
});
