// Distances between words against the textbook, and what is passed over unread against what is near.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Likeness } from '../../src/catalogue/likeness.ts';
import { editDistance, lettersOf } from '../../src/domain/names/edit-distance.ts';
import { Strings, tableOf } from '../../src/snapshot/sections/strings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'z', 'ñ', '-', '中'), maxLength: 9 });
const longWord = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 60, maxLength: 200 });

/** After the definition, with all rows of the table. */
function byTheBook(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2][j - 2] + 1 : replaced;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, replaced, swapped);
    }
  }
  return rows[a.length][b.length];
}

test('distances are those of the textbook, up to the most that is asked for', () => {
  const pairs = fc.oneof(fc.tuple(word, word), fc.tuple(longWord, longWord));
  fc.assert(
    fc.property(pairs, fc.nat(4), ([a, b], most) => {
      assert.equal(editDistance(a, b, most), Math.min(byTheBook(a, b), most + 1));
    }),
  );
});

test('no word that is near is passed over', () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 1, max: 3 }), (a, b, most) => {
      fc.pre(byTheBook(a, b) <= most);
      const keys = new Strings(tableOf([b]));
      assert.equal(new Likeness(a, most).next(Int32Array.of(lettersOf(b)), keys, 0, 1), 0);
    }),
  );
});
