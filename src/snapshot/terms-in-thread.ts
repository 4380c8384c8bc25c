// In charge of the thread that takes words apart while this one writes everything else.

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { NamedSections } from './format.ts';
import type { Thresholds } from './layout.ts';
import type { Step } from './write-records.ts';
import type { TermTexts } from './write-terms.ts';

export interface TermsWork {
  texts: TermTexts;
  thresholds: Thresholds;
}

export type TermsReport = { done: number } | { sections: NamedSections };

const THREAD = `./terms-thread${extname(import.meta.url)}`;

export class TermsThread {
  /** Undefined where the thread has failed. */
  readonly sections: Promise<NamedSections | undefined>;
  readonly #worker: Worker;

  constructor(texts: TermTexts, thresholds: Thresholds, step: Step) {
    const work: TermsWork = { texts, thresholds };
    this.#worker = new Worker(new URL(THREAD, import.meta.url), { workerData: work });
    let sections: NamedSections | undefined;
    this.#worker.on('message', (report: TermsReport) => {
      if ('done' in report) step(report.done);
      else sections = report.sections;
    });
    this.sections = once(this.#worker, 'exit').then(
      () => sections,
      () => undefined,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
