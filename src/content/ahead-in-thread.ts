// In charge of the thread that reads a long table from its end while this one reads it from its beginning: each block is taken by one of
// them. This one waits where the other has a block under way, since it cannot go on without.

import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import type { AheadReader, AheadTree, HowAhead } from './read-ahead.ts';

export const BLOCK_BYTES = 2 << 20;
/** In fewer the other thread would hardly have begun. */
const FEWEST_BLOCKS = 8;
/** A block takes a fraction of a second: a thread that takes so long is gone. */
const PATIENCE_MILLISECONDS = 20_000;

export const BLOCK_STATES = { free: 0, taken: 1, done: 2 };

export interface AheadWork {
  path: string;
  /** Of each block. */
  states: Int32Array;
  port: MessagePort;
  how: HowAhead;
}

const THREAD = `./ahead-thread${extname(import.meta.url)}`;

export class AheadThread implements AheadReader {
  readonly blockBytes = BLOCK_BYTES;
  readonly #states: Int32Array;
  readonly #port: MessagePort;
  readonly #worker: Worker | undefined;
  #isGone = false;

  /** Undefined where it would not pay. */
  static begin(path: string, bytes: number, how: HowAhead): AheadThread | undefined {
    const blocks = Math.ceil(bytes / BLOCK_BYTES);
    return blocks >= FEWEST_BLOCKS ? new AheadThread(path, blocks, how) : undefined;
  }

  private constructor(path: string, blocks: number, how: HowAhead) {
    this.#states = new Int32Array(new SharedArrayBuffer(blocks * Int32Array.BYTES_PER_ELEMENT));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const work: AheadWork = { path, states: this.#states, port: port2, how };
    this.#worker = helperThread(new URL(THREAD, import.meta.url), work, [port2]);
    // It failed, and this thread reads what it would have.
    this.#worker?.on('error', () => {});
  }

  take(block: number): AheadTree[] | undefined {
    if (this.#isGone || block >= this.#states.length) return undefined;
    const { free, taken } = BLOCK_STATES;
    if (Atomics.compareExchange(this.#states, block, free, taken) === free) return undefined;
    this.#isGone = Atomics.wait(this.#states, block, taken, PATIENCE_MILLISECONDS) === 'timed-out';
    const found: AheadTree[] = [];
    for (let next = receiveMessageOnPort(this.#port); next; next = receiveMessageOnPort(this.#port))
      for (const tree of next.message) found.push(tree);
    return found;
  }

  doneAfter(block: number): number {
    let done = 0;
    for (let after = block + 1; after < this.#states.length; after++)
      if (Atomics.load(this.#states, after) === BLOCK_STATES.done) done++;
    return done;
  }

  [Symbol.dispose](): void {
    this.#port.close();
    void this.#worker?.terminate();
  }
}
