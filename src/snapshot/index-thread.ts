// The thread that takes the words of a catalogue apart, and its names where nobody else has. It is given texts, tells how far it is, and
// hands sections over.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Section } from './format.ts';
import {
  type Index,
  type IndexReport,
  nameSections,
  type ThreadWork,
  takesNames,
  termSections,
} from './index-in-thread.ts';

/** How often it tells how far it is: a report costs more than a tree. */
const REPORT_EVERY = 500;

const { work, namesTaken } = workerData as ThreadWork;
const port = parentPort as MessagePort;
const tell = (report: IndexReport, handedOver: ArrayBuffer[] = []) => port.postMessage(report, handedOver);

const terms = termSections(work, (done) => {
  if (done % REPORT_EVERY === 0) tell({ done });
});
const index: Index = { terms, names: takesNames(namesTaken) ? nameSections(work) : undefined };
const sections = [...Object.values(terms), ...Object.values(index.names ?? {})] as Section[];
tell({ index }, [...new Set(sections.map(({ buffer }) => buffer as ArrayBuffer))]);
