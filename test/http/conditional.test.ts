// Whether a client has an answer already, as `If-None-Match` says it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatEtag, matchingTag } from '../../src/http/response/entity-tags.ts';
import { eachRepeated } from '../support/hostile.ts';

const isKnown = (header: string | undefined, tag: string) => matchingTag(header, tag) !== undefined;
const TAG = '3q2nXyTz0pQvK5sWb1cDea-1x';

const tag = fc.oneof(
  fc.constantFrom(TAG, `${TAG}.zstd`, `${TAG}.br`, `${TAG}.gzip`, `${TAG}.zip`, `${TAG}x`, TAG.slice(1), '', ',', '*'),
  fc.string({ unit: fc.constantFrom('a', '.', ',', ' ', 'W', '/', '*'), maxLength: 5 }),
);

test('an answer is known when one of the tags is its own, in whatever encoding', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(tag, fc.boolean()), { minLength: 1, maxLength: 5 }), (tags) => {
      const header = tags.map(([each, isWeak]) => `${isWeak ? 'W/' : ''}"${each}"`).join(',\t ');
      const own = ['identity', 'zstd', 'br', 'gzip'].map((encoding) => formatEtag(TAG, encoding));
      const expected = tags.some(([each]) => own.includes(`"${each}"`));
      assert.equal(isKnown(header, TAG), expected);
    }),
    { numRuns: 5000 },
  );
});

test('a star stands for any answer, and a header that is none for none', () => {
  for (const header of ['*', ' * ', '"a", *', '*, "a"', 'W/"a" ,\t*']) assert.equal(isKnown(header, TAG), true, header);
  for (const header of [undefined, '', TAG, `"${TAG}`, `${TAG}"`, '"*"']) assert.equal(isKnown(header, TAG), false);
});

test('a header takes no longer to read than its length warrants, whatever it repeats', () => {
  for (const middle of eachRepeated(1_000_000)) {
    assert.equal(isKnown(`"${middle}"`, TAG), false);
    assert.equal(isKnown(`"a", ${middle}`, TAG), false);
  }
  assert.equal(isKnown(`${'"a",'.repeat(250_000)}"${TAG}"`, TAG), true);
});
