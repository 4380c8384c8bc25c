// Our reader of JSON and JSON.parse agree, but for what JSON.parse does not tell.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonReader } from '../../../src/content/formats/json-reader.ts';

function read(text: string): { value: unknown; codes: string[] } {
  const reader = new JsonReader(text);
  return { value: reader.read(), codes: reader.problems.map(({ code }) => code) };
}

const indent = fc.constantFrom<string | number | undefined>(undefined, 1, '\t', ' \r\n ');

test('what JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), indent, (value, space) => {
      const text = JSON.stringify(value, null, space);
      assert.deepEqual(read(text), { value: JSON.parse(text), codes: [] });
    }),
    { numRuns: 500 },
  );
});

test('a text that was tampered with is JSON to both or to neither', () => {
  const tampered = fc.tuple(
    fc.jsonValue({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom(...'{}[]",:\\ \n\t01e.-+tn\u0000/x', ''),
    fc.nat(2),
  );
  fc.assert(
    fc.property(tampered, ([value, at, letter, cut]) => {
      const text = JSON.stringify(value);
      const index = at % (text.length + 1);
      const changed = text.slice(0, index) + letter + text.slice(index + cut);
      let expected: unknown;
      try {
        expected = JSON.parse(changed);
      } catch {
        assert.ok(read(changed).codes.includes('broken-json'), changed);
        return;
      }
      const { value: got, codes } = read(changed);
      if (codes.length === 0) assert.deepEqual(got, expected, changed);
      else assert.ok(!codes.includes('broken-json'), changed);
    }),
    { numRuns: 3000 },
  );
});

test('a number is kept as text only where a digit would be lost', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger()), (number) => {
      assert.deepEqual(read(String(number)), { value: JSON.parse(String(number)), codes: [] });
    }),
    { numRuns: 500 },
  );
  for (const written of [
    '9007199254740993',
    '0.12345678901234567891',
    '1e309',
    '-123456789012345678901e5',
    '-0',
    '-0.0',
    '-0.0e5',
  ]) {
    assert.deepEqual(read(written), { value: written, codes: ['kept-as-text'] });
  }
  for (const written of ['1.10', '10e-1', '0.0', '0e5', '100000000000000000000', '1E+2']) {
    assert.deepEqual(read(written), { value: Number(written), codes: [] });
  }
});
