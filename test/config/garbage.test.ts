// What nobody needs is gone when its memory is asked for, and nothing else has changed for whoever runs in the process.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { shrinkHeap } from '../../src/config/garbage.ts';

test('what nobody needs is collected, and what somebody has stays', async () => {
  const kept = { name: 'oak' };
  const refs = [new WeakRef({ name: 'elm' }), new WeakRef(kept)];
  // Until the turn ends, what was just made counts as needed.
  await nextTurn();
  shrinkHeap();
  assert.deepEqual(
    refs.map((ref) => ref.deref()),
    [undefined, kept],
  );
});

test('several threads can load the module at once', async () => {
  const url = new URL('../../src/config/garbage.ts', import.meta.url).href;
  const code = `import(${JSON.stringify(url)}).then(({ collectGarbage, shrinkHeap }) => { collectGarbage(); shrinkHeap(); });`;
  const exits = Array.from({ length: 4 }, () => once(new Worker(code, { eval: true }), 'exit'));
  assert.deepEqual(await Promise.all(exits), [[0], [0], [0], [0]]);
});

test('the process has no global function to collect garbage', () => {
  shrinkHeap();
  assert.equal('gc' in globalThis, false);
});
