// How lines of the log come together: gathered by threads, in the form that is asked for, in the room that there is.

import assert from 'node:assert/strict';
import { openSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { LogRoom, openThreadLog, ServiceLog } from '../../src/observe/log.ts';
import { Outlet } from '../../src/observe/outlet.ts';
import { fifo, readNow } from '../support/pipes.ts';
import { until } from '../support/until.ts';

const JSON_LINES = { logLevel: 'info', logFormat: 'json' } as const;
const PRETTY = { logLevel: 'info', logFormat: 'pretty' } as const;
/** What may wait to be written over all threads, and what the main thread may add to that. */
const [ROOM, OWN_ROOM] = [4 * 1024 * 1024, 5 * 1024 * 1024];

/** The log of a thread, and what it has handed over. */
function threadLog(settings: Parameters<typeof openThreadLog>[0], room = new LogRoom()) {
  const handed: string[] = [];
  return { ...openThreadLog(settings, room, (lines) => handed.push(lines)), handed, room };
}

/** The log of the main thread, over a pipe whose reader is ours. */
function serviceLog(t: TestContext, settings: ConstructorParameters<typeof ServiceLog>[0]) {
  const { path, reader } = fifo(t);
  const log = new ServiceLog(settings, new Outlet(openSync(path, 'w')));
  let text = '';
  const lines = () => {
    text += readNow(reader);
    return text.split('\n').slice(0, -1);
  };
  return { log, lines };
}

test('what a thread gathers is handed over as it is, in order, all of it and once', () => {
  const lines = fc.array(fc.string().map((text) => `${JSON.stringify({ text })}\n`));
  fc.assert(
    fc.property(fc.array(lines), (batches) => {
      const { write, flush, handed } = threadLog(JSON_LINES);
      for (const batch of batches) {
        for (const line of batch) write(line);
        flush();
      }
      assert.deepEqual(
        handed,
        batches.map((batch) => batch.join('')).filter((text) => text !== ''),
      );
    }),
  );
});

test('a thread gathers up to 65,536 characters, and hands over by itself what has waited for a moment', async () => {
  const { write, handed } = threadLog(JSON_LINES);
  write('x'.repeat(65_535));
  assert.equal(handed.length, 0);
  write('\n');
  assert.deepEqual(handed, [`${'x'.repeat(65_535)}\n`]);
  write('later\n');
  await until(() => handed.length === 2);
  assert.equal(handed[1], 'later\n');
});

test('for a person each line is a readable one, and none is lost between', () => {
  const { logger, flush, handed } = threadLog(PRETTY);
  for (const word of ['first', 'second', 'third']) logger.info({ word }, 'told');
  logger.debug('not asked for');
  flush();
  const lines = handed.join('').split('\n');
  assert.equal(lines.pop(), '');
  assert.deepEqual(
    lines.map((line) => line.replace(/^[\d:.]{12} /, '')),
    ['first', 'second', 'third'].map((word) => `info  told  word=${word}`),
  );
});

test('where there is no more room lines are dropped and counted; what was written makes room again', () => {
  const { write, flush, handed, room } = threadLog(JSON_LINES);
  assert.ok(room.take(ROOM - 4));
  write('a\nb\n');
  flush();
  assert.deepEqual([handed, room.dropped], [['a\nb\n'], 0]);
  write('c\nd\ne\n');
  flush();
  assert.deepEqual([handed.length, room.dropped], [1, 3]);
  room.giveBack(6);
  write('f\ng\nh\n');
  flush();
  assert.deepEqual([handed[1], room.dropped], ['f\ng\nh\n', 3]);
});

test('the main thread has room of its own, and tells what was dropped once lines get through again', async (t) => {
  const { log, lines } = serviceLog(t, JSON_LINES);
  log.room.take(ROOM);
  assert.ok(!log.room.take(1));
  log.logger.warn('weighty');
  await until(() => log.room.take(OWN_ROOM - ROOM, OWN_ROOM));
  for (const _ of [1, 2]) log.logger.warn('too much');
  assert.equal(log.room.dropped, 2);
  log.room.giveBack(OWN_ROOM);
  log.logger.info('after');
  await until(() => lines().length === 3);
  assert.deepEqual(
    lines()
      .map((line) => JSON.parse(line))
      .map(({ level, msg, dropped }) => [level, msg, dropped]),
    [
      [40, 'weighty', undefined],
      [30, 'after', undefined],
      [40, 'lines of the log were dropped', 2],
    ],
  );
  assert.ok(log.room.take(ROOM), 'all of the room is there again');
});
