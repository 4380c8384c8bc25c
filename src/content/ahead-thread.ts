// The thread that reads a long table from its end, a block after the other, until it comes to one that is taken.

import { workerData } from 'node:worker_threads';
import { type AheadWork, BLOCK_BYTES, BLOCK_STATES } from './ahead-in-thread.ts';
import { LineBlocks } from './line-blocks.ts';
import { silentTreesIn } from './read-ahead.ts';

const { path, states, port, how } = workerData as AheadWork;
const { free, taken, done } = BLOCK_STATES;
using blocks = new LineBlocks(path, BLOCK_BYTES);
const isTaken = (block: number) => Atomics.compareExchange(states, block, free, taken) === free;

for (let block = states.length - 1; block >= 0 && isTaken(block); block--) {
  try {
    port.postMessage(silentTreesIn(blocks.lines(block), how));
  } finally {
    Atomics.store(states, block, done);
    Atomics.notify(states, block);
  }
}
