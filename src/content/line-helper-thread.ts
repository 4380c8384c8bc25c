// The thread that helps to read lines: it is given the memory that they stand in, and tells of one stretch after the other.

import { workerData } from 'node:worker_threads';
import type { LineOrder } from './line-helper.ts';
import { SharedLines } from './shared-lines.ts';
import { tellFromEnd } from './told-lines.ts';

const { lines, port, ...how } = workerData as LineOrder;

for (const report of tellFromEnd(new SharedLines(lines), how)) port.postMessage(report);
port.close();
