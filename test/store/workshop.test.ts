import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compile } from '../../src/snapshot/compile.ts';
import { join, joinForGood } from '../../src/store/piece-work.ts';
import { Workshop } from '../../src/store/workshop.ts';
import { wordyTrees } from '../support/edited-trees.ts';
import { ENDS_THREADS } from '../support/threads.ts';

const PIECES = [Buffer.from('one'), Buffer.alloc(0), randomBytes(200_000), Buffer.alloc(100_000, 'a')];
const IN_THREAD = [1, 0] as const;
const SNAPSHOT = compile({ trees: wordyTrees(3, 5), families: new Map() });
/** One after the other in memory that threads share. */
const SHARED = new Uint8Array(new SharedArrayBuffer(1000));
SHARED.set(randomBytes(1000));
const SHARED_PIECES = [0, 5, 5, 900].map((start, index, starts) => SHARED.subarray(start, starts[index + 1]));

test('a thread does what would be done here', async () => {
  await using here = new Workshop(0);
  await using thread = new Workshop(...IN_THREAD);
  const plain = (parts: Uint8Array[]) => parts.map((part) => Buffer.from(part).toString('latin1'));
  for (const pieces of [PIECES, SHARED_PIECES, SHARED_PIECES.toReversed()]) {
    assert.deepEqual(plain(await thread.work('compress', pieces)), plain(await here.work('compress', pieces)));
  }
  const compressed = await thread.work('compress', PIECES);
  assert.deepEqual(plain(await thread.work('decompress', compressed)), plain(PIECES));
  assert.deepEqual(plain(await here.work('decompress', compressed)), plain(PIECES));
  assert.deepEqual(await thread.work('compress', []), []);
  const details = { trees: Uint32Array.of(2, 0) };
  const [states] = await thread.work('states', [SNAPSHOT], details);
  assert.deepEqual([states, states.length], [(await here.work('states', [SNAPSHOT], details))[0], 16]);
});

test('memory that threads share is handed to another without a copy, where pieces follow each other in it', () => {
  assert.equal(join(SHARED_PIECES).bytes.buffer, SHARED.buffer);
  assert.notEqual(join(SHARED_PIECES.toReversed()).bytes.buffer, SHARED.buffer);
  assert.notEqual(join([...SHARED_PIECES, new Uint8Array(1)]).bytes.buffer, SHARED.buffer);
  assert.deepEqual([...join(SHARED_PIECES).lengths], [5, 0, 895, 100]);
});

test('what one part has for itself is given away without a copy, and nothing that others have a share in', () => {
  const own = new Uint8Array(100);
  assert.equal(joinForGood([own]).bytes, own);
  const shares = [own.subarray(0, 50), own.subarray(50)];
  for (const parts of [[own, own], shares.slice(1), shares, []])
    assert.ok(joinForGood(parts).bytes.buffer !== own.buffer);
  assert.deepEqual([...joinForGood(shares).lengths], [50, 50]);
});

for (const [where, bytes] of Object.entries({ here: [0], 'in a thread': IN_THREAD })) {
  test(`what cannot be done ${where} is told to who has asked, and what comes next is done`, async () => {
    await using workshop = new Workshop(...(bytes as [number]));
    await assert.rejects(workshop.work('decompress', [Buffer.from('no zstd')]));
    const doing = workshop.ahead([PIECES, [Buffer.from('no zstd')], [Buffer.from('nor this')]], (parts) =>
      workshop.work('decompress', parts),
    );
    await assert.rejects(Array.fromAsync(doing));
    assert.equal((await workshop.work('compress', PIECES)).length, PIECES.length);
  });

  test(`outcomes come in their order ${where}`, async () => {
    await using workshop = new Workshop(...(bytes as [number]));
    const batches = Array.from({ length: 40 }, (_, index) => [Buffer.from(`${index}`)]);
    const packed = workshop.ahead(batches, (parts) => workshop.work('compress', parts));
    const texts = await Array.fromAsync(workshop.ahead(packed, (parts) => workshop.work('decompress', parts)));
    assert.deepEqual(
      texts.map(([text]) => Buffer.from(text).toString()),
      batches.map(([text]) => text.toString()),
    );
  });
}

test('a thread that is behind is not waited for', async () => {
  await using workshop = new Workshop(...IN_THREAD);
  let [done, doneAtOnce] = [0, 0];
  // It has hardly begun: most of so many are done before it is heard of.
  const doing = Array.from({ length: 1000 }, () => workshop.work('compress', [PIECES[0]]).then(() => done++));
  setImmediate(() => {
    doneAtOnce = done;
  });
  await Promise.all(doing);
  assert.ok(doneAtOnce > 0 && doneAtOnce < 1000, `${doneAtOnce} of 1000 were done here`);
});

const ENDS_OF_THREADS = {
  'cannot begin': ENDS_THREADS,
  ends: 'data:text/javascript,import { isMainThread } from "node:worker_threads"; if (!isMainThread) process.exit(1);',
};

for (const [what, module] of Object.entries(ENDS_OF_THREADS)) {
  test(`what a thread that ${what} leaves undone is done here`, async () => {
    const script = `
      const { Workshop } = await import('./src/store/workshop.ts');
      const pieces = [Buffer.from('one'), Buffer.from('two')];
      await using workshop = new Workshop(1, 0);
      const outcomes = await Promise.all([1, 2, 3].map(() => workshop.work('compress', pieces)));
      console.log(outcomes.length, outcomes.flat().every(({ length }) => length === 16), (await workshop.work('compress', pieces)).length);`;
    const words = ['--import', module, '--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    assert.equal(stdout, '3 true 2\n');
  });
}
