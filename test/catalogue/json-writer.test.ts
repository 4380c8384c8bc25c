import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonWriter } from '../../src/catalogue/json-writer.ts';

/** Texts whose letters take one to four bytes. */
const texts = fc.array(fc.string({ unit: 'binary', maxLength: 100 }), { maxLength: 20 });

test('whatever is written stands there, however small the memory was and wherever in it the answer begins', () => {
  fc.assert(
    fc.property(texts, fc.nat(40), fc.nat(40), (given, room, start) => {
      const memory = Buffer.alloc(start + room, 'x');
      const writer = new JsonWriter('', memory, start);
      for (const each of given) writer.text(each);
      assert.equal(writer.written.toString(), Buffer.from(given.join('')).toString());
      assert.equal(memory.toString('utf8', 0, start), 'x'.repeat(start));
    }),
  );
});

test('memory that is too small is doubled: a long answer in small parts is copied a few times only', (context) => {
  const allocate = context.mock.method(Buffer, 'allocUnsafeSlow');
  const writer = new JsonWriter('', Buffer.alloc(8));
  for (let part = 0; part < 10_000; part++) writer.text('a');
  assert.equal(writer.written.toString(), 'a'.repeat(10_000));
  assert.deepEqual(
    allocate.mock.calls.map(({ result }) => result?.length),
    Array.from({ length: 11 }, (_, times) => 8 * 2 ** (times + 1)),
  );
});

test('memory that is large enough is the only one', (context) => {
  const allocate = context.mock.method(Buffer, 'allocUnsafeSlow');
  const writer = new JsonWriter('', Buffer.alloc(2 + 3 * 4), 2).text('tree');
  assert.equal(writer.written.toString(), 'tree');
  assert.equal(allocate.mock.callCount(), 0);
});
