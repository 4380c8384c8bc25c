// What is kept of a source that has little or nothing but faults.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summary } from '../../src/cli/terminal/findings.ts';
import { readNdjson } from '../../src/content/formats/ndjson.ts';
import { memoize } from '../../src/content/model/memoize.ts';
import { checkSource } from '../../src/content/read.ts';
import { countOf } from '../../src/content/source/finding.ts';
import { Findings, MAX_ERRORS, MAX_LISTED } from '../../src/content/source/findings.ts';
import { RowAccounting } from '../../src/content/source/row-accounting.ts';
import { writeFiles } from '../support/folders.ts';

const check = (t: Parameters<typeof writeFiles>[0], name: string, text: string) =>
  checkSource(`${writeFiles(t, { [name]: text })}/${name}`, { defaultLocale: 'en' });

test('keeps nothing of blank lines, and tells the lines after them by their numbers', (t) => {
  const blank = ['', ' ', '\r', '\t', '\u00a0', '\u200b'].join('\n');
  const bytes = Buffer.from(`${`${blank}\n`.repeat(1_000)}{"slug":1}\n`);
  const [findings, accounting] = [new Findings(), new RowAccounting()];
  const options = { defaultLocale: 'en', maxTreeBytes: 1_000_000, familyNames: new Map(), progress() {} } as const;
  const units = [...readNdjson('t', bytes, { ...options, findings, accounting })].map(({ unit }) => unit);
  assert.deepEqual([units.length, units[0].lineOf('')], [1, 6_001]);
  const { tally, errors } = check(t, 'trees.ndjson', bytes.toString());
  assert.deepEqual([tally.read, errors[0].line], [1, 6_001]);
});

test('lists ten thousand findings of a kind, and counts all others, each once', (t) => {
  const rows = MAX_LISTED + 2_345;
  const good = { title: 'T', scientificName: 'Acer rubrum', family: 'Sapindaceae', description: 'D', titel: 'x' };
  const lines = Array.from({ length: rows }, (_, index) =>
    JSON.stringify({ slug: `t${index}`, ...good, locale: 'xx' }),
  );
  const report = check(t, 'trees.ndjson', lines.join('\n'));
  const { errors, warnings, tally } = report;
  assert.match(summary(report), /^0 trees, 12,345 errors, 12,345 warnings$/);
  for (const [findings, code] of [
    [errors, 'unknown-locale'],
    [warnings, 'unknown-key'],
  ] as const) {
    const ofKind = findings.filter((each) => each.code === code);
    assert.deepEqual([ofKind.length, countOf(ofKind)], [MAX_LISTED + 1, rows], code);
    assert.match(ofKind.at(-1)?.message ?? '', new RegExp(`^2345 more findings of the kind ${code} are not listed\\.`));
  }
  assert.deepEqual([tally.refused, tally.read], [rows, rows]);
});

for (const [name, head, row, tail] of [
  ['trees.csv', 'a\n', 'a\n', ''],
  ['trees.ndjson', '', '0\n', ''],
  ['trees.json', '[0', ',0', ']'],
]) {
  test(`stops reading ${name} after a hundred thousand errors, and says where`, (t) => {
    const { errors, tally } = check(t, name, head + row.repeat(150_000) + tail);
    const [stop, ...others] = errors.filter(({ code }) => code === 'not-read');
    assert.deepEqual([others, errors.some(({ code }) => code === 'lost')], [[], false]);
    assert.ok((stop.line ?? stop.row ?? 0) > 10_000 && tally.read <= MAX_ERRORS, JSON.stringify([stop, tally]));
    assert.ok(errors.length < 10 * MAX_LISTED && countOf(errors) >= MAX_ERRORS, `${countOf(errors)}`);
  });
}

test('a cache of texts forgets them when it is full, and never holds a long one', () => {
  let made = 0;
  const lengthOf = memoize((text) => {
    made++;
    return text.length;
  }, 3);
  for (const text of ['a', 'b', 'a', 'c', 'b']) lengthOf(text);
  assert.equal(made, 3);
  lengthOf('d');
  assert.deepEqual([lengthOf('a'), made], [1, 5]);
  const long = 'x'.repeat(1_000);
  assert.deepEqual([lengthOf(long), lengthOf(long), made], [1_000, 1_000, 7]);
});
