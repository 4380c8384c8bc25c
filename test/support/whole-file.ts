// In charge of what all tests of a file share: it is undone when the last of them has ended.

import { cpSync } from 'node:fs';
import { after, type TestContext } from 'node:test';
import { temporaryFolder } from './folders.ts';

type Context = Pick<TestContext, 'after'>;

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

/** Has a data folder made once, and gives each test a copy: for what takes long to make. */
export function copiesOf<T extends { data: string }>(make: (context: Context) => Promise<T>): typeof make {
  let made: Promise<T> | undefined;
  return async (context) => {
    made ??= make(wholeFile);
    const data = temporaryFolder(context);
    cpSync((await made).data, data, { recursive: true });
    return { ...(await made), data };
  };
}
