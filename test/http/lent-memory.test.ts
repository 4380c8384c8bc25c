import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { Api } from '../../src/http/api.ts';
import { Connections } from '../../src/http/connection.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { LentMemory } from '../../src/http/lent-memory.ts';
import { testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

test('memory is lent to one at a time, and again when it was given back', () => {
  const memory = new LentMemory();
  const first = memory.copy(Buffer.from('first'));
  const second = memory.copy(Buffer.from('second'));
  assert.notEqual(first.buffer, second.buffer);
  memory.giveBack(first);
  const third = memory.copy(Buffer.from('third'));
  assert.equal(third.buffer, first.buffer);
  assert.deepEqual([String(second), String(third)], ['second', 'third']);
});

test('what is given back twice is not lent twice', () => {
  const memory = new LentMemory();
  const first = memory.copy(Buffer.from('first'));
  memory.giveBack(first);
  memory.giveBack(first);
  assert.notEqual(memory.copy(Buffer.from('a')).buffer, memory.copy(Buffer.from('b')).buffer);
});

test('more than there are blocks, or larger than one, get memory of their own', () => {
  const memory = new LentMemory();
  const copies = Array.from({ length: 300 }, (_, number) => memory.copy(Buffer.from(String(number))));
  assert.deepEqual(
    copies.map(String),
    copies.map((_, number) => String(number)),
  );
  const large = Buffer.alloc(100_000, 'x');
  assert.ok(memory.copy(large).equals(large));
});

/** A response that is never taken unless the test says so. */
class HeldResponse extends EventEmitter {
  statusCode = 0;
  headersSent = false;
  body: Buffer = Buffer.alloc(0);
  writeHead(status: number): void {
    this.statusCode = status;
  }
  end(body: Buffer): void {
    this.body = body;
  }
}

test('the memory of an answer is not used again before its response has closed', () => {
  const trees = ['first', 'second', 'third'].map((slug) => makeTree({ slug }));
  const service = testService({ trees, allowlist: ['::'], mostKeptBytes: 0 });
  const api = new Api(service);
  const connection = new Connections(service.settings).of(new PassThrough());
  const ask = (slug: string): HeldResponse => {
    const response = new HeldResponse();
    const request = { url: `/api/v1/trees/${slug}`, method: 'GET', httpVersion: '1.1', headers: { host: 'x' } };
    const exchange = new Exchange(request as IncomingMessage, response as unknown as ServerResponse, connection);
    exchange.limit = { isAllowed: true, limit: 100, remaining: 99, resetAt: 0, retryAfterSeconds: 1 };
    api.handle(exchange);
    return response;
  };
  for (let round = 0; round < 50; round++) {
    const [first, second] = [ask('first'), ask('second')];
    assert.equal(JSON.parse(String(first.body)).data.slug, 'first');
    assert.equal(JSON.parse(String(second.body)).data.slug, 'second');
    first.emit('close');
    ask('third').emit('close');
    assert.equal(JSON.parse(String(second.body)).data.slug, 'second');
    second.emit('close');
  }
});
