// The thread that takes the words of a catalogue apart. It is given texts, tells how far it is, and hands sections over.

import { parentPort, workerData } from 'node:worker_threads';
import type { TermsReport, TermsWork } from './terms-in-thread.ts';
import { writeTerms } from './write-terms.ts';

/** How often it tells how far it is: a report costs more than a tree. */
const REPORT_EVERY = 500;

const { texts, thresholds } = workerData as TermsWork;
const tell = (report: TermsReport, handedOver: ArrayBuffer[] = []) => parentPort?.postMessage(report, handedOver);

const sections = writeTerms(texts, thresholds, (done) => {
  if (done % REPORT_EVERY === 0) tell({ done });
});
tell({ sections }, [...new Set(Object.values(sections).map(({ buffer }) => buffer as ArrayBuffer))]);
