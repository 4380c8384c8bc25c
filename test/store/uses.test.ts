// What callers used, written back to a store that fails now and then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import SQLite from 'better-sqlite3';
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
  let trouble: Error | undefined;
  const store = {
    access: {
      async recordUse(uses: Map<string, string>) {
        marked.push(...uses.keys());
      },
    },
    usage: {
      async add(days: DayOfUse[]) {
        if (trouble) throw trouble;
        written.push(...days);
      },
    },
  } as unknown as Store;
  const fail = (error: Error | undefined) => {
    trouble = error;
  };
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  return { uses: new Uses(log), store, lines, written, marked, fail };
}

const FULL = new Error('the disk is full');
const BUSY = new SQLite.SqliteError('database is locked', 'SQLITE_BUSY');

test('counts wait while the store takes nothing, with one complaint, and are written when it does again', async () => {
  const { uses, store, lines, written, fail } = fake();
  fail(FULL);
  for (let poll = 0; poll < 100; poll++) {
    if (poll % 25 === 0) uses.note([USE], NOW - 60_000);
    await uses.write(store, NOW + poll * 200);
  }
  assert.deepEqual([uses.waiting, written, lines], [1, [], ['cannot write what callers used; it waits']]);
  fail(undefined);
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

test('a store that somebody else is changing is waited for in silence, unless it takes too long', async () => {
  const { uses, store, lines, written, fail } = fake();
  fail(BUSY);
  uses.note([USE], NOW);
  for (let second = 0; second < 30; second++) await uses.write(store, second * 1000);
  assert.deepEqual([uses.isHeldUp, uses.waiting, lines], [true, 1, []]);
  await uses.write(store, 30_000);
  assert.deepEqual(lines, ['cannot write what callers used; it waits']);
  fail(undefined);
  await uses.write(store, 31_000);
  assert.deepEqual([uses.isHeldUp, written.length, lines.at(-1)], [false, 1, 'what callers used is written again']);
});

test('a key that was used again is marked again after a minute, and not before', async () => {
  const { uses, store, marked } = fake();
  const minutes = async (now: number) => {
    await uses.write(store, now * 60_000);
    return marked.length;
  };
  uses.note([USE], NOW);
  assert.deepEqual([await minutes(0), await minutes(5)], [1, 1]);
  uses.note([USE], NOW);
  assert.deepEqual([await minutes(5), await minutes(6)], [2, 2]);
  uses.note([{ ...USE, usedAt: NOW + 1 }], NOW);
  assert.deepEqual([await minutes(5.9), await minutes(6)], [2, 3]);
});
