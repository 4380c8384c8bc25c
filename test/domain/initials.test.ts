// Under which letter a text stands, in either language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BEFORE, BEYOND, initialsOf } from '../../src/domain/initials.ts';
import { LOCALES, type Locale } from '../../src/domain/vocabulary.ts';

function initialOf(text: string, locale: Locale): string | undefined {
  return initialsOf(locale).findLast(({ isReached }) => isReached(text))?.name;
}

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');

test('a text stands under its first letter, small or capital, with an accent or without, whatever follows', () => {
  const rest = fc.string({ unit: fc.oneof(letter, fc.constantFrom(' ', '-', 'é', 'Ñ', '7')) });
  fc.assert(
    fc.property(letter, rest, fc.constantFrom(...LOCALES), (first, following, locale) => {
      const capital = first.toUpperCase();
      for (const start of [first, capital]) assert.equal(initialOf(start + following, locale), capital);
    }),
  );
  for (const locale of LOCALES)
    assert.deepEqual(
      ['Ébano', 'ácer'].map((text) => initialOf(text, locale)),
      ['E', 'A'],
    );
});

test('Ñ is a letter of its own in Spanish, digits stand before all letters and other scripts beyond', () => {
  const texts = ['Ñandú', 'ñu', 'Nz', '7 hojas', '', 'Ωμέγα', '中'];
  assert.deepEqual(
    texts.map((text) => initialOf(text, 'es')),
    ['Ñ', 'Ñ', 'N', BEFORE, BEFORE, BEYOND, BEYOND],
  );
  assert.deepEqual(
    texts.map((text) => initialOf(text, 'en')),
    ['N', 'N', 'N', BEFORE, BEFORE, BEYOND, BEYOND],
  );
});
