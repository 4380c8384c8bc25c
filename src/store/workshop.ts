// In charge of the work on pieces: where there is much of it a second thread does it, while this one makes the next pieces and the
// database takes the ones before. What the thread cannot do is done here, and so is what it has no time for.

import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import { type Details, handedOver, type Joined, join, split, TASKS, type Task } from './piece-work.ts';

export interface Order {
  task: Task;
  joined: Joined;
  details: Details;
}

export type Answer = { joined: Joined } | { failure: string };

interface Pending {
  task: Task;
  parts: Uint8Array[];
  details: Details;
  settle: PromiseWithResolvers<Uint8Array[]>;
}

/** Fewer bytes are done before a thread has begun. */
export const MANY_BYTES = 16 << 20;
/** How many batches are under way, so that neither thread waits for the other, and memory holds few of them. */
const BATCHES_AHEAD = 8;
/** A thread that has so many of them before it is behind this one. */
const MOST_BEFORE_THREAD = 4;
const THREAD = `./piece-thread${extname(import.meta.url)}`;

export class Workshop {
  #worker: Worker | undefined;
  #orders = 0;
  /** How many of them the thread is done with, whether its answers were taken or not: this thread may have had no turn for them. */
  readonly #done = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  /** In the order in which the thread takes them. */
  readonly #pending: Pending[] = [];

  /** `bytes` is how much there will be to do. */
  constructor(bytes: number, manyBytes = MANY_BYTES) {
    if (bytes >= manyBytes) this.#worker = this.#begin();
  }

  /** What a task makes of some pieces. */
  async work(task: Task, parts: Uint8Array[], details: Details = {}): Promise<Uint8Array[]> {
    const before = this.#orders - Atomics.load(this.#done, 0);
    const isDoneHere = before >= MOST_BEFORE_THREAD || parts.length === 0;
    return await ((isDoneHere ? undefined : this.inThread(task, parts, details)) ?? TASKS[task](parts, details));
  }

  /** The same, but by the thread, however much that has before it; undefined where there is none. */
  inThread(task: Task, parts: Uint8Array[], details: Details): Promise<Uint8Array[]> | undefined {
    if (!this.#worker) return undefined;
    const settle = Promise.withResolvers<Uint8Array[]>();
    const order: Order = { task, joined: join(parts), details };
    this.#orders++;
    this.#pending.push({ task, parts, details, settle });
    this.#worker.postMessage(order, handedOver(order.joined));
    return settle.promise;
  }

  /** The outcomes in their order; where there is a thread, some of the next ones are worked out already. */
  async *ahead<T, R>(items: Iterable<T> | AsyncIterable<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
    const running: Promise<R>[] = [];
    for await (const item of items) {
      const outcome = work(item);
      // Who waits for it hears of it; who gave up before has heard of another.
      outcome.catch(() => {});
      running.push(outcome);
      while (running.length > (this.#worker ? BATCHES_AHEAD : 0)) yield (await running.shift()) as R;
    }
    for (const outcome of running) yield await outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pending.length = 0;
    await this.#worker?.terminate();
  }

  #begin(): Worker | undefined {
    const worker = helperThread(new URL(THREAD, import.meta.url), this.#done);
    worker?.on('message', (answer: Answer) => this.#take(answer));
    // Its exit follows.
    worker?.on('error', () => {});
    worker?.on('exit', () => this.#doHere());
    return worker;
  }

  #take(answer: Answer): void {
    const pending = this.#pending.shift();
    if ('failure' in answer) pending?.settle.reject(new Error(answer.failure));
    else pending?.settle.resolve(split(answer.joined));
  }

  #doHere(): void {
    this.#worker = undefined;
    for (const { task, parts, details, settle } of this.#pending) settle.resolve(this.work(task, parts, details));
  }
}
