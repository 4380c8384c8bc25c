// How much each caller uses, as a serving thread counts it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageCounts } from '../../src/access/usage.ts';

test('a request over the limit is neither an error nor a use, and counts as a request all the same', () => {
  const usage = new UsageCounts();
  for (const [at, status] of [200, 304, 404, 500, 429, 429].entries()) usage.add('key_1', status, at + 1);
  usage.add('key_2', 429, 9);
  assert.deepEqual(usage.take(), [
    { caller: 'key_1', requests: 6, errors: 2, limited: 2, usedAt: 4 },
    { caller: 'key_2', requests: 1, errors: 0, limited: 1, usedAt: 0 },
  ]);
});

test('what was taken is not counted again', () => {
  const usage = new UsageCounts();
  usage.add('key_1', 200, 1);
  usage.take();
  assert.deepEqual(usage.take(), []);
  usage.add('key_1', 200, 2);
  assert.equal(usage.take()[0].requests, 1);
});
