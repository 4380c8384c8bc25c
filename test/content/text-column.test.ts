// Texts in a column are what they were, alone, together, and joined out of parts of columns.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextColumn } from '../../src/content/text-column.ts';
import { often } from '../support/often.ts';

const texts = fc.oneof(
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 8 }),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 8 }),
);

test('each text is what it was', () => {
  fc.assert(
    fc.property(texts, (some) => {
      const column = TextColumn.of(some);
      assert.deepEqual(column.all(), some);
      assert.deepEqual(
        some.map((_, text) => column.at(text)),
        some,
      );
    }),
    { numRuns: often(200, 5_000) },
  );
});

test('parts of columns are joined as lists are', () => {
  const part = fc.tuple(texts, fc.nat(8), fc.nat(8)).map(([some, one, other]) => ({
    some,
    from: Math.min(one, other, some.length),
    to: Math.min(Math.max(one, other), some.length),
  }));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      const joined = TextColumn.joined(parts.map(({ some, from, to }) => ({ column: TextColumn.of(some), from, to })));
      assert.deepEqual(
        joined.all(),
        parts.flatMap(({ some, from, to }) => some.slice(from, to)),
      );
      assert.equal(joined.length, joined.all().length);
    }),
    { numRuns: often(200, 5_000) },
  );
});

test('long texts are what they were, and a whole column is not copied', () => {
  const some = Array.from({ length: 300 }, (_, text) => `${'é'.repeat(text * 7)}😀`);
  const column = TextColumn.of(some.values());
  assert.deepEqual(column.all(), some);
  assert.equal(column.bytes.buffer.byteLength, column.bytes.length);
  assert.equal(TextColumn.joined([{ column, from: 0, to: some.length }]), column);
});

test('bytes that are not those of the texts are refused', () => {
  const { bytes, ends } = TextColumn.of(['oak', 'elm']);
  assert.throws(() => new TextColumn(bytes.subarray(1), ends), /other bytes/);
  assert.throws(() => new TextColumn(bytes, ends.subarray(1, 1)), /other bytes/);
});
