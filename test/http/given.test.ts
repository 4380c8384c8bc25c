// The parameters of a request: what is wrong with them is told at a cost that repetition does not raise.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Given } from '../../src/http/given.ts';
import { LIST_PARAMETERS } from '../../src/http/parameters.ts';

const faultsOf = (query: string) => new Given(query, LIST_PARAMETERS).faults;

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
