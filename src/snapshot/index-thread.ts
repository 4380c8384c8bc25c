// The thread that takes the names and words of a catalogue apart. It is given texts, tells how far it is, and hands sections over.

import { parentPort, workerData } from 'node:worker_threads';
import type { IndexReport, IndexWork } from './index-in-thread.ts';
import { writeIndex } from './write-index.ts';

/** How often it tells how far it is: a report costs more than a tree. */
const REPORT_EVERY = 500;

const { texts, thresholds } = workerData as IndexWork;
const tell = (report: IndexReport, handedOver: ArrayBuffer[] = []) => parentPort?.postMessage(report, handedOver);

const index = writeIndex(texts, thresholds, (done) => {
  if (done % REPORT_EVERY === 0) tell({ done });
});
const sections = [...Object.values(index.names), ...Object.values(index.terms)];
tell({ index }, [...new Set(sections.map(({ buffer }) => buffer as ArrayBuffer))]);
