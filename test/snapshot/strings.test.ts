import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { byCodePoints, compareTexts, Strings, tableOf, textsIn } from '../../src/snapshot/sections/strings.ts';
import { anyCharacter } from '../support/characters.ts';

const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('a', 'b', 'é', '\uffff', '😀', '\ue000'), anyCharacter),
  maxLength: 4,
});

function table(values: string[]): Strings {
  return new Strings(tableOf(values));
}

test('texts are ordered as their UTF-8 bytes are', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      assert.equal(Math.sign(byCodePoints(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});

test('texts of two tables are compared as their UTF-8 bytes are', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const difference = compareTexts(tableOf(['', a]), 1, tableOf([b]), 0);
      assert.equal(Math.sign(difference), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('many texts are each what it is by itself, whatever stands beside it', () => {
  const ascii = fc.constantFrom('', 'oak', 'quercus');
  const halves = fc.constantFrom('\ud83d', '\ude00');
  const mostlyAscii = fc.oneof(
    { weight: 300, arbitrary: ascii },
    { weight: 1, arbitrary: texts },
    { weight: 1, arbitrary: halves },
  );
  fc.assert(
    fc.property(fc.array(mostlyAscii, { maxLength: 1000, size: 'max' }), (values) => {
      const strings = table(values);
      for (const [index, value] of values.entries()) assert.equal(strings.get(index), value.toWellFormed());
      assert.deepEqual(
        textsIn(tableOf(values)),
        values.map((value) => value.toWellFormed()),
      );
    }),
  );
});

test('a text is found exactly where it is', () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts), texts, (values, other) => {
      const sorted = values.toSorted(byCodePoints);
      const strings = table(sorted);
      for (const [index, value] of sorted.entries()) {
        assert.equal(strings.find(value), index);
        assert.equal(strings.get(index), value);
      }
      assert.equal(strings.find(other), sorted.indexOf(other));
    }),
  );
});

test('a prefix finds the range of all that start with it, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts), texts, (values, prefix) => {
      const sorted = values.toSorted(byCodePoints);
      const [start, end] = table(sorted).findPrefix(prefix);
      assert.deepEqual(
        sorted.slice(start, end),
        sorted.filter((value) => value.startsWith(prefix)),
      );
    }),
  );
});
