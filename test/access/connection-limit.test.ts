// How many connections may be open, over all threads, against a plain list of those that are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ConnectionLimit, newConnections } from '../../src/access/connection-limit.ts';
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

test('whatever is opened and closed and whichever thread dies, all count together and one address by itself', () => {
  const limits = fc.record({ most: fc.nat(6), mostOfOne: fc.nat(3) });
  fc.assert(
    fc.property(limits, steps, ({ most, mostOfOne }, taken) => {
      const shared = newConnections(THREADS, 7);
      const limitOf = (part: number) => new ConnectionLimit({ most, mostOfOne, shared, part });
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
          const mayOpen = open.length < most && (isProxy || ofOne < mostOfOne);
          assert.equal(threads[thread].tryOpen(client(low), isProxy), mayOpen, what);
          if (mayOpen) open.push({ thread, low });
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
