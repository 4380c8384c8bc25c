// In charge of what all tests of a file share: it is undone when the last of them has ended.

import { after } from 'node:test';

const endings: (() => unknown)[] = [];

/** Stands where a test would. */
export const wholeFile = {
  after(ending: () => unknown): void {
    endings.push(ending);
  },
};

after(async () => {
  for (const ending of endings.toReversed()) await ending();
});
