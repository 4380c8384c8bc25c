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
  /** Undefined where the thread has failed, or none could be made. */
  readonly index: Promise<Index | undefined>;
  readonly #worker: Worker | undefined;
  readonly #namesTaken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(texts: IndexTexts, thresholds: Thresholds, step: Step) {
    this.#worker = threadFor({ texts, thresholds, namesTaken: this.#namesTaken });
    this.index = this.#worker ? indexOf(this.#worker, step) : Promise.resolve(undefined);
  }

  /** Whether the names are left to whoever asks. */
  takesNames(): boolean {
    return takesNames(this.#namesTaken);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** True for the first thread that asks. */
export function takesNames(namesTaken: Int32Array): boolean {
  return Atomics.exchange(namesTaken, 0, 1) === 0;
}

function threadFor(work: IndexWork): Worker | undefined {
  try {
    return new Worker(new URL(THREAD, import.meta.url), { workerData: work });
  } catch {
    return undefined;
  }
}

async function indexOf(worker: Worker, step: Step): Promise<Index | undefined> {
  let index: Index | undefined;
  worker.on('message', (report: IndexReport) => {
    if ('done' in report) step(report.done);
    else index = report.index;
  });
  await once(worker, 'exit').catch(() => {});
  return index;
}
