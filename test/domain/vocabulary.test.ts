import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CONSERVATION_STATUSES,
  fold,
  isAllYear,
  MONTHS,
  parseConservationStatus,
  parseMonth,
  words,
} from '../../src/domain/vocabulary.ts';
import { anyCharacter } from '../support/characters.ts';
import { often } from '../support/often.ts';

/** Letters that no decomposition takes apart stand among the others, in either case and with accents on them. */
const UNDIVIDED = [...'łøđðħŧıßæœþŋ', ...'ŁØĐÐĦŦẞÆŒÞŊ', 'ǿ', 'ǣ', 'Ǽ', 'ø\u0301'];
const anyText = fc.string({ unit: fc.oneof(fc.constantFrom(...UNDIVIDED, ' ', '-'), fc.string({ unit: 'grapheme' })) });

test('folding makes spellings of one value equal', () => {
  for (const spelling of ['San José', 'SAN JOSE', 'san-jose', 'san_jose', 'San  Jose\u0301 ', 'sAn - JOSÉ']) {
    assert.equal(fold(spelling), 'san jose');
  }
  assert.equal(fold('Ñandú'), fold('nandu'));
});

test('a letter that no decomposition takes apart folds to those that people type for it', () => {
  const spellings = {
    Łódź: 'lodz',
    København: 'kobenhavn',
    Đakovo: 'dakovo',
    Seyðisfjörður: 'seydisfjordur',
    Ħamrun: 'hamrun',
    Iğdır: 'igdir',
    Straße: 'strasse',
    STRAẞE: 'strasse',
    Æbelø: 'aebelo',
    Œuvre: 'oeuvre',
    Þingvellir: 'thingvellir',
    Ŋaŋa: 'nana',
    Ǿrsted: 'orsted',
  };
  for (const [spelling, plain] of Object.entries(spellings)) {
    assert.equal(fold(spelling), plain);
    assert.equal(fold(spelling.normalize('NFD')), plain);
    assert.deepEqual(words(`(${spelling})`), [plain]);
  }
});

test('folding leaves no letter with case, and no accent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.equal(fold(text), fold(text).toLowerCase());
      assert.doesNotMatch(fold(text), /\p{M}/u);
    }),
  );
});

test('folding twice is folding once', () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(fold(fold(text)), fold(text))));
});

test('composed and decomposed spellings fold to the same', () => {
  fc.assert(fc.property(anyText, (text) => assert.equal(fold(text.normalize('NFD')), fold(text.normalize('NFC')))));
});

test('the words of a text are the words of its folding', () => {
  fc.assert(fc.property(anyText, (text) => assert.deepEqual(words(fold(text)), words(text))));
});

test('folding is, of what can be decomposed: decompose, lower the case, decompose, leave the marks off', () => {
  const marks = fc.constantFrom(
    '\u0300',
    '\u0315',
    '\u0345',
    '\u0344',
    '\u3099',
    'İ',
    'Σ',
    'ﾞ',
    'ำ',
    'ﷺ',
    'Å',
    '각',
    'ΐ',
  );
  const text = fc
    .array(fc.oneof(marks, fc.string({ unit: anyCharacter, maxLength: 3 })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (given) => {
      const plain = given.normalize('NFKD').toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '');
      fc.pre(!/[łøđðħŧıŋƀßæœþɓɗƙƴɛɔ]/.test(plain));
      // At the end of a word it has another form, and where that is may depend on marks.
      const alike = (folded: string) => folded.replaceAll('ς', 'σ');
      assert.equal(
        alike(fold(given)),
        alike(plain)
          .replaceAll(/[-_\s]+/g, ' ')
          .trim(),
      );
    }),
    { numRuns: often(500) },
  );
});

// Putting a letter's marks in order takes a step for each pair of them.
test('a letter with a million marks folds like any other', () => {
  assert.equal(fold(`A${'\u0315\u0300'.repeat(500_000)}`), 'a');
  assert.deepEqual(words(`A${'\u0315'.repeat(500_000)}${'\u0300'.repeat(500_000)}b`), ['ab']);
});

test('hyphen, underscore and space are the same to folding', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 }), (parts) => {
      assert.equal(fold(parts.join('-')), fold(parts.join(' ')));
      assert.equal(fold(parts.join('_')), fold(parts.join(' ')));
    }),
  );
});

test('words are the folded runs of letters and digits', () => {
  assert.deepEqual(words('Quercus × robur, the “Árbol-7” (d’Arc)'), [
    'quercus',
    'robur',
    'the',
    'arbol',
    '7',
    'd',
    'arc',
  ]);
  assert.deepEqual(words('—!'), []);
});

test('words of a text are found whatever surrounds them', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zñáé0-9]{1,8}$/)), (parts) => {
      assert.deepEqual(words(`(${parts.join(', ')})`), parts.map(fold));
    }),
  );
});

test('a month is understood in English and Spanish, by three letters and by number', () => {
  for (const text of ['March', 'MARZO', 'mar', 'Mar', '3']) assert.equal(parseMonth(text), 'march');
  for (const text of ['enero', 'ene', 'JAN', '1']) assert.equal(parseMonth(text), 'january');
  for (const text of ['septiembre', 'setiembre', 'sep', 'set']) assert.equal(parseMonth(text), 'september');
  for (const text of ['0', '13', '1.5', 'm', 'marchh', '', 'all-year']) assert.equal(parseMonth(text), undefined);
});

test('a month with a sign, a hyphen or an underscore is none, nor is a digit beyond ASCII', () => {
  for (const text of ['-1', '1-', '_4', '4_', '--4', '- 4', '-april', 'abr_', '1 2', '²', '④'])
    assert.equal(parseMonth(text), undefined, text);
  for (const text of [' 4 ', 'ABRIL ', 'ábril', 'abril'.normalize('NFD')])
    assert.equal(parseMonth(text), 'april', text);
});

test('every month is understood by its name and its number', () => {
  for (const [index, month] of MONTHS.entries()) {
    assert.equal(parseMonth(month), month);
    assert.equal(parseMonth(String(index + 1)), month);
  }
});

test('the whole year has names in both languages', () => {
  for (const text of ['all-year', 'Year round', 'todo-el-año', 'TODO EL ANO']) assert.ok(isAllYear(text), text);
  assert.equal(isAllYear('year'), false);
});

test('an IUCN category is understood by its code and its name in either language', () => {
  for (const code of CONSERVATION_STATUSES) assert.equal(parseConservationStatus(code.toLowerCase()), code);
  assert.equal(parseConservationStatus('Vulnerable'), 'VU');
  assert.equal(parseConservationStatus('en peligro critico'), 'CR');
  assert.equal(parseConservationStatus('En Peligro'), 'EN');
  assert.equal(parseConservationStatus('least-concern'), 'LC');
  for (const text of ['', 'X', 'threatened', 'LCC']) assert.equal(parseConservationStatus(text), undefined);
});
