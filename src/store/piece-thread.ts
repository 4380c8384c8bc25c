// The thread that works on pieces: it is given some of them with a task, and hands back what became of them.

import { parentPort } from 'node:worker_threads';
import { join, split, TASKS } from './piece-work.ts';
import type { Answer, Order } from './workshop.ts';

parentPort?.on('message', ({ id, task, joined }: Order) => {
  try {
    const done = join(split(joined).map(TASKS[task]));
    const answer: Answer = { id, joined: done };
    parentPort?.postMessage(answer, [done.bytes.buffer]);
  } catch (error) {
    const answer: Answer = { id, failure: (error as Error).message };
    parentPort?.postMessage(answer);
  }
});
