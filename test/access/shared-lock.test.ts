// The lock that all serving threads share, with threads that nap while they hold it and threads that die with it.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, newWindows, threadEnded } from '../../src/access/rate-limit/memory.ts';
import { SharedLock } from '../../src/access/shared-lock.ts';

const LOCK = JSON.stringify(new URL('../../src/access/shared-lock.ts', import.meta.url).href);

/** Runs a body in a thread; `lock` is made over the last number of the memory, `numbers` are all of them. */
function thread(memory: SharedArrayBuffer, body: string): Worker {
  const code = `
    const { workerData: memory, threadId } = require('node:worker_threads');
    import(${LOCK}).then(({ SharedLock }) => {
      const numbers = new Int32Array(memory);
      const lock = new SharedLock(numbers.subarray(-1), threadId);
      ${body}
    });`;
  return new Worker(code, { eval: true, workerData: memory });
}

test('whoever holds the lock keeps it, however long it sleeps', async () => {
  const [threads, rounds] = [3, 2];
  const memory = new SharedArrayBuffer(12);
  const addSlowly = `
    for (let round = 0; round < ${rounds}; round++) {
      lock.acquire();
      const seen = numbers[0];
      Atomics.wait(numbers, 1, 0, 250);
      numbers[0] = seen + 1;
      lock.release();
    }`;
  await Promise.all(Array.from({ length: threads }, () => once(thread(memory, addSlowly), 'exit')));
  assert.equal(new Int32Array(memory)[0], threads * rounds);
});

test('a thread that naps while it waits acquires the lock only after its release', async (t) => {
  const memory = new SharedArrayBuffer(8);
  const numbers = new Int32Array(memory);
  const releaseOnceAwaited = `
    lock.acquire();
    require('node:worker_threads').parentPort.postMessage('held');
    while (Atomics.notify(numbers, 1) === 0);
    numbers[0] = 1;
    lock.release();`;
  const holder = thread(memory, releaseOnceAwaited);
  t.after(() => holder.terminate());
  await once(holder, 'message');
  const lock = new SharedLock(numbers.subarray(-1), 0);
  lock.acquire();
  assert.equal(numbers[0], 1, 'what the holder did before its release');
  assert.equal(numbers[1], 1, 'held by the thread that waited');
});

test('a lock whose holder has died is free again once that is known, and only then', async () => {
  const windows = newWindows(systemClock, 1);
  const worker = thread(windows.memory, 'lock.acquire(); process.exit();');
  const id = worker.threadId;
  await once(worker, 'exit');
  const holder = new Int32Array(windows.memory, windows.memory.byteLength - 4, 1);
  assert.equal(holder[0], id + 1, 'held when its thread died');
  threadEnded(windows, id + 1);
  assert.equal(holder[0], id + 1, 'another thread’s end changes nothing');
  threadEnded(windows, id);
  const limiter = new MemoryRateLimiter({ limit: 1, windowSeconds: 60, clock: systemClock, windows });
  assert.ok(limiter.take({ family: 4, high: 0, low: 1 }).isAllowed);
  assert.equal(holder[0], 0, 'released after use');
});

test('one who knows of a thread’s end takes nothing from the others', () => {
  const holder = new Int32Array(new SharedArrayBuffer(4));
  const lock = new SharedLock(holder, 7);
  lock.acquire();
  new SharedLock(holder, 0).releaseFor(6);
  assert.equal(holder[0], 8);
  lock.release();
  assert.equal(holder[0], 0);
});
