// Compares the limit with a plain list of what is open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ConcurrencyLimit, newSharedCounts } from '../../src/access/concurrency-limit.ts';
import type { ClientKey } from '../../src/access/rate-limit/contract.ts';
import { often } from '../support/often.ts';

const THREADS = 3;
const client = (low: number): ClientKey => ({ family: 4, high: 0, low });

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('open', 'open', 'open by a proxy', 'close', 'die'),
    thread: fc.nat(THREADS - 1),
    low: fc.nat(2),
  }),
  { maxLength: 60 },
);

test('threads limit what is open in all and per client together, and forget what a dead thread had open', () => {
  const limits = fc.record({ max: fc.nat(6), maxPerClient: fc.nat(3) });
  fc.assert(
    fc.property(limits, steps, ({ max, maxPerClient }, taken) => {
      const shared = newSharedCounts(THREADS, 7);
      const limitOf = (part: number) => new ConcurrencyLimit({ max, maxPerClient, shared, part });
      const threads = Array.from({ length: THREADS }, (_, part) => limitOf(part));
      let open: { thread: number; low: number }[] = [];
      for (const { what, thread, low } of taken) {
        const at = open.findIndex((each) => each.thread === thread && each.low === low);
        if (what === 'die') {
          threads[thread] = limitOf(thread);
          open = open.filter((each) => each.thread !== thread);
        } else if (what === 'close') {
          if (at !== -1) threads[thread].close(client(open.splice(at, 1)[0].low));
        } else {
          const isProxy = what === 'open by a proxy';
          const ofOne = open.filter((each) => each.low === low).length;
          const isFull = open.length >= max ? 'server' : undefined;
          const reached = !isProxy && ofOne >= maxPerClient ? 'client' : isFull;
          assert.equal(threads[thread].tryOpen(client(low), isProxy), reached, what);
          if (!reached) open.push({ thread, low });
        }
        const counts = threads.map((_, part) => open.filter((each) => each.thread === part).length);
        assert.deepEqual(
          threads.map((each) => each.open),
          counts,
        );
      }
    }),
    { numRuns: often(100) },
  );
});
