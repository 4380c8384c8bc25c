import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { concatenate, finished } from '../../src/snapshot/lists.ts';
import { renamed } from '../../src/snapshot/renamed-lists.ts';

test('numbers get their new names, and each list is in ascending order again, however long it is', () => {
  const numbers = fc.integer({ min: 0, max: 1 }).chain((isLarge) => fc.integer({ min: 1, max: isLarge ? 20_000 : 70 }));
  const cases = numbers.chain((most) => {
    const lists = fc.array(
      fc.tuple(fc.integer({ min: 1, max: most }), fc.nat(most - 1)).map(([every, first]) => {
        const all = Array.from({ length: most }, (_, at) => at);
        return all.filter((at) => at >= first && (at - first) % every === 0);
      }),
      { maxLength: 5 },
    );
    return fc.tuple(fc.constant(most), lists, fc.integer({ min: 1, max: 1_000 }));
  });
  fc.assert(
    fc.property(cases, ([most, lists, seed]) => {
      const order = Array.from({ length: most }, (_, at) => at).sort(
        (a, b) => mixed(a, seed) - mixed(b, seed) || a - b,
      );
      const expected = lists.map((list) => list.map((number) => order[number]).sort((a, b) => a - b));
      const found = finished(renamed(concatenate(lists), Uint32Array.from(order)));
      assert.deepEqual([...found], expected.flat());
    }),
    { numRuns: 100 },
  );
});

function mixed(number: number, seed: number): number {
  return Math.imul(number + seed, 0x9e3779b1) >>> 0;
}

test('a list that has a number twice is refused where it would be lost', () => {
  const items = Array.from({ length: 40 }, (_, index) => Math.min(index, 38));
  const names = Uint32Array.from({ length: 100 }, (_, number) => number);
  assert.throws(() => finished(renamed(concatenate([Uint32Array.from(items)]), names)), SnapshotError);
});
