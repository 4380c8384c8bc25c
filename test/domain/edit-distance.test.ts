// How many slips are forgiven. Distances themselves are held against the textbook in test/catalogue/likeness.property.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxTypos, typoDistance } from '../../src/domain/names/edit-distance.ts';

test('one slip is forgiven in words of up to five letters, two in longer ones', () => {
  const words = Array.from({ length: 12 }, (_, length) => 'x'.repeat(length));
  assert.deepEqual(words.map(maxTypos), [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
});

test('another gender is one slip, however many letters it changes', () => {
  assert.deepEqual(
    ['albus', 'album', 'alba', 'albi'].map((other) => typoDistance('albus', other, 2)),
    [0, 1, 1, 2],
  );
  assert.equal(typoDistance('niger', 'nigrum', 1), 1);
});
