// What is told while content is read: of one large file as much as of a folder of small ones.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeFiles } from '../support/folders.ts';
import { csv, OAK, readAll } from '../support/sources.ts';

const SLUGS = ['oak', 'élm', 'ash'];
const rows = SLUGS.map((slug) => ({ slug, ...OAK }));
const lines = rows.map((row) => JSON.stringify(row));
const table = csv([Object.keys(rows[0]), ...rows.map((row) => Object.values(row))]);

function toldOf(t: TestContext, name: string, text: string, step: string): unknown[][] {
  const told: unknown[][] = [];
  readAll(join(writeFiles(t, { [name]: text }), name), { progress: (...each) => told.push(each) });
  return told.filter(([first]) => first === step).map(([, ...numbers]) => numbers);
}

/** Sums on the way. */
const ends = (sizes: number[]) => sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size));

test('of NDJSON, the bytes that are read are told with each line', (t) => {
  const text = `${lines.join('\n')}\n`;
  const sizes = lines.map((line) => Buffer.byteLength(line) + 1);
  assert.deepEqual(
    toldOf(t, 'trees.ndjson', text, 'reading'),
    ends(sizes).map((end) => [end - 1, Buffer.byteLength(text), 'bytes']),
  );
});

test('of CSV, the characters that are read are told with each row', (t) => {
  const sizes = table
    .trimEnd()
    .split('\n')
    .map(({ length }) => length + 1);
  assert.deepEqual(
    toldOf(t, 'trees.csv', table, 'reading'),
    ends(sizes).map((end) => [end, table.length, 'characters']),
  );
});

test('of JSON, the rows are told; and the characters, where it has to be read letter by letter', (t) => {
  const counted = rows.map((_, index) => [index + 1, rows.length, 'rows']);
  assert.deepEqual(toldOf(t, 'trees.json', JSON.stringify(rows), 'reading'), counted);
  assert.deepEqual(toldOf(t, 'trees.json', JSON.stringify(rows), 'parsing'), [[]]);
  const loose = `[\n${lines.map((line) => line.replaceAll('":', '": ')).join(',\n')}\n]`;
  const begins = SLUGS.map((slug) => loose.indexOf(`{"slug": "${slug}"`));
  assert.deepEqual(toldOf(t, 'trees.json', loose, 'parsing'), [
    [],
    ...begins.map((begin) => [begin, loose.length, 'characters']),
  ]);
  assert.deepEqual(toldOf(t, 'trees.json', loose, 'reading'), counted);
});
