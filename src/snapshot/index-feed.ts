// In charge of the way of texts into the index: where there are many trees, another thread takes them while this one reads what comes next.

import { once } from 'node:events';
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { helperThread } from '../config/helper-thread.ts';
import { GatheredIndex, type Index, type IndexOrder } from './gathered-index.ts';
import type { TreeTexts } from './index-texts.ts';
import type { Step } from './write-records.ts';

export type FeedOrder = { texts: TreeTexts[] } | { index: IndexOrder };
export type FeedReport = { done: number } | { index: Index };

const THREAD = `./index-feed-thread${extname(import.meta.url)}`;
/** To hand them over one by one would cost more than they do. */
const BATCH = 200;

export class IndexFeed {
  readonly #fewest: number;
  readonly #step: Step;
  #waiting: TreeTexts[] = [];
  /** Where this thread does it. */
  #own: GatheredIndex | undefined;
  #worker: Worker | undefined;
  #made: Promise<Index | undefined> | undefined;

  /** Fewer trees are done before another thread has begun. */
  constructor(fewest: number, step: Step) {
    this.#fewest = fewest;
    this.#step = step;
  }

  add(texts: TreeTexts): void {
    this.#waiting.push(texts);
    if (!this.#worker && !this.#own && this.#waiting.length >= this.#fewest) this.#begin();
    if (this.#waiting.length >= BATCH) this.#hand();
  }

  /** All have come. What is asked for is begun, if there is a thread. */
  order(index: IndexOrder): void {
    if (!this.#worker) this.#own ??= new GatheredIndex();
    this.#hand();
    this.#worker?.postMessage({ index } satisfies FeedOrder);
  }

  /** Undefined where the thread has failed. */
  async index(order: IndexOrder): Promise<Index | undefined> {
    return this.#own ? this.#own.written(order, this.#step) : await this.#made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  #begin(): void {
    this.#worker = helperThread(new URL(THREAD, import.meta.url), undefined);
    if (this.#worker) this.#made = madeBy(this.#worker, this.#step);
    else this.#own = new GatheredIndex();
  }

  #hand(): void {
    if (this.#worker) this.#worker.postMessage({ texts: this.#waiting } satisfies FeedOrder);
    else if (this.#own) for (const texts of this.#waiting) this.#own.add(texts);
    else return;
    this.#waiting = [];
  }
}

async function madeBy(worker: Worker, step: Step): Promise<Index | undefined> {
  let made: Index | undefined;
  worker.on('message', (report: FeedReport) => {
    if ('done' in report) step(report.done);
    else made = report.index;
  });
  await once(worker, 'exit').catch(() => {});
  return made;
}
