// What will need a person soon is told in time, and once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { serviceFamilies } from '../../src/observe/report.ts';
import { type Disk, diskOf, ServiceState, type Warning, Watch, warningsOf } from '../../src/observe/warnings.ts';
import { temporaryFolder } from '../support/folders.ts';

const NOW = Date.parse('2026-05-01T00:00:00Z');
const DAY = 86_400_000;

function wellState(): ServiceState {
  const state = new ServiceState();
  state.storeReadAt = NOW;
  state.disk = { freeBytes: 50, totalBytes: 100 };
  return state;
}

function keyUntil(expiresAt: number | null) {
  return { id: 'key_1', name: 'Herbarium', hash: '', expiresAt };
}

const codes = (state: ServiceState, now = NOW) => warningsOf(state, now).map(({ code }) => code);

test('a service that is well has no warning', () => {
  assert.deepEqual(codes(wellState()), []);
});

test('a key is warned of within 14 days of its end, and neither before nor after', () => {
  const state = wellState();
  const cases: [number | null, string[]][] = [
    [NOW + 14 * DAY, ['keys-expiring']],
    [NOW + 1, ['keys-expiring']],
    [NOW + 14 * DAY + 1, []],
    [NOW, []],
    [null, []],
  ];
  for (const [expiresAt, expected] of cases) {
    state.keys = [keyUntil(expiresAt)];
    assert.deepEqual(codes(state), expected, String(expiresAt));
  }
});

test('a key that has a successor is not warned of, and not named in the log', async () => {
  const { state, watch, lines } = watched(true);
  const replaced = { ...keyUntil(NOW + DAY), isReplaced: true } as const;
  state.keys = [replaced];
  assert.deepEqual(codes(state), []);
  state.keys = [replaced, { ...keyUntil(NOW + DAY), id: 'key_2' }];
  await watch.check();
  assert.deepEqual(
    lines[0].keys.map(({ id }: any) => id),
    ['key_2'],
  );
  const numbers = { threads: [], state, warnings: [], usesRedis: false, now: NOW };
  const [expiring] = serviceFamilies(numbers).filter(({ name }) => name === 'sylva_keys_expiring');
  assert.deepEqual(expiring.samples, [{ value: 1 }]);
});

test('a store that is not read, a revision that cannot be loaded and a disk that fills up are warned of', () => {
  const state = wellState();
  assert.deepEqual(codes(state, NOW + 59_999), []);
  assert.deepEqual(codes(state, NOW + 60_000), ['store-stale']);
  state.unloadable = 'r9';
  state.disk = { freeBytes: 4, totalBytes: 100 };
  assert.deepEqual(codes(state), ['revision-not-loaded', 'disk-nearly-full']);
  state.disk = { freeBytes: 5, totalBytes: 100 };
  assert.deepEqual(codes(state), ['revision-not-loaded']);
});

test('a database without the store that was served is warned of at once', () => {
  const state = wellState();
  state.isStoreReplaced = true;
  assert.deepEqual(codes(state), ['store-replaced']);
});

test('no warning that everyone may read names a partner', () => {
  const state = wellState();
  state.keys = [keyUntil(NOW + DAY)];
  assert.deepEqual(warningsOf(state, NOW), [{ code: 'keys-expiring', detail: '1 key expires within 14 days.' }]);
});

function watched(namesKeys: boolean) {
  const state = wellState();
  const lines: any[] = [];
  const told: Warning[][] = [];
  let disk: Disk | undefined = state.disk;
  const watch = new Watch({
    state,
    log: pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }),
    namesKeys,
    disk: async () => disk,
    now: () => NOW,
    tell: (warnings) => told.push(warnings),
  });
  const setFree = (freeBytes: number) => {
    disk = { freeBytes, totalBytes: 100 };
  };
  return { state, watch, lines, told, setFree };
}

test('a warning is logged once when it begins and once when it is over, and told each time', async () => {
  const { watch, lines, told, setFree } = watched(true);
  for (const free of [50, 1, 1, 1, 50, 50]) {
    setFree(free);
    await watch.check();
  }
  assert.deepEqual(
    lines.map(({ level, warning }) => [level, warning]),
    [
      [40, 'disk-nearly-full'],
      [30, 'disk-nearly-full'],
    ],
  );
  assert.deepEqual(
    told.map(({ length }) => length),
    [0, 1, 1, 1, 0, 0],
  );
});

test('the log says which keys expire, with their names only where names may be logged', async () => {
  for (const namesKeys of [true, false]) {
    const { state, watch, lines } = watched(namesKeys);
    state.keys = [keyUntil(NOW + DAY), { ...keyUntil(null), id: 'key_2' }];
    await watch.check();
    assert.deepEqual(lines[0].keys, [
      { id: 'key_1', ...(namesKeys && { name: 'Herbarium' }), expiresAt: '2026-05-02T00:00:00.000Z' },
    ]);
  }
});

test('the room of a folder is that of its disk, and unknown where there is none', async (t) => {
  const { freeBytes, totalBytes } = (await diskOf(temporaryFolder(t))) as Disk;
  assert.ok(freeBytes > 0 && freeBytes < totalBytes);
  assert.equal(await diskOf('/does/not/exist'), undefined);
});
