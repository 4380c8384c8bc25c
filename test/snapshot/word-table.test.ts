// Words as numbers are held against the plain way: a text folded as a whole, and taken apart then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { words } from '../../src/domain/vocabulary.ts';
import { sortByCodePoints } from '../../src/snapshot/sections/strings.ts';
import { WordTable } from '../../src/snapshot/word-table.ts';
import { anyCharacter } from '../support/characters.ts';
import { often } from '../support/often.ts';

const ODD = [
  'ß',
  'ΣΑΣ',
  'ΛΑΟϹ',
  "Σ'α",
  'é',
  'e\u0301',
  '½',
  '…',
  'İ',
  'ﬁ',
  'ª',
  '´',
  '각',
  '😀',
  '\ud800',
  '𝒜',
  'ñ',
  'ł',
  '²',
];

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('a', 'B', 'é', ' ', '-', '7', ...ODD),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    anyCharacter,
  ),
  maxLength: 12,
});

/** The words of a text, by way of their numbers. */
function throughNumbers(table: WordTable, text: string): string[] {
  const numbers = table.numbersIn(text);
  const isUsed = new Uint8Array(table.length);
  for (const number of numbers) isUsed[number] = 1;
  const { texts: sorted, places } = table.sorted(isUsed);
  return Array.from(numbers, (number) => sorted[places[number]]);
}

test('the words of a text are those that folding it as a whole gives', () => {
  const table = new WordTable();
  fc.assert(
    fc.property(texts, (text) => assert.deepEqual(throughNumbers(table, text), words(text))),
    { numRuns: often(1_500, 30_000) },
  );
});

test('every character stands in words, or between them, as in a text that is folded as a whole', () => {
  const table = new WordTable();
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    for (const text of [`x${character}y`, `x${character}`, `${character}y`, `x${character}${character} y`]) {
      const numbers = table.numbersIn(text);
      const expected = words(text).map((word) => table.numberOf(word));
      if (numbers.join() !== expected.join()) assert.fail(`U+${unit.toString(16)}: ${words(text)}`);
    }
  }
});

test('a word has one number however it is spelled, and many words have different ones', () => {
  const table = new WordTable();
  const numbers = Array.from({ length: 5000 }, (_, word) => table.numbersIn(`Árbol${word}`)[0]);
  assert.equal(new Set(numbers).size, 5000);
  assert.deepEqual(
    Array.from({ length: 5000 }, (_, word) => table.numberOf(`arbol${word}`)),
    numbers,
  );
  assert.deepEqual([...table.numbersIn('ARBOL7 árbol7')], [numbers[7], numbers[7]]);
});

test('only words in use are sorted, by code points', () => {
  const table = new WordTable();
  const found = ['\u{20000}', 'b', '豈'.normalize('NFD'), 'unused', 'a'].map((word) => table.numberOf(word));
  const isUsed = Uint8Array.from({ length: table.length }, (_, number) => Number(number !== found[3]));
  const { texts: sorted } = table.sorted(isUsed);
  assert.deepEqual(
    sorted,
    sorted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  assert.deepEqual(sorted.length, 4);
  assert.deepEqual(sortByCodePoints(['\uffff', '\u{10000}', 'z']), ['z', '\uffff', '\u{10000}']);
});
