import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from '../../src/domain/names/suggest.ts';

const KNOWN = ['family', 'page', 'pageSize', 'sort', 'order', 'floweringSeason'];

test('a slip of the pen finds the name that was meant', () => {
  const slips = {
    famly: 'family',
    fmaily: 'family',
    Family: 'family',
    pagesize: 'pageSize',
    srot: 'sort',
    flowerinSeason: 'floweringSeason',
  };
  for (const [slip, meant] of Object.entries(slips)) assert.equal(nearest(slip, KNOWN), meant);
});

test('another word is not taken for a slip', () => {
  for (const word of ['fruit', 'limit', 'q', '', 'x'.repeat(5000)]) assert.equal(nearest(word, KNOWN), undefined);
});

test('one letter left out, doubled or replaced is always found again', () => {
  const slip = fc.tuple(
    fc.constantFrom('family', 'floweringSeason', 'conservationStatus'),
    fc.nat(),
    fc.constantFrom('', 'xx', 'q'),
  );
  fc.assert(
    fc.property(slip, ([name, at, put]) => {
      const index = at % name.length;
      const typed = name.slice(0, index) + put + name.slice(index + 1);
      assert.equal(nearest(typed, ['family', 'floweringSeason', 'conservationStatus']), name);
    }),
  );
});
