// Stretches of bits that are copied are where they would be if each had been set by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { copyBits } from '../../src/snapshot/moved-bits.ts';
import { often } from '../support/often.ts';

const isSet = (cells: ArrayLike<number>, at: number) => (cells[at >>> 5] >>> (at & 31)) & 1;

/** Where they begin, before and now, and how many they are, within so many cells. */
const CELLS = 5;
const stretch = fc
  .tuple(fc.nat(CELLS * 32 - 1), fc.nat(CELLS * 32 - 1), fc.nat(CELLS * 32))
  .map(([before, first, most]) => ({
    before,
    first,
    length: Math.min(most, CELLS * 32 - before, CELLS * 32 - first),
  }));
const cells = fc.array(fc.integer(), { minLength: CELLS, maxLength: CELLS }).map((all) => Int32Array.from(all));

test('a stretch of bits, wherever it was and is', () => {
  fc.assert(
    fc.property(cells, stretch, (known, { before, first, length }) => {
      const into = new Uint32Array(CELLS);
      copyBits(known, { before, first, length }, into);
      for (let at = 0; at < CELLS * 32; at++) {
        const expected = at >= first && at < first + length ? isSet(known, at - first + before) : 0;
        assert.equal(isSet(into, at), expected, `bit ${at}`);
      }
    }),
    { numRuns: often(500, 5_000) },
  );
});
