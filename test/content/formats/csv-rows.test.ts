// CSV is taken apart as RFC 4180 says, with the line of each row.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvRows } from '../../../src/content/formats/csv.ts';
import { csv } from '../../support/sources.ts';

const cell = fc.string({ unit: fc.constantFrom(...'ab",;\t\r\n |é🌳') });

test('what was written comes back, cell by cell, each row with its line', () => {
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, separator, newline) => {
        const header = rows[0].map((_, index) => `column${index}`);
        const text = csv([header, ...rows], separator, newline);
        const read = [...csvRows(text)];
        assert.deepEqual(
          read.map(({ cells }) => cells),
          [header, ...rows],
        );
        const breaks = (each: string) => each.match(/\r\n?|\n/g)?.length ?? 0;
        let line = 1;
        for (const [index, row] of [header, ...rows].entries()) {
          assert.equal(read[index].line, line);
          line += 1 + row.reduce((sum, each) => sum + breaks(each), 0);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('whatever the text is, every row ends, and none is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a",;\n\r'), maxLength: 40 }), (text) => {
      const rows = [...csvRows(text)];
      const lines = rows.map(({ line }) => line);
      assert.ok(rows.length <= text.length);
      assert.deepEqual(
        lines,
        lines.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(lines).size, lines.length);
      const written = text.replace(/[",;\r\n]/g, '').length;
      const read = rows
        .flatMap(({ cells }) => cells)
        .join('')
        .replace(/[",;\r\n]/g, '').length;
      assert.ok(read === written || rows.some(({ problem }) => problem), JSON.stringify(rows));
    }),
    { numRuns: 2000 },
  );
});

test('rows without quotes may have any number of cells', () => {
  assert.deepEqual(
    [...csvRows('a;b\n\nc;;\r\nd')],
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [''] },
      { line: 3, cells: ['c', '', ''] },
      { line: 4, cells: ['d'] },
    ],
  );
});
