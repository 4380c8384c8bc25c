// The least pace of who takes an export: by bytes and by a clock of the test's own.

import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Connection } from '../../src/http/pipeline/connection.ts';
import { Exchange } from '../../src/http/pipeline/exchange.ts';
import { Pace } from '../../src/http/pipeline/pace.ts';

const SECOND = 1_000;

/** How many seconds of it are borne, up to two hours. */
function secondsBorne(bytesASecond: number, pace = new Pace()): number {
  for (let second = 1; second <= 7_200; second++) if (!pace.keepsUp(bytesASecond, SECOND)) return second;
  return Number.POSITIVE_INFINITY;
}

test('8 kB a second is enough for ever, and who takes less is let go sooner the less it is', () => {
  assert.equal(secondsBorne(1_000_000), Number.POSITIVE_INFINITY);
  assert.equal(secondsBorne(8_000), Number.POSITIVE_INFINITY);
  assert.equal(secondsBorne(4_000), 61);
  assert.equal(secondsBorne(1_000), 35);
  assert.equal(secondsBorne(0), 31);
});

test('pauses are made up for by what follows, and nothing is saved up by what was before', () => {
  const pace = new Pace();
  for (let minute = 0; minute < 100; minute++) {
    assert.ok(pace.keepsUp(480_000, 7 * SECOND));
    for (let pause = 0; pause < 4; pause++) assert.ok(pace.keepsUp(8_000, 7 * SECOND));
  }
  assert.ok(pace.keepsUp(1_000_000_000, 0));
  assert.equal(secondsBorne(1_000, pace), 35);
});

test('only what was waited for the client counts, and not how long making it takes', () => {
  const pace = new Pace();
  for (let piece = 0; piece < 10_000; piece++) assert.ok(pace.keepsUp(1, 0));
});

/** An exchange whose client takes each piece after so many seconds. Once a test: a clock mocked twice stays mocked. */
function takenAfter(t: TestContext, seconds: number): { exchange: Exchange; isCut: () => boolean } {
  let [now, isCut] = [0, false];
  t.mock.method(performance, 'now', () => now);
  const response = Object.assign(new EventEmitter(), {
    write() {
      setImmediate(() => {
        now += seconds * SECOND;
        response.emit('drain');
      });
      return false;
    },
    destroy: () => {
      isCut = true;
    },
  });
  const request = { url: '/api/v1/exports/trees', method: 'GET', headers: {}, rawHeaders: [], httpVersion: '1.0' };
  const exchange = new Exchange(
    request as unknown as IncomingMessage,
    response as unknown as ServerResponse,
    { clientFor: () => ({}) } as unknown as Connection<Exchange>,
  );
  return { exchange, isCut: () => isCut };
}

const PIECE = Buffer.alloc(16_000);

test('an export that is taken too slowly is cut', async (t) => {
  const { exchange, isCut } = takenAfter(t, 7);
  let pieces = 0;
  while (await exchange.sendChunk(PIECE)) pieces++;
  assert.deepEqual([pieces, isCut()], [6, true]);
});

test('an export that is taken fast enough goes on', async (t) => {
  const { exchange, isCut } = takenAfter(t, 1);
  for (let each = 0; each < 1_000; each++) assert.ok(await exchange.sendChunk(PIECE));
  assert.ok(!isCut());
});
