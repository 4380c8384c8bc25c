// In charge of fetching memory ahead. Records lie far apart: looked at one after the other without a copy in between, they
// come while others are still waited for.

import type { BeforeCopy } from '../../../catalogue/json-writer.ts';
import { RECORD_MARKS } from '../../../snapshot/layout.ts';

/** What the processor fetches at once. */
const LINE_BYTES = 64;

/** What was looked at must go somewhere, or the compiler would leave the looking out. */
const seen = new Uint8Array(1);

export const prefetch: BeforeCopy = ({ bytes, marks }, trees, endMark) => {
  let all = 0;
  for (let index = 0; index < trees.length; index++) {
    const at = trees[index] * RECORD_MARKS.length;
    const end = marks[at + endMark];
    for (let place = marks[at + RECORD_MARKS.start]; place < end; place += LINE_BYTES) all ^= bytes[place];
  }
  seen[0] = all;
};
