// Whose memory it is that an answer is written to and sent from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BufferPool } from '../../src/http/sending/fast/buffer-pool.ts';
import { FastSender } from '../../src/http/sending/fast/fast.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const MANY = 300;

test('memory is lent to one at a time, and again when it was taken back', () => {
  const memory = new BufferPool();
  const [one, other] = [{}, {}];
  const [first, second] = [memory.acquire(one), memory.acquire(other)];
  assert.notEqual(first, second);
  assert.equal(memory.acquire(one), first);
  memory.release(one);
  memory.release(one);
  const others = [memory.acquire({}), memory.acquire({})];
  assert.equal(others[0], first);
  for (const block of [first, second]) assert.notEqual(others[1], block);
});

test('while much of it is lent nobody else becomes an owner, and afterwards everybody may again', () => {
  const memory = new BufferPool();
  const owners = Array.from({ length: MANY }, () => ({}));
  const lent = owners.map((owner) => memory.acquire(owner));
  assert.ok(lent[0] && !lent[MANY - 1]);
  for (const owner of owners) memory.release(owner);
  assert.ok(memory.acquire(owners[MANY - 1]));
});

test('an answer stays what it is until its owner has ended, however many others are written', () => {
  const sender = new FastSender();
  const write = (text: string) => {
    const owner = {};
    const bytes = sender.join('A: b\r\n\r\n', sender.writerFor(owner, '').text(text));
    return { owner, bytes, text };
  };
  const held = Array.from({ length: MANY }, (_, number) => write(`answer ${number}`));
  for (const { owner } of held.splice(0, MANY / 2)) sender.end(owner);
  for (let number = 0; number < MANY; number++) write('another');
  for (const { bytes, text } of held) assert.equal(String(bytes), `A: b\r\n\r\n${text}`);
});

test('one answer after the other is written to the same memory', () => {
  const sender = new FastSender();
  const used = new Set<ArrayBufferLike>();
  for (let number = 0; number < MANY; number++) {
    const owner = {};
    used.add(sender.join('A: b\r\n\r\n', sender.writerFor(owner, '').text(`answer ${number}`)).buffer);
    sender.end(owner);
  }
  assert.equal(used.size, 1);
});

for (const [what, maxCacheBytes] of Object.entries({ 'worked out': 0, kept: 64 * 1024 * 1024 })) {
  test(`clients that ask all at once get each the right answer, where answers are ${what}`, async (t) => {
    const slugs = Array.from({ length: MANY }, (_, number) => `tree-${number}`);
    const { api } = await startTestService(t, { trees: slugs.map((slug) => makeTree({ slug })), maxCacheBytes });
    for (let time = 0; time < 2; time++) {
      const answers = await Promise.all(slugs.map(async (slug) => (await fetch(`${api}/trees/${slug}`)).json()));
      assert.deepEqual(
        answers.map(({ data }) => data.slug),
        slugs,
      );
    }
  });
}
