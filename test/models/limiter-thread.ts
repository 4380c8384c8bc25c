// A thread that counts in a table which it shares with others, by a clock that a test moves.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ClientKey, Decision } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, type SharedWindows } from '../../src/access/rate-limit/memory.ts';

export const WALL = Date.parse('2026-11-15T00:00:00.250Z');

/** Milliseconds of the monotonic clock, and what the wall clock was set forward. */
export type SharedClock = Float64Array<SharedArrayBuffer>;

export interface Opened {
  windows: SharedWindows;
  clock: SharedClock;
  limit: number;
  windowSeconds: number;
}

export type Request = { open: Opened } | { limit: number } | { take: ClientKey; times: number } | { peek: ClientKey };

/** What a thread does with the requests that it gets, one after the other. */
export class LimiterThread {
  #limiter: MemoryRateLimiter | undefined;

  answer(request: Request): Decision[] {
    if ('open' in request) this.#limiter = open(request.open);
    const limiter = this.#limiter as MemoryRateLimiter;
    if ('limit' in request) limiter.limit = request.limit;
    if ('peek' in request) return [limiter.peek(request.peek)];
    if ('take' in request) return Array.from({ length: request.times }, () => limiter.take(request.take));
    return [];
  }
}

function open({ windows, clock, limit, windowSeconds }: Opened): MemoryRateLimiter {
  const testClock = { monotonic: () => clock[0], wall: () => WALL + clock[0] + clock[1] };
  return new MemoryRateLimiter({ limit, windowSeconds, clock: testClock, windows });
}

function serve(port: MessagePort): void {
  const thread = new LimiterThread();
  port.on('message', (request: Request) => port.postMessage(thread.answer(request)));
}

if (parentPort) serve(parentPort);
