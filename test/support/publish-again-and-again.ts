// A process that publishes a few catalogues in turn, for tests of several at once: node publish-again-and-again.ts DATABASE TIMES

import { publishAmongOthers, storeOf } from './publishing.ts';
import { makeText, makeTree } from './trees.ts';

const [database, times] = process.argv.slice(2);
const closers: (() => unknown)[] = [];
const store = await storeOf({ after: (close) => closers.push(close as () => unknown) }, '', {
  database,
  'keep-revisions': '0',
});
for (let time = 0; time < Number(times); time++) {
  const body = `${time % 3} `.repeat(20_000);
  await publishAmongOthers(store, [
    makeTree({ texts: { en: makeText({ body, description: `${process.pid} ${time % 2}` }) } }),
  ]);
}
for (const close of closers) await close();
