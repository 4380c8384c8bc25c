// In charge of the thread that takes words apart while this one writes everything else, and names unless this one is done before.

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { NamedSections } from './format.ts';
import type { IndexTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import type { Step } from './write-records.ts';

export interface IndexWork {
  texts: IndexTexts;
  thresholds: Thresholds;
  /** Whether a thread has taken the names upon itself. */
  namesTaken: Int32Array;
}

export interface Index {
  terms: NamedSections;
  /** Undefined where another thread writes them. */
  names: NamedSections | undefined;
}

export type IndexReport = { done: number } | { index: Index };

const THREAD = `./index-thread${extname(import.meta.url)}`;

export class IndexThread {
  /** Undefined where the thread has failed. */
  readonly index: Promise<Index | undefined>;
  readonly #worker: Worker;
  readonly #namesTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(texts: IndexTexts, thresholds: Thresholds, step: Step) {
    const work: IndexWork = { texts, thresholds, namesTaken: this.#namesTaken };
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

  /** Whether the names are left to whoever asks. */
  takesNames(): boolean {
    return takesNames(this.#namesTaken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

/** True for the first thread that asks. */
export function takesNames(namesTaken: Int32Array): boolean {
  return Atomics.exchange(namesTaken, 0, 1) === 0;
}
