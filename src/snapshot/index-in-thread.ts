// In charge of the thread that takes names and words apart while this one writes everything else.

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import type { Index } from './write-index.ts';
import type { Step } from './write-records.ts';

export interface IndexWork {
  texts: IndexTexts;
  thresholds: Thresholds;
}

export type IndexReport = { done: number } | { index: Index };

const THREAD = `./index-thread${extname(import.meta.url)}`;

export class IndexThread {
  /** Undefined where the thread has failed. */
  readonly index: Promise<Index | undefined>;
  readonly #worker: Worker;

  constructor(texts: IndexTexts, thresholds: Thresholds, step: Step) {
    const work: IndexWork = { texts, thresholds };
    this.#worker = new Worker(new URL(THREAD, import.meta.url), { workerData: work });
    let index: Index | undefined;
    this.#worker.on('message', (report: IndexReport) => {
      if ('done' in report) step(report.done);
      else index = report.index;
    });
    this.index = once(this.#worker, 'exit').then(
      () => index,
      () => undefined,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
