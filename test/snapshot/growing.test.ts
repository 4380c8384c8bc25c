// What grows while a snapshot is written, held against what JavaScript has for the same.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { GrowingBytes } from '../../src/snapshot/growing-bytes.ts';
import { GrowingLists } from '../../src/snapshot/lists.ts';
import { Met } from '../../src/snapshot/met.ts';

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
      assert.ok(expected.equals(bytes.done()));
    }),
    { numRuns: 50 },
  );
});

test('bytes of others are copied from where they stand, and these are let go at once', () => {
  const [bytes, others] = [new GrowingBytes(), new GrowingBytes()];
  for (const text of ['oak elm ash', 'x'.repeat(200_000)]) others.append(text);
  bytes.append('an ');
  bytes.appendFrom(others, 4, 8);
  bytes.appendFrom(others, 11, others.length);
  const copied = `an elm ${'x'.repeat(200_000)}`;
  assert.equal(bytes.done().toString(), copied);
  const stood = others.done();
  others.letGo();
  assert.deepEqual([others.length, stood.length], [0, 0]);
  assert.equal(bytes.done().toString(), copied);
});

test('lists that grow are those that were added, empty ones among them', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(lengths, fc.constant(0))), (sizes) => {
      const lists = new GrowingLists();
      const expected = sizes.map((size, list) => Array.from({ length: size }, (_, item) => list * 10_000 + item));
      for (const items of expected) {
        for (const item of items) lists.add(item);
        lists.endList();
      }
      assert.deepEqual(
        expected.map((_, list) => [...lists.get(list)]),
        expected,
      );
      const some = Uint32Array.from(expected.keys()).filter((list) => list % 2 === 0);
      const { offsets, items } = lists.of(some.reverse());
      assert.deepEqual(
        Array.from(some, (_, at) => [...items.subarray(offsets[at], offsets[at + 1])]),
        Array.from(some, (list) => expected[list]),
      );
      const first = lists.get(0);
      lists.letGo();
      assert.equal(first.length, 0);
    }),
  );
});

test('a number is new once, until all are forgotten', () => {
  const numbers = fc.array(fc.oneof(fc.nat(3), fc.constantFrom(1023, 1024, 4096, 100_000)));
  fc.assert(
    fc.property(fc.array(numbers), (rounds) => {
      const met = new Met();
      for (const round of rounds) {
        met.nothing();
        const seen = new Set<number>();
        for (const number of round) {
          assert.equal(met.isNew(number), !seen.has(number));
          seen.add(number);
        }
      }
    }),
  );
});

test('many that grow leave addresses to others, and so does what was outgrown', () => {
  const all = Array.from({ length: 80 }, () => new GrowingBytes());
  const before = all.map((bytes) => bytes.done());
  for (const bytes of all) for (let time = 0; time < 40; time++) bytes.append('é'.repeat(10_000));
  const taken = all.reduce((sum, bytes) => sum + (bytes.done().buffer as ArrayBuffer).maxByteLength, 0);
  assert.ok(taken < 2 ** 30, `${taken} addresses are taken.`);
  assert.ok(before.every(({ buffer }) => (buffer as ArrayBuffer).detached));
});

const GROWS = `
  const { GrowingBytes } = await import(${JSON.stringify(new URL('../../src/snapshot/growing-bytes.ts', import.meta.url))});
  const bytes = new GrowingBytes(undefined, 2 ** 33);
  for (let time = 0; time < 40; time++) bytes.append('é'.repeat(10_000));
  console.log(Buffer.from(bytes.done()).equals(Buffer.from('é'.repeat(400_000))));`;

test('bytes grow also where a process may not have the addresses that they ask for', async () => {
  const limited = ['-c', 'ulimit -v 6000000 && exec "$0" --eval "$1"', process.execPath, GROWS];
  assert.equal((await promisify(execFile)('sh', limited)).stdout, 'true\n');
});
