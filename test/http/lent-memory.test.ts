import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
  const [first, second] = [memory.take(), memory.take()];
  assert.notEqual(first.buffer, second.buffer);
  memory.giveBack(first);
  assert.equal(memory.take().buffer, first.buffer);
});

test('memory is scarce while much of it is lent, and not afterwards', () => {
  const memory = new LentMemory();
  const blocks = Array.from({ length: 300 }, () => memory.take());
  assert.ok(memory.isScarce);
  for (const block of blocks) memory.giveBack(block);
  assert.ok(!memory.isScarce);
});

/** A response that is never taken unless the test says so. */
class HeldResponse extends EventEmitter {
  shouldKeepAlive = true;
  bytes: Buffer = Buffer.alloc(0);
  end(bytes: Buffer): void {
    this.bytes = bytes;
  }
  /** What its client would read by now. */
  get slug(): string {
    return JSON.parse(String(this.bytes).split('\r\n\r\n')[1]).data.slug;
  }
}

function manyTrees(count: number) {
  const slugs = Array.from({ length: count }, (_, number) => `tree-${number}`);
  const service = testService({
    trees: slugs.map((slug) => makeTree({ slug })),
    allowlist: ['::'],
    mostKeptBytes: 0,
  });
  const api = new Api(service);
  const connections = new Connections(service.settings, service.connectionLimit);
  const socket = new PassThrough() as unknown as Socket;
  connections.open(socket);
  const connection = connections.of(socket);
  const ask = (slug: string) => {
    const response = new HeldResponse();
    const request = {
      url: `/api/v1/trees/${slug}`,
      method: 'GET',
      httpVersion: '1.1',
      headers: { host: 'x' },
      rawHeaders: ['Host', 'x'],
    };
    const exchange = new Exchange(
      request as unknown as IncomingMessage,
      response as unknown as ServerResponse,
      connection,
    );
    exchange.limit = { isAllowed: true, limit: 100, remaining: 99, resetAt: 0, retryAfterSeconds: 1 };
    api.handle(exchange);
    return { response, end: () => api.end(exchange) };
  };
  return { slugs, ask };
}

test('the memory of an answer is not used again before its exchange has ended', () => {
  const { ask } = manyTrees(3);
  for (let round = 0; round < 50; round++) {
    const [first, second] = [ask('tree-0'), ask('tree-1')];
    assert.equal(first.response.slug, 'tree-0');
    first.end();
    first.end();
    const others = [ask('tree-2'), ask('tree-2')];
    assert.equal(second.response.slug, 'tree-1');
    for (const { end } of [second, ...others]) end();
  }
});

test('answers to more clients than there are blocks are each the right one', () => {
  const { slugs, ask } = manyTrees(400);
  const held = slugs.map((slug) => ask(slug));
  assert.deepEqual(
    held.map(({ response }) => response.slug),
    slugs,
  );
});
