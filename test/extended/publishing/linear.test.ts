// Content that is made to keep a command busy: each of these takes longer than any run of tests may, or more stack than there
// is, where a step is taken for each pair of its pieces, or a call for each of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonReader } from '../../../src/content/formats/json-reader.ts';
import { countOf } from '../../../src/content/source/finding.ts';
import { MAX_LISTED } from '../../../src/content/source/findings.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const KAPOK = { slug: 'ceiba', title: 'Kapok', scientificName: 'Ceiba pentandra', family: 'Malvaceae' };

test('front matter with twenty thousand mistyped fields is told of, each with its line', (t) => {
  const letters = Array.from({ length: 142 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  const names = letters.flatMap((first) => letters.map((second) => `tit${first}${second}`));
  const matter = names.map((name) => `${name}: x`).join('\n');
  const { warnings } = readAll(writeFiles(t, { 'en/ceiba.md': `---\n${matter}\n---\n` }));
  const mistyped = warnings.filter(({ code }) => code === 'unknown-key');
  assert.deepEqual(
    mistyped.slice(0, -1).map(({ field, line }) => `${field} ${line}`),
    names.slice(0, MAX_LISTED).map((name, index) => `${name} ${index + 2}`),
  );
  assert.equal(countOf(mistyped), names.length);
});

test('a name that stands twice in front matter is told of with its line, within other fields too', (t) => {
  const matter = 'title: Kapok\nsize:\n  high: 1\n  "high": 2\nfamily: Malvaceae\ntitle: Ceiba';
  const { errors } = readAll(writeFiles(t, { 'en/ceiba.md': `---\n${matter}\n---\n` }));
  assert.deepEqual(
    errors.filter(({ code }) => code === 'duplicate-key').map(({ line }) => line),
    [5, 7],
  );
});

test('a table of a hundred thousand columns, or with a header of three million letters, is told of', (t) => {
  const columns = Array.from({ length: 100_000 }, (_, index) => index.toString(36));
  const source = writeFiles(t, { 'wide.csv': `${columns.join(',')},zzz,zzz`, 'long.csv': 'a'.repeat(3_000_000) });
  const codesOf = (file: string) => readAll(`${source}/${file}`).errors.map(({ code, field }) => [code, field]);
  assert.deepEqual(codesOf('wide.csv'), [
    ['broken-csv', 'zzz'],
    ['missing-field', 'slug'],
  ]);
  assert.deepEqual(codesOf('long.csv'), [['missing-field', 'slug']]);
});

for (const [what, row] of Object.entries({
  'one slug in one language': { ...KAPOK, locale: 'en' },
  'one slug': KAPOK,
  'the same in the place of a slug': { ...KAPOK, slug: 'N/A' },
  'the same in the place of a slug, in one language': { ...KAPOK, slug: 'N/A', locale: 'en' },
})) {
  test(`thirty thousand rows with ${what} are told of, each with its line`, (t) => {
    const rows = Array.from({ length: 30_000 }, () => JSON.stringify(row));
    const { errors } = readAll(`${writeFiles(t, { 'trees.ndjson': rows.join('\n') })}/trees.ndjson`);
    const ofSlugs = errors.filter(({ field }) => field === 'slug');
    const isFirstGood = row.slug === KAPOK.slug;
    const lines = rows.map((_, index) => index + 1).slice(isFirstGood ? 1 : 0);
    assert.deepEqual(
      ofSlugs.map(({ line }) => line),
      lines.slice(0, MAX_LISTED),
    );
    assert.equal(countOf(errors.filter(({ code }) => code === ofSlugs[0].code)), lines.length);
  });
}

test('a list of a hundred thousand values, which no other tree has, is told of', (t) => {
  const tags = Array.from({ length: 100_000 }, (_, number) => `x${number}`);
  const source = writeFiles(t, { 'trees.json': JSON.stringify([{ ...KAPOK, description: 'Tall.', tags }]) });
  const { errors } = readAll(`${source}/trees.json`);
  assert.deepEqual(
    errors.map(({ code, field }) => [code, field]),
    [['too-large', 'tags']],
  );
});

test('a fault in JSON is told with its line, behind a text of three million letters and escapes', (t) => {
  const tree = { ...KAPOK, note: '\\"'.repeat(1_500_000), description: 'Tall.', floweringSeason: 'Smarch' };
  const source = writeFiles(t, { 'trees.json': JSON.stringify([tree], null, 1) });
  const { errors } = readAll(`${source}/trees.json`);
  assert.deepEqual(
    errors.map(({ code, line }) => [code, line]),
    [
      ['too-large', 7],
      ['bad-month', 9],
    ],
  );
});

test('two hundred thousand keys that stand twice in JSON are told of, each with both lines', () => {
  const keys = Array.from({ length: 200_000 }, (_, number) => `"k${number}": 1`).join(',\n');
  const reader = new JsonReader(`{${keys},\n${keys}}`);
  reader.read();
  assert.deepEqual([reader.problems.length, reader.problems.at(-1)?.line], [200_000, 400_000]);
  assert.equal(reader.problems.at(-1)?.message, 'k199999 stands twice: here and on line 200000.');
});
