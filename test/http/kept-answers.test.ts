import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseCache } from '../../src/http/response/response-cache.ts';
import type { PreparedResponse } from '../../src/http/sending/contract.ts';

const published = (revision: string, hash: string, publishedAt = '2026-01-11T00:00:00.000Z') => ({
  revision,
  publishedAt,
  catalogue: { snapshot: { hash, size: 0 } },
});
const answerOf = (bytes: number): PreparedResponse => ({
  route: '/api/v1/trees',
  tag: String(bytes),
  bytes: Buffer.alloc(bytes),
  tagLineAt: 0,
  bodyLinesAt: 0,
  bodyAt: 0,
});

test('an answer is found again for the same revision and encoding, and for no other', () => {
  const answers = new ResponseCache(() => 64 * 1024 * 1024);
  const first = published('r1', 'a');
  answers.add('/x', 'gzip', first, answerOf(10));
  assert.equal(answers.get('/x', 'gzip', first)?.tag, '10');
  assert.equal(answers.get('/y', 'gzip', first), undefined);
  for (const encoding of ['identity', 'zstd', 'br'] as const)
    assert.equal(answers.get('/x', encoding, first), undefined);
  for (const other of [published('r2', 'a'), published('r1', 'b'), published('r1', 'a', '2026-01-12T00:00:00.000Z')]) {
    answers.add('/x', 'gzip', first, answerOf(10));
    assert.equal(answers.get('/x', 'gzip', other), undefined);
    assert.equal(answers.get('/x', 'gzip', first), undefined, 'what was let go does not come back');
  }
});

test('walking through more than there is room for leaves most of what was kept, and the room is never exceeded', () => {
  const answers = new ResponseCache(() => 64 * 1024 * 1024);
  const current = published('r1', 'a');
  const kept = (from: number, to: number) => {
    let count = 0;
    for (let number = from; number < to; number++) if (answers.get(`/${number}`, 'identity', current)) count++;
    return count;
  };
  const walk = (from: number, to: number) => {
    for (let number = from; number < to; number++) answers.add(`/${number}`, 'identity', current, answerOf(200 * 1024));
  };
  walk(0, 300);
  assert.equal(kept(0, 300), 300);
  walk(300, 1300);
  assert.ok(kept(0, 300) > 150, `${kept(0, 300)} of the first 300 are left`);
  assert.ok(kept(300, 1300) > 0, 'new ones get in');
  assert.ok(kept(0, 1300) * 200 <= 64 * 1024, `${kept(0, 1300)} kept`);
});

test('who asks for compressed answers gets in where plain ones have taken all room', () => {
  const answers = new ResponseCache(() => 64 * 1024 * 1024);
  const current = published('r1', 'a');
  for (let number = 0; number < 400; number++) answers.add(`/${number}`, 'identity', current, answerOf(200 * 1024));
  for (let round = 0; round < 10; round++)
    for (let number = 0; number < 100; number++) {
      if (!answers.get(`/${number}`, 'gzip', current)) answers.add(`/${number}`, 'gzip', current, answerOf(40 * 1024));
    }
  const kept = Array.from({ length: 100 }, (_, number) => answers.get(`/${number}`, 'gzip', current));
  assert.ok(kept.filter((answer) => answer).length > 90, `${kept.filter((answer) => answer).length} of 100 are kept`);
});

test('what is too large is not kept at all', () => {
  const answers = new ResponseCache(() => 64 * 1024 * 1024);
  const current = published('r1', 'a');
  answers.add('/large', 'identity', current, answerOf(300 * 1024));
  assert.equal(answers.get('/large', 'identity', current), undefined);
});

test('what a key takes counts as well', () => {
  const answers = new ResponseCache(() => 1024 * 1024);
  const current = published('r1', 'a');
  const keys = Array.from({ length: 1000 }, (_, number) => `/${'x'.repeat(8000)}${number}`);
  for (const key of keys) answers.add(key, 'identity', current, answerOf(100));
  const kept = keys.filter((key) => answers.get(key, 'identity', current)).length;
  assert.ok(kept > 0 && kept * 8100 <= 1024 * 1024, `${kept} kept`);
});

test('counts a replaced answer once, so that fifty answers fit after one was kept sixty times', () => {
  const answers = new ResponseCache(() => 1024 * 1024);
  const current = published('r1', 'a');
  for (let time = 0; time < 60; time++) answers.add('/again', 'gzip', current, answerOf(19 * 1024));
  const keys = ['/again', ...Array.from({ length: 49 }, (_, number) => `/${number}`)];
  for (const key of keys.slice(1)) answers.add(key, 'gzip', current, answerOf(19 * 1024));
  const missing = keys.filter((key) => !answers.get(key, 'gzip', current));
  assert.deepEqual(missing, []);
});

test('computes concurrent misses of one key once, and again after a failure', async () => {
  const answers = new ResponseCache(() => 1024 * 1024);
  const current = published('r1', 'a');
  let computed = 0;
  const { promise, resolve, reject } = Promise.withResolvers<PreparedResponse>();
  const share = (question: string, of = current) =>
    answers.share(question, 'gzip', of, () => {
      computed++;
      return computed === 1 ? promise : Promise.resolve(answerOf(computed));
    });
  const failed = Array.from({ length: 60 }, () => assert.rejects(async () => await share('/x'), /no memory/));
  assert.equal(computed, 1);
  assert.equal((await share('/y')).tag, '2', 'another question');
  assert.equal((await share('/x', published('r2', 'b'))).tag, '3', 'another revision');
  reject(new Error('no memory'));
  await Promise.all(failed);
  assert.equal((await share('/x')).tag, '4', 'after the failure');
  resolve(answerOf(0));
});
