import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PreparedAnswer, PreparedAnswers } from '../../src/http/answers.ts';
import type { Published } from '../../src/http/service.ts';

const published = (revision: string, hash: string) =>
  ({ revision, catalogue: { snapshot: { hash } } }) as unknown as Published;
const answerOf = (bytes: number): PreparedAnswer => ({
  answer: { body: Buffer.alloc(bytes), locale: 'en', links: {} },
  route: '/api/v1/trees',
  tag: String(bytes),
  headers: [],
});

test('an answer is found again for the same revision, and for no other', () => {
  const answers = new PreparedAnswers();
  const first = published('r1', 'a');
  answers.keep('/x', first, answerOf(10));
  assert.equal(answers.get('/x', first)?.tag, '10');
  assert.equal(answers.get('/y', first), undefined);
  for (const other of [published('r2', 'a'), published('r1', 'b')]) assert.equal(answers.get('/x', other), undefined);
  assert.equal(answers.get('/x', first), undefined, 'what was let go does not come back');
});

test('what was not used makes room, and what is too large is not kept at all', () => {
  const answers = new PreparedAnswers();
  const current = published('r1', 'a');
  for (let number = 0; number < 400; number++) {
    answers.keep(`/${number}`, current, answerOf(200 * 1024));
    answers.get('/0', current);
  }
  assert.ok(answers.get('/0', current) && answers.get('/399', current));
  assert.equal(answers.get('/1', current), undefined);
  const kept = Array.from({ length: 400 }, (_, number) => answers.get(`/${number}`, current)).filter(Boolean).length;
  assert.ok(kept > 100 && kept * 200 <= 32 * 1024, `${kept} kept`);
  answers.keep('/large', current, answerOf(300 * 1024));
  assert.equal(answers.get('/large', current), undefined);
});
