// The thread that takes the words of a catalogue apart, and its names where nobody else has. It is given texts, tells how far it is, and
// hands sections over.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Base } from './base.ts';
import { type Index, type IndexReport, type IndexWork, takesNames } from './index-in-thread.ts';
import { writeNames } from './write-names.ts';
import { writeTerms } from './write-terms.ts';

/** How often it tells how far it is: a report costs more than a tree. */
const REPORT_EVERY = 500;

const { texts, thresholds, namesTaken } = workerData as IndexWork;
const port = parentPort as MessagePort;
const tell = (report: IndexReport, handedOver: ArrayBuffer[] = []) => port.postMessage(report, handedOver);

const base = texts.base && new Base(texts.base);
const terms = writeTerms(
  texts,
  thresholds,
  (done) => {
    if (done % REPORT_EVERY === 0) tell({ done });
  },
  base,
);
const index: Index = { terms, names: takesNames(namesTaken) ? writeNames(texts, base) : undefined };
const sections = [...Object.values(terms), ...Object.values(index.names ?? {})];
tell({ index }, [...new Set(sections.map(({ buffer }) => buffer as ArrayBuffer))]);
