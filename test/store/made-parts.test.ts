// What a snapshot is folded into is the same whoever makes which part of it, and nobody waits who could make one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compile } from '../../src/snapshot/compile.ts';
import { partsOf } from '../../src/snapshot/folding.ts';
import { finished } from '../../src/snapshot/lists.ts';
import { MadeParts } from '../../src/store/made-parts.ts';
import { type Details, isFirst, TASKS, type Task } from '../../src/store/piece-work.ts';
import { Workshop } from '../../src/store/workshop.ts';
import { wordyTrees } from '../support/edited-trees.ts';

const SNAPSHOT = compile({ trees: wordyTrees(40, 50), families: new Map() });
const PARTS = partsOf(SNAPSHOT);
const NUMBERS = [...PARTS.keys()].filter((index) => 'make' in PARTS[index]);
const FOLDED = NUMBERS.map((index) =>
  textOf(finished((PARTS[index] as { make(): Generator<undefined, Uint8Array> }).make())),
);

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

async function allOf(workshop: Workshop): Promise<string[]> {
  const made = new MadeParts(SNAPSHOT, workshop);
  return await Array.fromAsync(NUMBERS, async (index) => textOf(await made.at(index)));
}

/** In place of a thread: what it makes of each part is told by a test. */
class Helped extends Workshop {
  readonly #make: (details: Required<Details>) => Promise<Uint8Array[]>;

  constructor(make: (details: Required<Details>) => Promise<Uint8Array[]>) {
    super(0);
    this.#make = make;
  }

  override inThread(_task: Task, _parts: Uint8Array[], details: Details): Promise<Uint8Array[]> {
    return this.#make(details as Required<Details>);
  }
}

test('a thread and this one make together what one of them would', async () => {
  await using thread = new Workshop(1, 0);
  assert.deepEqual(await allOf(new Workshop(0)), FOLDED);
  for (let time = 0; time < 3; time++) assert.deepEqual(await allOf(thread), FOLDED);
});

test('each part is made once, and its bytes stay at hand', async () => {
  const made = new MadeParts(SNAPSHOT, new Workshop(0));
  assert.equal(await made.at(NUMBERS[1]), await made.at(NUMBERS[1]));
  const begun = new Int32Array(PARTS.length);
  const fold = () => TASKS.fold([SNAPSHOT], { part: NUMBERS[1], begun });
  assert.deepEqual([fold().length, fold().length], [1, 0]);
});

test('who would have to wait for a part makes the last ones meanwhile', async () => {
  // The thread is not done with its part before all others are.
  const slow = new Helped(async ({ part, begun }) => {
    if (part !== NUMBERS[0]) return [];
    isFirst(begun, part);
    for (let turns = 0; NUMBERS.some((each) => begun[each] === 0); turns++) {
      if (turns === 1000) throw new Error('nobody makes the others');
      await nextTurn();
    }
    return [Buffer.from('made by the thread')];
  });
  assert.deepEqual(await allOf(slow), ['made by the thread', ...FOLDED.slice(1)]);
});

test('what a thread has begun and cannot finish is made here', async () => {
  for (const outcome of [async () => [], () => Promise.reject(new Error('no memory'))]) {
    const failing = new Helped(({ part, begun }) => {
      isFirst(begun, part);
      return outcome();
    });
    assert.deepEqual(await allOf(failing), FOLDED);
  }
});
