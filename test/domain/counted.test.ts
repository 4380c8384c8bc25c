import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { counted } from '../../src/domain/counted.ts';

test('whole numbers are shown as they are everywhere', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (count) => assert.equal(counted(count), count.toLocaleString('en'))));
});
