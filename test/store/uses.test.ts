// What callers used, written back to a store that fails now and then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import type { Store } from '../../src/store/store.ts';
import type { DayOfUse } from '../../src/store/usage-store.ts';
import { Uses } from '../../src/store/uses.ts';

const NOW = Date.parse('2026-05-01T23:59:59Z');
const USE = { caller: 'key_1', requests: 2, errors: 1, limited: 0, usedAt: NOW };

function fake() {
  const lines: any[] = [];
  const written: DayOfUse[] = [];
  const marked: string[] = [];
  let isFull = false;
  const store = {
    access: {
      async recordUse(uses: Map<string, string>) {
        marked.push(...uses.keys());
      },
    },
    usage: {
      async add(days: DayOfUse[]) {
        if (isFull) throw new Error('the disk is full');
        written.push(...days);
      },
    },
  } as unknown as Store;
  const fill = (is: boolean) => {
    isFull = is;
  };
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  return { uses: new Uses(log), store, lines, written, marked, fill };
}

test('counts wait while the store takes nothing, with one complaint, and are written when it does again', async () => {
  const { uses, store, lines, written, fill } = fake();
  fill(true);
  for (let second = 0; second < 20; second += 5) {
    uses.note([USE], NOW - 60_000);
    await uses.write(store, NOW + second * 1000);
  }
  assert.deepEqual([uses.waiting, written, lines], [1, [], ['cannot write what callers used; it waits']]);
  fill(false);
  await uses.write(store, NOW + 60_000);
  assert.deepEqual(written, [{ day: '2026-05-01', caller: 'key_1', requests: 8, errors: 4, limited: 0 }]);
  assert.deepEqual([uses.waiting, lines.at(-1)], [0, 'what callers used is written again']);
});

test('counts are written every 5 seconds, each under its own day', async () => {
  const { uses, store, written } = fake();
  uses.note([USE], NOW);
  await uses.write(store, NOW);
  uses.note([USE], NOW + 2000);
  await uses.write(store, NOW + 4999);
  assert.equal(written.length, 1);
  await uses.write(store, NOW + 5000);
  assert.deepEqual(
    written.map(({ day }) => day),
    ['2026-05-01', '2026-05-02'],
  );
});

test('neither the allowlist nor a key that was over the limit is marked as used', async () => {
  const { uses, store, marked } = fake();
  uses.note([{ ...USE, caller: 'allowlist' }, { ...USE, caller: 'key_2', usedAt: 0 }, USE], NOW);
  await uses.write(store, NOW);
  assert.deepEqual(marked, ['key_1']);
});
