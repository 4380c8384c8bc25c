// Texts in chunks of shared memory: each is read back, by its number and from its chunk.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TextChunk, TextStore, textIn } from '../../src/publishing/text-store.ts';
import { often } from '../support/often.ts';

const CHUNK_BYTES = 4 << 20;

/** Some so long that few, or not even one of them, fit in a chunk. */
const texts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('x', 'é', '🌳'), fc.constantFrom(1000, CHUNK_BYTES / 4, CHUNK_BYTES / 3, CHUNK_BYTES))
        .map(([character, count]) => character.repeat(count)),
    },
  ),
  { maxLength: 12 },
);

test('every text is read back by its number and from its chunk', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const store = new TextStore();
      const chunks: TextChunk[] = all.map((text) => store.add(text));
      assert.equal(store.length, all.length);
      for (const [number, text] of all.entries()) {
        assert.ok(store.get(number) === text);
        assert.ok(textIn(chunks[number], number - chunks[number].first) === text);
        assert.ok(chunks[number].bytes.buffer instanceof SharedArrayBuffer);
      }
    }),
    { numRuns: often(10, 100) },
  );
});

test('a chunk takes texts until the next one does not fit, and a longer text has a chunk of its own', () => {
  const store = new TextStore();
  const half = 'x'.repeat(CHUNK_BYTES / 2);
  const [first, second, third, fourth] = [half, half, 'y', 'z'.repeat(CHUNK_BYTES + 1)].map((text) => store.add(text));
  assert.equal(second, first);
  assert.notEqual(third, first);
  assert.deepEqual([third.first, fourth.first, fourth.bytes.length], [2, 3, CHUNK_BYTES + 1]);
  assert.equal(store.add(''), fourth);
});
