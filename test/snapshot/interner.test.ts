import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interner } from '../../src/snapshot/columns/interner.ts';
import { sortByCodePoints, textsIn } from '../../src/snapshot/sections/strings.ts';

test('sorts only used words, by code points', () => {
  const interner = new Interner();
  const found = ['\u{20000}', 'b', '豈'.normalize('NFD'), 'unused', 'a'].map((word) => interner.idOf(word));
  const isUsed = Uint8Array.from({ length: interner.length }, (_, id) => Number(id !== found[3]));
  const sorted = textsIn(interner.sorted(isUsed).dictionary);
  assert.deepEqual(
    sorted,
    sorted.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
  );
  assert.deepEqual(sorted.length, 4);
  assert.deepEqual(sortByCodePoints(['\uffff', '\u{10000}', 'z']), ['z', '\uffff', '\u{10000}']);
});
