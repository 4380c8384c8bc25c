import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExportLimit, newExports } from '../../src/access/export-limit.ts';
import type { ClientKey } from '../../src/access/rate-limit/contract.ts';

const client = (low: number): ClientKey => ({ family: 4, high: 0, low });

test('two threads count together, for one client and in all', () => {
  const shared = newExports(2, 7);
  const [one, other] = [new ExportLimit(shared, 0), new ExportLimit(shared, 1)];
  const place = one.tryBegin(client(1)) as number;
  assert.equal(typeof place, 'number');
  assert.equal(typeof other.tryBegin(client(1)), 'number');
  assert.deepEqual([one.tryBegin(client(1)), other.tryBegin(client(1))], ['client', 'client']);
  for (const low of [2, 3, 4])
    for (const thread of [one, other]) assert.equal(typeof thread.tryBegin(client(low)), 'number');
  assert.deepEqual([one.running, other.running], [4, 4]);
  assert.deepEqual([one.tryBegin(client(5)), other.tryBegin(client(5))], ['server', 'server']);
  one.end(place);
  assert.equal(typeof other.tryBegin(client(5)), 'number');
});

test('what a thread that died had running is forgotten by the one in its place', () => {
  const shared = newExports(2, 7);
  const first = new ExportLimit(shared, 0);
  for (const low of [1, 1, 2, 2, 3, 3, 4, 4]) first.tryBegin(client(low));
  const other = new ExportLimit(shared, 1);
  assert.equal(other.tryBegin(client(5)), 'server');
  assert.equal(new ExportLimit(shared, 0).running, 0);
  assert.equal(typeof other.tryBegin(client(1)), 'number');
});
