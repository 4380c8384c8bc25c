// Getting an answer: outdated requests are given up, passing failures tried again, lasting ones shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NetworkError,
  NotFoundError,
  type Problem,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '../../client/src/index.ts';
import type { Condition } from '../../web/explorer/condition.ts';
import { Loader } from '../../web/explorer/loader.ts';

/** Each question gets the next outcome; pauses take no time, and are noted. */
function loaderOver(...outcomes: (Error | string)[]) {
  const seen = { conditions: [] as Condition[], pauses: [] as number[], answers: [] as string[] };
  const loader = new Loader<string, string>({
    async ask() {
      const outcome = outcomes.shift() ?? 'answer';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    async pause(seconds, signal) {
      signal.throwIfAborted();
      seen.pauses.push(seconds);
    },
    onCondition: (condition) => seen.conditions.push(condition),
    onAnswer: (question, answer) => seen.answers.push(`${question}: ${answer}`),
  });
  return { loader, seen };
}

test('an answer is handed over with its question', async () => {
  const { loader, seen } = loaderOver('yes');
  await loader.load('q');
  assert.deepEqual(seen, { conditions: [{ kind: 'asking' }], pauses: [], answers: ['q: yes'] });
});

test('a used-up limit is waited for as long as the service says, then the question is asked again', async () => {
  const { loader, seen } = loaderOver(new RateLimitedError('', { retryAfterSeconds: 42 }));
  await loader.load('q');
  assert.deepEqual(seen.conditions.at(-1), { kind: 'limited', seconds: 42 });
  assert.deepEqual(seen.pauses, [42]);
  assert.deepEqual(seen.answers, ['q: answer']);
});

test('a service that is gone is asked again after pauses that grow, and found when it is back', async () => {
  const gone = Array.from({ length: 6 }, (_, index) => (index % 2 ? new ServerError('') : new NetworkError('')));
  const { loader, seen } = loaderOver(...gone);
  await loader.load('q');
  assert.deepEqual(seen.pauses, [1, 2, 4, 8, 15, 15]);
  assert.deepEqual(seen.answers, ['q: answer']);
});

test('a service without a catalogue is asked again until there is one', async () => {
  const problem = { code: 'no-catalogue' } as Problem;
  const { loader, seen } = loaderOver(new ServerError('', { problem, status: 503 }));
  await loader.load('q');
  assert.deepEqual(seen.conditions.at(-1), { kind: 'empty' });
  assert.deepEqual(seen.answers, ['q: answer']);
});

test('what trying again would not change is shown at once', async () => {
  for (const [error, kind] of [
    [new UnauthorizedError(''), 'locked'],
    [new NotFoundError(''), 'missing'],
    [new Error('odd'), 'refused'],
  ] as const) {
    const { loader, seen } = loaderOver(error);
    await loader.load('q');
    assert.equal(seen.conditions.at(-1)?.kind, kind);
    assert.deepEqual([seen.pauses, seen.answers], [[], []]);
  }
});

test('only the last question counts, even when an earlier answer comes late', async () => {
  const answers: string[] = [];
  const waiting = new Map<string, (answer: string) => void>();
  const loader = new Loader<string, string>({
    ask: (question) => new Promise((resolve) => waiting.set(question, resolve)),
    pause: async () => {},
    onCondition: () => {},
    onAnswer: (question) => answers.push(question),
  });
  const [first, second] = [loader.load('first'), loader.load('second')];
  waiting.get('second')?.('');
  waiting.get('first')?.('');
  await Promise.all([first, second]);
  assert.deepEqual(answers, ['second']);
});
