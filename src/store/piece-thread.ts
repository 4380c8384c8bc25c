// The thread that works on pieces: it is given some of them with a task, and hands back what became of them.

import { parentPort, workerData } from 'node:worker_threads';
import { handedOver, joinForGood, split, TASKS } from './piece-work.ts';
import type { Answer, Order } from './workshop.ts';

const done = workerData as Int32Array;

parentPort?.on('message', ({ task, joined, details }: Order) => {
  try {
    const outcome = joinForGood(TASKS[task](split(joined), details));
    const answer: Answer = { joined: outcome };
    parentPort?.postMessage(answer, handedOver(outcome));
  } catch (error) {
    const answer: Answer = { failure: (error as Error).message };
    parentPort?.postMessage(answer);
  }
  Atomics.add(done, 0, 1);
});
