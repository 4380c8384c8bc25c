// What nobody needs is gone when its memory is asked for, and nothing else has changed for whoever runs in the process.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Script } from 'node:vm';
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

test('nobody else can collect', () => {
  shrinkHeap();
  assert.equal('gc' in globalThis, false);
  assert.equal(new Script('typeof gc').runInNewContext(), 'undefined');
});
