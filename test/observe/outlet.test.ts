// Text on its way out of the process, into a real pipe whose reader takes what it likes, and leaves when it likes.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { Outlet } from '../../src/observe/outlet.ts';
import { fifo, openReader, readNow } from '../support/pipes.ts';

const RUNS = 25;
/** Some longer than a pipe takes as a whole, some longer than it holds. */
const line = fc
  .tuple(fc.constantFrom('a', 'ñ', '木'), fc.oneof(fc.nat(20), fc.nat(6_000), fc.nat(80_000)))
  .map(([letter, length]) => `${letter.repeat(length)}\n`);
const texts = fc.array(
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('')),
  { minLength: 1, maxLength: 8 },
);
const appetite = fc.integer({ min: 500, max: 100_000 });

/** Reads as much as it likes each time, until everything is out and read. */
async function readAll(outlet: Outlet, reader: number, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let isOut = false; ; ) {
    const chunk = readNow(reader, most);
    chunks.push(chunk);
    if (isOut && chunk.length === 0) return Buffer.concat(chunks);
    isOut = await outlet.isEmptyWithin(1);
  }
}

test('whatever a reader takes at a time, it gets everything, in order', async (t) => {
  const { path, reader } = fifo(t);
  const outlet = new Outlet(openSync(path, 'w'));
  const property = fc.asyncProperty(texts, appetite, async (written, most) => {
    const lost: number[] = [];
    for (const text of written) outlet.write(text, (lines) => lost.push(lines));
    assert.equal(String(await readAll(outlet, reader, most)), written.join(''));
    assert.deepEqual(
      lost,
      written.map(() => 0),
    );
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('whenever a reader leaves, each line is whole or counted as lost, and one that was cut off stands alone', async (t) => {
  const { path, reader: first } = fifo(t);
  const outlet = new Outlet(openSync(path, 'w'));
  let reader = first;
  const property = fc.asyncProperty(texts, texts, appetite, async (before, after, most) => {
    let lost = 0;
    let number = 0;
    const write = (text: string) => {
      const numbered = text.replaceAll('\n', () => ` ${number++}\n`);
      outlet.write(numbered, (lines) => (lost += lines));
      return numbered;
    };
    const written = before.map(write);
    const read = readNow(reader, most);
    closeSync(reader);
    await outlet.isEmptyWithin(10_000);
    reader = openReader(path);
    written.push(...after.map(write));
    const got = Buffer.concat([read, await readAll(outlet, reader, most)]);
    const lines = new Set(written.join('').split('\n').slice(0, -1));
    const found = String(got).split('\n').slice(0, -1);
    assert.equal(found.filter((each) => lines.has(each)).length + lost, lines.size);
    assert.ok(found.filter((each) => !lines.has(each)).length <= 1);
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('tells every waiter when everything is out', async (t) => {
  const { path, reader } = fifo(t);
  const outlet = new Outlet(openSync(path, 'w'));
  outlet.write(`${'n'.repeat(1_000_000)}\n`);
  assert.equal(await outlet.isEmptyWithin(1), false);
  const waiting = Array.from({ length: 3 }, () => outlet.isEmptyWithin(10_000));
  await readAll(outlet, reader, 100_000);
  assert.deepEqual(await Promise.all(waiting), [true, true, true]);
});

test('a socket that nobody reads does not hold up the end of the process', async (t) => {
  const code = `import { Outlet } from './src/observe/outlet.ts';
const outlet = new Outlet(2);
outlet.write('n'.repeat(10_000_000) + '\\n');
process.exit((await outlet.isEmptyWithin(100)) ? 1 : 0);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
