// What the log says of Redis, and how often.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pino from 'pino';
import { newRedisLogState, RedisReport } from '../../../src/access/rate-limit/redis-report.ts';
import { TestClock } from '../../support/limiters.ts';

/** Two threads of an instance, what they logged, and time that passes when the test says so. */
function threads(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [clock, logState, lines] = [new TestClock(), newRedisLogState(), [] as string[]];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg.slice(0, 18)) });
  const thread = () => new RedisReport({ log, logState, clock });
  const pass = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      clock.elapsed += 1_000;
      t.mock.timers.tick(1_000);
    }
  };
  return { one: thread(), other: thread(), lines, pass };
}

const GONE = 'Redis does not cou';
const BACK = 'Redis counts again';
const LATE = 'Redis answered lat';

test('a Redis that is lost and comes back every second is logged once a minute, over all threads', (t) => {
  const { one, other, lines, pass } = threads(t);
  for (let second = 0; second < 600; second++) {
    for (const thread of [one, other]) thread.logState(second % 2 === 0 ? new Error('gone') : undefined);
    pass(1);
  }
  assert.ok(lines.length >= 2 && lines.length <= 11, String(lines));
});

test('a change is logged when the minute is over, unless Redis changed back', (t) => {
  const { one, other, lines, pass } = threads(t);
  for (const thread of [one, other]) thread.logState(new Error('gone'));
  assert.deepEqual(lines, [GONE]);
  pass(10);
  for (const thread of [one, other]) thread.logState();
  pass(49);
  assert.deepEqual(lines, [GONE]);
  pass(2);
  assert.deepEqual(lines, [GONE, BACK]);
  one.logState(new Error('gone'));
  pass(1);
  one.logState();
  pass(120);
  assert.deepEqual(lines, [GONE, BACK]);
});

test('late answers are logged once a minute over all threads, and do not delay the loss of Redis', (t) => {
  const { one, other, lines, pass } = threads(t);
  for (let second = 0; second < 60; second++) {
    for (const thread of [one, other]) thread.logLate(60);
    pass(1);
  }
  one.logState(new Error('gone'));
  assert.deepEqual(lines, [LATE, GONE]);
  other.logLate(60);
  assert.deepEqual(lines, [LATE, GONE, LATE]);
});
