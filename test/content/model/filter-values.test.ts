// What is published of a field that filters and links are made of, a filter takes.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FILTERS } from '../../../src/domain/questions.ts';
import { LOCALES } from '../../../src/domain/vocabulary.ts';
import { findTextFault } from '../../../src/http/query/parameters.ts';
import { shownValues } from '../../../src/snapshot/columns/columns-builder.ts';
import { csv, found, OAK, OAK_LINES, page, readFiles } from '../../support/sources.ts';

const readRow = (t: TestContext, fields: Record<string, unknown>) =>
  readFiles(t, { 't.json': JSON.stringify([{ slug: 'oak', locale: 'en', ...OAK, ...fields }]) });

/** By field, how a value of it is written. */
const WRITTEN: Record<string, (value: string) => unknown> = {
  family: (value) => value,
  tags: (value) => ['shade', value],
  distribution: (value) => [value],
  identifiers: (value) => ({ gbif: value }),
};

test('blanks of any kind inside are read as one space, with a warning at their place', (t) => {
  const { trees, errors, warnings } = readFiles(t, {
    'en/oak.md': page([...OAK_LINES.slice(0, 2), 'family: "Faga\\nceae"', OAK_LINES[3], 'tags: [a, "b\\t \\u00a0c"]']),
    'es/oak.md': page(OAK_LINES.filter((line) => !line.startsWith('family'))),
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(found(warnings), ['odd-blanks en/oak.md:4 family', 'odd-blanks en/oak.md:6 tags']);
  assert.match(warnings[0].message, /“Faga ceae”/);
  assert.equal(trees[0].family, 'Faga ceae');
  assert.deepEqual(trees[0].texts.en?.tags, ['a', 'b c']);

  const row = readRow(t, { distribution: ['Costa  Rica', 'Costa Rica'], identifiers: { gbif: '5\n6' } });
  assert.deepEqual(found(row.warnings.filter(({ code }) => code === 'odd-blanks')), [
    'odd-blanks t.json:1 distribution',
    'odd-blanks t.json:1 identifiers',
  ]);
  assert.deepEqual(row.trees[0].distribution, ['Costa Rica']);
  assert.equal(row.trees[0].identifiers.gbif, '5 6');

  const cell = readFiles(t, {
    't.csv': csv([
      ['slug', ...Object.keys(OAK), 'tags'],
      ['oak', ...Object.values(OAK), 'a\nb | c'],
    ]),
  });
  assert.deepEqual(cell.trees[0].texts.en?.tags, ['a b', 'c']);
  assert.ok(found(cell.warnings).includes('odd-blanks t.csv:2 tags'));
});

test('one space, and blanks at the ends, are no odd ones; nor are any in a text', (t) => {
  const { warnings } = readRow(t, { family: ' Fagaceae\n', tags: ['old  '], description: 'A\ttree.\nOld.' });
  assert.deepEqual(found(warnings), ['one-language t.json:1 null']);
});

test('other control characters are an error', (t) => {
  for (const [field, written] of Object.entries(WRITTEN)) {
    for (const control of ['\u0000', '\u000b', '\u001b', '\u007f', '\u0085'])
      assert.deepEqual(found(readRow(t, { [field]: written(`a${control}b`) }).errors), [
        `bad-character t.json:1 ${field}`,
      ]);
  }
});

test('over 200 characters are an error, however they are spelt, and 200 are none', (t) => {
  for (const [field, written] of Object.entries(WRITTEN)) {
    for (const letter of ['x', 'e\u0301', '𝔵']) {
      assert.deepEqual(readRow(t, { [field]: written(letter.repeat(200)) }).errors, []);
      const { errors } = readRow(t, { [field]: written(letter.repeat(201)) });
      assert.deepEqual(found(errors), [`too-large t.json:1 ${field}`]);
      assert.match(errors[0].message, /201 characters long: at most 200/);
    }
  }
});

test('whatever is published, a filter takes', (t) => {
  const rows = Array.from({ length: 0x3100 }, (_, code) => {
    const value = `a${String.fromCharCode(code)}b`;
    return JSON.stringify({ slug: `oak-${code}`, ...OAK, family: value, tags: [value], distribution: [value] });
  });
  const { trees } = readFiles(t, { 't.ndjson': rows.join('\n') });
  assert.ok(trees.length > 12_000);
  for (const tree of trees)
    for (const filter of FILTERS)
      for (const value of LOCALES.flatMap((locale) => shownValues(tree, filter, locale)))
        assert.equal(findTextFault(value), undefined, JSON.stringify(value));
});
