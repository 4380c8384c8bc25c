// The thread that takes the words and names of a catalogue apart while its trees are read. It is given texts, then an order; it tells how
// far it is, and hands sections over.

import { type MessagePort, parentPort } from 'node:worker_threads';
import type { Section } from './format.ts';
import { GatheredIndex, type IndexOrder } from './gathered-index.ts';
import type { FeedOrder, FeedReport } from './index-feed.ts';

/** How often it tells how far it is: a report costs more than a tree. */
const REPORT_EVERY = 500;

const port = parentPort as MessagePort;
const tell = (report: FeedReport, handedOver: ArrayBuffer[] = []) => port.postMessage(report, handedOver);
const gathered = new GatheredIndex();

port.on('message', (order: FeedOrder) => {
  if ('texts' in order) for (const texts of order.texts) gathered.add(texts);
  else {
    write(order.index);
    port.close();
  }
});

function write(order: IndexOrder): void {
  const index = gathered.written(order, (done) => {
    if (done % REPORT_EVERY === 0) tell({ done });
  });
  const sections = [...Object.values(index.terms), ...Object.values(index.names)] as Section[];
  tell({ index }, [...new Set(sections.map(({ buffer }) => buffer as ArrayBuffer))]);
}
