// A second thread reads a long table from its end: never to another outcome than reading it from its beginning to its end.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { AheadThread, type AheadWork, BLOCK_BYTES, BLOCK_STATES } from '../../src/content/ahead-in-thread.ts';
import { KnownTrees } from '../../src/content/known-trees.ts';
import { LineBlocks } from '../../src/content/line-blocks.ts';
import { type Content, checkSource, readSource } from '../../src/content/read.ts';
import { type AheadReader, type AheadTree, type HowAhead, silentTreesIn } from '../../src/content/read-ahead.ts';
import { writeFiles } from '../support/folders.ts';
import { often } from '../support/often.ts';
import { MOST_BYTES, tableLines } from '../support/table-rows.ts';

const HOW: HowAhead = { defaultLocale: 'en', mostTreeBytes: MOST_BYTES, isWhole: true };
/** It leaves everything to who asks. */
const NOBODY: AheadReader = { blockBytes: BLOCK_BYTES, take: () => undefined, doneAfter: () => 0 };

/** One that has taken some blocks, and tells of all of them at once. */
function readerOf(path: string, how: HowAhead, blockBytes: number, isTaken: boolean[]): AheadReader {
  using blocks = new LineBlocks(path, blockBytes);
  const taken = [...isTaken.keys()].filter((block) => isTaken[block]);
  let found = taken.flatMap((block) => silentTreesIn(blocks.lines(block), how));
  return {
    blockBytes,
    take(block) {
      if (!isTaken[block]) return undefined;
      const told = found;
      found = [];
      return told;
    },
    doneAfter: (block) => taken.filter((each) => each > block).length,
  };
}

function textOf(content: Content): string {
  return JSON.stringify({ ...content, families: [...content.families] });
}

function tableOf(t: TestContext, text: string): string {
  return join(writeFiles(t, { 'trees.ndjson': text }), 'trees.ndjson');
}

test('random rows are read alike, whichever blocks were read ahead', (t) => {
  const taken = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
  const blockBytes = fc.integer({ min: 50, max: 1500 });
  const check = (lines: string[], blockBytes: number, isTaken: boolean[]) => {
    const path = tableOf(t, lines.join('\n'));
    const reader = (isWhole: boolean) => readerOf(path, { ...HOW, isWhole }, blockBytes, isTaken);
    const read = (ahead: AheadReader) =>
      textOf(readSource(path, 'en', undefined, MOST_BYTES, {}, { knownTrees: new KnownTrees(), ahead }));
    const checked = (ahead: AheadReader) => {
      const { origins: _, ...report } = checkSource(path, 'en', undefined, MOST_BYTES, {}, { ahead }) as Content;
      return JSON.stringify(report);
    };
    try {
      assert.equal(read(reader(true)), read(NOBODY));
      assert.equal(checked(reader(false)), checked(NOBODY));
    } finally {
      rmSync(join(path, '..'), { recursive: true });
    }
  };
  fc.assert(fc.property(fc.array(tableLines, { maxLength: 12 }), blockBytes, taken, check), {
    numRuns: often(60, 1_000),
  });
});

test('every line is in one block, whole, wherever blocks end', (t) => {
  const line = fc.string({ maxLength: 30, unit: fc.constantFrom('a', 'é', '🌳') });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), (lines, blockBytes) => {
      const path = tableOf(t, lines.join('\n'));
      const blocks = new LineBlocks(path, blockBytes);
      const count = Math.ceil(statSync(path).size / blockBytes);
      const parts = Array.from({ length: count }, (_, block) => blocks.lines(block));
      blocks[Symbol.dispose]();
      assert.equal(Buffer.concat(parts).toString(), lines.join('\n'));
      for (const part of parts.slice(0, -1)) assert.ok(part.length === 0 || part.at(-1) === 10 || isLast(part, parts));
      rmSync(join(path, '..'), { recursive: true });
    }),
    { numRuns: often(100, 2_000) },
  );
});

function isLast(part: Buffer, parts: Buffer[]): boolean {
  return parts.slice(parts.indexOf(part) + 1).every(({ length }) => length === 0);
}

test('a line that is very long is left to who reads the table', (t) => {
  const path = tableOf(t, `first\n${'x'.repeat(3 << 20)}\nlast`);
  using blocks = new LineBlocks(path, 1 << 20);
  const parts = [0, 1, 2, 3].map((block) => blocks.lines(block).toString());
  assert.deepEqual(parts, ['first\n', '', '', 'last']);
});

test('what was read ahead counts for how far reading is', (t) => {
  const path = tableOf(
    t,
    Array(10)
      .fill(JSON.stringify({ ...ROW, slug: 'oak' }))
      .join('\n'),
  );
  const { size } = statSync(path);
  const half = Math.ceil(size / 2);
  const told: [number, number][] = [];
  const progress = (step: string, done = 0, total = 0) => void (step === 'reading' && told.push([done, total]));
  // Five lines begin in the second half.
  const ahead = readerOf(path, HOW, half, [false, true]);
  readSource(path, 'en', progress, MOST_BYTES, {}, { ahead });
  const line = (size - 9) / 10;
  const ends = Array.from({ length: 5 }, (_, index) => [line + index * (line + 1) + half, size]);
  assert.deepEqual(told, [...ends, ...Array(5).fill([size, size])]);
});

const ROW = {
  ...{ scientificName: 'Quercus robur', family: 'Fagaceae', 'title.en': 'Oak', 'title.es': 'Roble' },
  ...{ 'description.en': 'A tree. '.repeat(200), 'description.es': 'Un árbol. '.repeat(200) },
};

/** Longer than what is read by one thread alone. */
function longTable(t: TestContext): string {
  const rows = Array.from({ length: 6_000 }, (_, index) =>
    JSON.stringify({ ...ROW, slug: `oak-${index}`, scientificName: `Quercus robur${'abcdefghij'[index % 10]}` }),
  );
  // A row of two trees, a warning and an error.
  rows.push(rows[10], JSON.stringify({ ...ROW, slug: 'odd', titel: 'x' }), '{');
  return tableOf(t, rows.join('\n'));
}

test('the thread tells all that there is in blocks that nobody else takes', async (t) => {
  const path = longTable(t);
  const blocks = Math.ceil(statSync(path).size / BLOCK_BYTES);
  const states = new Int32Array(new SharedArrayBuffer(blocks * 4));
  states[0] = BLOCK_STATES.taken;
  const { port1, port2 } = new MessageChannel();
  const work: AheadWork = { path, states, port: port2, how: HOW };
  const thread = new URL('../../src/content/ahead-thread.ts', import.meta.url);
  await once(new Worker(thread, { workerData: work, transferList: [port2] }), 'exit');
  assert.deepEqual([...states], [BLOCK_STATES.taken, ...Array(blocks - 1).fill(BLOCK_STATES.done)]);
  const told: AheadTree[][] = [];
  for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1)) told.unshift(next.message);
  port1.close();
  using lines = new LineBlocks(path, BLOCK_BYTES);
  const skipped = lines.lines(0).length;
  const expected = silentTreesIn(readFileSync(path).subarray(skipped), HOW).map(({ slug }) => slug);
  // The row that stands twice is one of them as far as each block tells.
  assert.deepEqual(
    told.flat().map(({ slug }) => slug),
    expected,
  );
});

test('a long table is read alike by two threads, in any order of their blocks', async (t) => {
  const path = longTable(t);
  const kept = () => ({ knownTrees: new KnownTrees() });
  const alone = textOf(readSource(path, 'en', undefined, MOST_BYTES, {}, { ...kept(), ahead: NOBODY }));
  assert.equal(textOf(readSource(path, 'en', undefined, MOST_BYTES, {}, kept())), alone);
  const { errors, warnings } = checkSource(path, 'en', undefined, MOST_BYTES);
  assert.deepEqual(
    [...errors, ...warnings].map(({ code }) => code).filter((code) => code !== 'duplicate-name'),
    ['duplicate-slug', 'broken-json', 'unknown-key'],
  );
});

test('what two threads find in the blocks that each has taken is all that there is', (t) => {
  const path = longTable(t);
  const { size } = statSync(path);
  using thread = AheadThread.begin(path, size, HOW) as AheadThread;
  using blocks = new LineBlocks(path, BLOCK_BYTES);
  const found = Array.from({ length: Math.ceil(size / BLOCK_BYTES) }, (_, block) => {
    return thread.take(block) ?? silentTreesIn(blocks.lines(block), HOW);
  });
  const slugsOf = (trees: AheadTree[]) => trees.map(({ slug }) => slug).sort();
  const expected = found.keys().flatMap((block) => silentTreesIn(blocks.lines(block), HOW));
  assert.deepEqual(slugsOf(found.flat()), slugsOf([...expected]));
  assert.equal(thread.take(found.length), undefined);
  assert.equal(AheadThread.begin(path, BLOCK_BYTES, HOW), undefined);
});

test('a file that has changed meanwhile is read as it is', (t) => {
  const path = tableOf(t, JSON.stringify({ ...ROW, slug: 'oak' }));
  const ahead = readerOf(path, HOW, 1000, Array(20).fill(true));
  writeFileSync(path, JSON.stringify({ ...ROW, slug: 'elm' }));
  const { trees } = readSource(path, 'en', undefined, MOST_BYTES, {}, { ahead });
  assert.deepEqual(
    trees.map(({ slug }) => slug),
    ['elm'],
  );
});
