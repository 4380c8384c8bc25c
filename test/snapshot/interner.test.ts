// Compares the word interner with the plain path: a text folded as a whole, then split.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { words } from '../../src/domain/vocabulary.ts';
import { WordInterner } from '../../src/snapshot/columns/word-interner.ts';
import { sortByCodePoints, textsIn } from '../../src/snapshot/sections/strings.ts';
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

/** The words of a text, by way of their ids. */
function throughIds(interner: WordInterner, text: string): string[] {
  const ids = interner.idsIn(text);
  const isUsed = new Uint8Array(interner.length);
  for (const id of ids) isUsed[id] = 1;
  const { dictionary, positions } = interner.sorted(isUsed);
  const sorted = textsIn(dictionary);
  return Array.from(ids, (id) => sorted[positions[id]]);
}

test('gives the words that folding a text as a whole gives', () => {
  const interner = new WordInterner();
  fc.assert(
    fc.property(texts, (text) => assert.deepEqual(throughIds(interner, text), words(text))),
    { numRuns: often(1_500, 30_000) },
  );
});

test('classifies every character as folding a whole text does', () => {
  const interner = new WordInterner();
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    for (const text of [`x${character}y`, `x${character}`, `${character}y`, `x${character}${character} y`]) {
      const ids = interner.idsIn(text);
      const expected = words(text).map((word) => interner.idOf(word));
      if (ids.join() !== expected.join()) assert.fail(`U+${unit.toString(16)}: ${words(text)}`);
    }
  }
});

test('a word has one id however it is spelled, and many words have different ones', () => {
  const interner = new WordInterner();
  const ids = Array.from({ length: 5000 }, (_, word) => interner.idsIn(`Árbol${word}`)[0]);
  assert.equal(new Set(ids).size, 5000);
  assert.deepEqual(
    Array.from({ length: 5000 }, (_, word) => interner.idOf(`arbol${word}`)),
    ids,
  );
  assert.deepEqual([...interner.idsIn('ARBOL7 árbol7')], [ids[7], ids[7]]);
});

test('sorts only used words, by code points', () => {
  const interner = new WordInterner();
  const found = ['\u{20000}', 'b', '豈'.normalize('NFD'), 'unused', 'a'].map((word) => interner.idOf(word));
  const isUsed = Uint8Array.from({ length: interner.length }, (_, id) => Number(id !== found[3]));
  const sorted = textsIn(interner.sorted(isUsed).dictionary);
  assert.deepEqual(
    sorted,
    sorted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  assert.deepEqual(sorted.length, 4);
  assert.deepEqual(sortByCodePoints(['\uffff', '\u{10000}', 'z']), ['z', '\uffff', '\u{10000}']);
});
