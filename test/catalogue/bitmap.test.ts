// Sets as bits against sets as JavaScript has them, over lengths with and without a rest of eight words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addAll, type Bitmap, count, countBetween, intersect, select, subtract } from '../../src/catalogue/bitmap.ts';

const MOST_WORDS = 40;

const words = (length: number) =>
  fc
    .array(fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, -(2 ** 31))), { minLength: length, maxLength: length })
    .map((each) => Int32Array.from(each));

const twoSets = fc.integer({ min: 0, max: MOST_WORDS }).chain((length) => fc.tuple(words(length), words(length)));

function numbersIn(set: Bitmap): number[] {
  return Array.from(set, (word, at) =>
    Array.from({ length: 32 }, (_, bit) => ((word >>> bit) & 1) * (at * 32 + bit + 1)),
  )
    .flat()
    .filter((each) => each > 0)
    .map((each) => each - 1);
}

test('what two sets have in common is found and counted, also in the place of one of them', () => {
  fc.assert(
    fc.property(twoSets, fc.constantFrom('new', 'first', 'second'), ([first, second], where) => {
      const inSecond = new Set(numbersIn(second));
      const common = numbersIn(first).filter((each) => inSecond.has(each));

      const into = where === 'new' ? new Int32Array(first.length).fill(-1) : where === 'first' ? first : second;
      assert.equal(intersect(first, second, into), common.length);
      assert.deepEqual(numbersIn(into), common);
      assert.equal(count(into), common.length);
    }),
    { numRuns: 500 },
  );
});

test('subtracts one set from another', () => {
  fc.assert(
    fc.property(twoSets, ([first, second]) => {
      const inSecond = new Set(numbersIn(second));
      const rest = numbersIn(first).filter((each) => !inSecond.has(each));
      assert.deepEqual(numbersIn(subtract(first, second)), rest);
    }),
    { numRuns: 500 },
  );
});

test('sets are put together, however many they are', () => {
  const someSets = fc
    .integer({ min: 0, max: MOST_WORDS })
    .chain((length) => fc.tuple(words(length), fc.array(words(length), { maxLength: 9 })));
  fc.assert(
    fc.property(someSets, ([set, others]) => {
      const together = new Set([set, ...others].flatMap(numbersIn));
      for (const other of others) addAll(set, other);
      assert.deepEqual(new Set(numbersIn(set)), together);
    }),
    { numRuns: 500 },
  );
});

test('a stretch of a set is selected, of all of it or of what another has or has not', () => {
  fc.assert(
    fc.property(
      twoSets,
      fc.nat(200),
      fc.nat(50),
      fc.constantFrom('all', 'wanted', 'unwanted'),
      ([set, other], skip, take, which) => {
        const inOther = new Set(numbersIn(other));
        const counted = numbersIn(set).filter((each) => which === 'all' || inOther.has(each) === (which === 'wanted'));
        const into = [-1];
        const mask = which === 'all' ? undefined : { other, isWanted: which === 'wanted' };
        const left = select(set, skip, take, into, mask);
        assert.deepEqual(into, [-1, ...counted.slice(skip, skip + take)]);
        if (take > 0) assert.equal(left, Math.max(0, skip - counted.length));
      },
    ),
    { numRuns: 500 },
  );
});

test('the bits of a stretch are counted, wherever it begins and ends', () => {
  fc.assert(
    fc.property(twoSets, fc.nat(MOST_WORDS * 32), fc.nat(MOST_WORDS * 32), ([set], one, other) => {
      const [start, end] = [one, other].map((each) => Math.min(each, set.length * 32)).sort((a, b) => a - b);
      const expected = numbersIn(set).filter((each) => each >= start && each < end).length;
      assert.equal(countBetween(set, start, end), expected);
    }),
  );
});
