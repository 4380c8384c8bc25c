// Prefetches records: reading them one after the other without copying lets the processor load several at once.

import type { BeforeCopy } from '../../../catalogue/json-writer.ts';
import { RECORD_MARKS } from '../../../snapshot/layout.ts';

const CACHE_LINE_BYTES = 64;

/** Keeps the compiler from removing the reads. */
const sink = new Uint8Array(1);

export const prefetch: BeforeCopy = ({ bytes, marks }, trees, endMark) => {
  let all = 0;
  for (let index = 0; index < trees.length; index++) {
    const at = trees[index] * RECORD_MARKS.length;
    const end = marks[at + endMark];
    for (let place = marks[at + RECORD_MARKS.start]; place < end; place += CACHE_LINE_BYTES) all ^= bytes[place];
  }
  sink[0] = all;
};
