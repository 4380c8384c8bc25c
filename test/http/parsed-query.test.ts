// The parameters of a request: what is wrong with them is told at a cost that repetition does not raise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_PARAMETERS } from '../../src/http/query/parameters.ts';
import { ParsedQuery } from '../../src/http/query/parsed-query.ts';

const faultsOf = (query: string) => new ParsedQuery(query, LIST_PARAMETERS).faults;

test('an unknown parameter is told once, however often it is given', () => {
  const message = 'unknown parameter; did you mean family?';
  const [first, ...others] = faultsOf(`${'famly=a&'.repeat(1000)}page=x`);
  assert.deepEqual(first, { parameter: 'famly', message });
  assert.deepEqual(
    others.map(({ parameter }) => parameter),
    ['page'],
  );
});

test('of many unknown parameters all are told, and what was meant of the first ten', () => {
  const names = Array.from({ length: 500 }, (_, index) => `famil${String.fromCodePoint(0x4e00 + index)}`);
  const faults = faultsOf(names.join('&'));
  assert.deepEqual(
    faults.map(({ parameter }) => parameter),
    names,
  );
  const suggestions = faults.filter(({ message }) => message.includes('did you mean family?'));
  assert.deepEqual(suggestions, faults.slice(0, 10));
});

test('what has no name, or a broken one, is told once, however often it is given', () => {
  const nameless = faultsOf(`${'=&'.repeat(4000)}=a&=a&%3Da`);
  assert.deepEqual(
    nameless.map(({ parameter, value }) => [parameter, value]),
    [
      ['', undefined],
      ['', 'a'],
      ['=a', undefined],
    ],
  );
  const broken = faultsOf(`${'%ZZ&'.repeat(2000)}%YY`);
  assert.deepEqual(
    broken.map(({ parameter }) => parameter),
    ['%ZZ', '%YY'],
  );
});

test('of many wrong values all are told, and what was meant of the first ten', () => {
  const faults = faultsOf(Array.from({ length: 300 }, (_, index) => `floweringSeason=apri${index}`).join('&'));
  assert.equal(faults.length, 300);
  assert.ok(faults.every(({ message }) => message.startsWith('must be a month')));
  const guessed = faultsOf(`${'page=x&'.repeat(3)}floweringSeason=apirl`);
  assert.match(guessed[1].message, /did you mean april\?$/);
  const late = faultsOf(`${Array.from({ length: 10 }, (_, index) => `x${index}`).join('&')}&floweringSeason=apirl`);
  assert.doesNotMatch(late[10].message, /did you mean/);
});

test('a long value is shortened by characters, and one that is not long is shown whole', () => {
  const shown = (value: string) => faultsOf(`page=${encodeURIComponent(value)}`)[0].value;
  assert.equal(shown('🌳'.repeat(60)), '🌳'.repeat(60));
  assert.equal(shown('🌳'.repeat(101)), `${'🌳'.repeat(100)}…`);
});
