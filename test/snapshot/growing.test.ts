// Compares collections that grow with those of JavaScript.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { GrowingLists } from '../../src/snapshot/columns/growing-lists.ts';
import { VisitedSet } from '../../src/snapshot/columns/visited-set.ts';
import { GrowingBytes, release } from '../../src/snapshot/sections/growing-bytes.ts';

/** Around the places where more room is needed, too. */
const lengths = fc.oneof(fc.nat(20), fc.constantFrom(1023, 1024, 1025, 2048, 5_000));
const pieces = fc.array(fc.record({ unit: fc.constantFrom('a', 'ñ', '€', '😀', '\ud800'), repeated: lengths }));

const ROOMS = [
  () => undefined,
  () => new SharedArrayBuffer(16),
  () => new SharedArrayBuffer(16, { maxByteLength: 2048 }),
  () => new SharedArrayBuffer(1 << 20),
];

/** So few are outgrown. */
const addresses = fc.constantFrom(undefined, 1 << 17);

test('bytes that grow are those of all texts, one after the other, whatever room there was', () => {
  fc.assert(
    fc.property(pieces, fc.boolean(), fc.constantFrom(...ROOMS), addresses, (all, hasLong, room, most) => {
      const bytes = new GrowingBytes(room(), most);
      const texts = all.map(({ unit, repeated }) => unit.repeat(repeated));
      if (hasLong) texts.push('é'.repeat(700_000), 'x', 'é'.repeat(1_400_000));
      for (const [index, text] of texts.entries()) {
        if (index % 2) bytes.appendBytes(Buffer.from(text));
        else bytes.append(text);
      }
      const expected = Buffer.from(texts.map((text) => text.toWellFormed()).join(''));
      assert.equal(bytes.length, expected.length);
      assert.ok(expected.equals(bytes.written()));
    }),
    { numRuns: 50 },
  );
});

test('memory of its own is released at once, and shared memory is not', () => {
  const [own, shared] = [new GrowingBytes(), new GrowingBytes(new SharedArrayBuffer(16))];
  for (const bytes of [own, shared]) bytes.append('x'.repeat(200_000));
  const [ownBytes, sharedBytes] = [own.written(), shared.written()];
  for (const bytes of [ownBytes, sharedBytes, ownBytes]) release(bytes);
  assert.deepEqual([ownBytes.length, sharedBytes.length], [0, 200_000]);
});

test('lists that grow are those that were added, empty ones among them', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(lengths, fc.constant(0))), (sizes) => {
      const lists = new GrowingLists();
      const expected = sizes.map((size, list) => Array.from({ length: size }, (_, item) => list * 10_000 + item));
      for (const items of expected) {
        for (const item of items) lists.add(item);
        assert.deepEqual([...lists.current()], items);
        lists.endList();
      }
      const { offsets, items } = lists.finish();
      assert.deepEqual(
        expected.map((_, list) => [...items.subarray(offsets[list], offsets[list + 1])]),
        expected,
      );
      assert.equal(items.buffer.byteLength, items.byteLength);
    }),
  );
});

test('an id is visited for the first time once, until the set is cleared', () => {
  const numbers = fc.array(fc.oneof(fc.nat(3), fc.constantFrom(1023, 1024, 4096, 100_000)));
  fc.assert(
    fc.property(fc.array(numbers), (rounds) => {
      const visited = new VisitedSet();
      for (const round of rounds) {
        visited.clear();
        const seen = new Set<number>();
        for (const number of round) {
          assert.equal(visited.visit(number), !seen.has(number));
          seen.add(number);
        }
      }
    }),
  );
});

test('many that grow leave addresses to others, and so does what was outgrown', () => {
  const all = Array.from({ length: 80 }, () => new GrowingBytes());
  const before = all.map((bytes) => bytes.written());
  for (const bytes of all) for (let time = 0; time < 40; time++) bytes.append('é'.repeat(10_000));
  const taken = all.reduce((sum, bytes) => sum + (bytes.written().buffer as ArrayBuffer).maxByteLength, 0);
  assert.ok(taken < 2 ** 30, `${taken} addresses are taken.`);
  assert.ok(before.every(({ buffer }) => (buffer as ArrayBuffer).detached));
});

const GROWS = `
  const { GrowingBytes } = await import(${JSON.stringify(new URL('../../src/snapshot/sections/growing-bytes.ts', import.meta.url))});
  const bytes = new GrowingBytes(undefined, 2 ** 33);
  for (let time = 0; time < 40; time++) bytes.append('é'.repeat(10_000));
  console.log(Buffer.from(bytes.written()).equals(Buffer.from('é'.repeat(400_000))));`;

test('bytes grow also where a process may not have the addresses that they ask for', async () => {
  const limited = ['-c', 'ulimit -v 6000000 && exec "$0" --eval "$1"', process.execPath, GROWS];
  assert.equal((await promisify(execFile)('sh', limited)).stdout, 'true\n');
});
