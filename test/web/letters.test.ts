import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlace } from '../../web/explorer/address.ts';
import { hasLetters, lettersOf } from '../../web/explorer/letters.ts';

const pagination = { pageSize: 20, total: 50, totalPages: 3, hasNext: true, hasPrev: true };

test('a letter leads to the page on which it begins', () => {
  const counts = [
    { value: '#', count: 1 },
    { value: 'A', count: 30 },
    { value: 'B', count: 9 },
    { value: 'C', count: 10 },
  ];
  const told = lettersOf(counts, { ...pagination, page: 2 }).map(({ name, page, isHere }) => [name, page, isHere]);
  assert.deepEqual(told, [
    ['#', 1, false],
    ['A', 1, true],
    ['B', 2, false],
    ['C', 3, false],
  ]);
});

test('a list has letters unless it is ordered by relevance or by date', () => {
  const place = listPlace('en');
  assert.equal(hasLetters(place), true);
  assert.equal(hasLetters({ ...place, search: 'oak' }), false);
  assert.equal(hasLetters({ ...place, search: 'oak', ordering: { sort: 'family', order: 'desc' } }), true);
  assert.equal(hasLetters({ ...place, ordering: { sort: 'updatedAt', order: 'desc' } }), false);
});
