// What a server kept on disk may be anything by the time it is read: it is believed where it is whole, and named otherwise.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { Cache, type CachedState } from '../../../src/store/cache.ts';
import { commandJson } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { underPermissions, withoutPermissions } from '../../support/permissions.ts';
import { ask, keptIn, readiness, serve, servedBefore } from '../../support/serving.ts';
import { oakPage } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

const STATE: CachedState = {
  store: 'a',
  version: 7,
  changedAt: '2026-01-11T00:00:00.000Z',
  keys: [{ id: 'key_1', name: 'A', hash: 'f'.repeat(64), expiresAt: 1_900_000_000_000, isReplaced: true }],
  allowlist: ['192.0.2.0/24'],
  published: {
    revision: {
      id: 'r1',
      number: 1,
      createdAt: '2026-01-11T00:00:00.000Z',
      note: null,
      hash: '0'.repeat(64),
      trees: 1,
      families: 1,
      actor: null,
    },
  },
};

function cacheWith(folder: string, text?: string | Uint8Array) {
  const lines: any[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  if (text !== undefined) writeFileSync(join(folder, 'cache/known.json'), text);
  return { cache: new Cache(folder, 'test', log), lines };
}

test('what was kept comes back; that of another database, of nothing, or none at all does not', async (t) => {
  const folder = writeFiles(t, { 'cache/x': '' });
  assert.equal(cacheWith(folder).cache.state(), undefined);
  await cacheWith(folder).cache.keepState(STATE);
  assert.deepEqual(cacheWith(folder).cache.state(), STATE);
  assert.equal(new Cache(folder, 'another', pino({ level: 'silent' })).state(), undefined);
  await cacheWith(folder).cache.keepState({ ...STATE, keys: [], allowlist: [], published: null });
  const { cache, lines } = cacheWith(folder);
  assert.deepEqual([cache.state(), lines], [undefined, []]);
});

test('what an older Sylva kept, which knew no stores and versions, is believed', (t) => {
  const folder = writeFiles(t, { 'cache/x': '' });
  const { store: _, version: __, changedAt: ___, ...older } = STATE;
  const { cache } = cacheWith(folder, JSON.stringify({ database: 'test', ...older }));
  assert.deepEqual(cache.state(), { ...STATE, store: null, version: 0, changedAt: null });
});

test('whatever else stands in the file counts as nothing, and the log names the file', (t) => {
  const folder = writeFiles(t, { 'cache/x': '' });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.uint8Array(), fc.json()), (text) => {
      const { cache, lines } = cacheWith(folder, text);
      assert.equal(cache.state(), undefined);
      assert.deepEqual(
        lines.map(({ file }) => file),
        [join(folder, 'cache/known.json')],
      );
    }),
  );
});

/** The paths of all values within a value. */
function pathsIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...path, name]))];
}

function withValue(value: any, [name, ...path]: (string | number)[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[name] = withValue(value[name], path, other);
  return copy;
}

test('a value of a wrong kind anywhere in it is never handed on', (t) => {
  const folder = writeFiles(t, { 'cache/x': '' });
  const kept = { database: 'test', ...STATE };
  const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  const kindAt = (value: any, path: (string | number)[]) => kindOf(path.reduce((each, name) => each?.[name], value));
  const mayBe: Record<string, string[]> = {
    store: ['null'],
    changedAt: ['null'],
    expiresAt: ['null'],
    note: ['string'],
    actor: ['string'],
    published: ['null'],
  };
  fc.assert(
    fc.property(fc.constantFrom(...pathsIn(kept).slice(1)), fc.jsonValue(), (path, other) => {
      const known = cacheWith(folder, JSON.stringify(withValue(kept, path, other))).cache.state();
      const right = [kindAt(kept, path), ...(mayBe[String(path.at(-1))] ?? [])];
      if (!right.includes(kindOf(other))) assert.equal(known, undefined, JSON.stringify([path, other]));
    }),
    { numRuns: 500 },
  );
});

test('a range that is none, a date that is none, and a hash that would lead to another file are not handed on', (t) => {
  const folder = writeFiles(t, { 'cache/x': '' });
  const wrong: [(string | number)[], unknown][] = [
    [['allowlist', 0], '300.0.0.1'],
    [['published', 'revision', 'createdAt'], 'yesterday'],
    [['published', 'revision', 'hash'], '../../etc/passwd'],
  ];
  for (const [path, value] of wrong) {
    const { cache, lines } = cacheWith(folder, JSON.stringify(withValue({ database: 'test', ...STATE }, path, value)));
    assert.deepEqual([cache.state(), lines.length], [undefined, 1], String(value));
  }
});

const DAMAGES: Record<string, (path: string) => void> = {
  empty: (path) => truncateSync(path),
  truncated: (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  'random bytes': (path) => writeFileSync(path, Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 167) % 251))),
  foreign: (path) => writeFileSync(path, '{"name":"sylva","version":"1.0.0"}'),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  },
  unreadable: (path) => chmodSync(path, 0o000),
};

for (const [damage, spoil] of Object.entries(DAMAGES)) {
  test(`a server starts and serves when what it kept is ${damage}, names each file that it reads, and writes all again`, {
    skip: withoutPermissions,
  }, async (t) => {
    const { data, key } = await servedBefore(t);
    const files = globSync(join(data, 'cache/*'));
    assert.equal(files.length, 3);
    const whole = files.map((file) => readFileSync(file));
    for (const file of files) spoil(file);
    const running = await serve(t, data, [], underPermissions);
    assert.equal(await ask(running, key), '200 r1');
    // It reads the change log from the store.
    const read = files.filter((file) => !file.endsWith('.changes'));
    for (const file of read) assert.ok(running.output().includes(`"file":"${file}"`), running.output());
    assert.equal(await running.stop(), 0);
    if (damage === 'a folder') return;
    assert.deepEqual(
      files.map((file) => readFileSync(file)),
      whole,
    );
  });
}

test('what is published alongside a server is on its disk when it becomes active', async (t) => {
  const [data, source] = [temporaryFolder(t), writeFiles(t, { 'en/oak.md': oakPage() })];
  const publish = async () => (await commandJson(['publish', source, '--data', data])).revision;
  await publish();
  const running = await serve(t, data);
  await until(() => existsSync(join(data, 'cache/known.json')) && keptIn(data).published !== null);
  writeFileSync(join(source, 'en/oak.md'), oakPage({ title: 'Another' }));
  const { hash } = await publish();
  assert.equal(globSync(`cache/${hash}.*.snapshot`, { cwd: data }).length, 1);
  await until(async () => (await readiness(running)).revision === 'r2');
});
