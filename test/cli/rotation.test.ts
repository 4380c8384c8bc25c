// The change from one key to its successor, and a store that is made by accident.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../src/access/api-key.ts';
import { AccessStore } from '../../src/store/tables/access.ts';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { gateBefore } from '../support/gate.ts';
import { storeOf } from '../support/publishing.ts';
import { startSylva, sylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MADE_WITHIN = HOUR;

const run = (data: string, ...words: string[]) => commandJson([...words, '--data', data]);

/** A store with one key that was made so many days ago for so many days, or for ever. */
async function storeWithKey(t: TestContext, ageDays: number, lifeDays: number | null) {
  const data = temporaryFolder(t);
  const createdAt = Date.now() - ageDays * DAY;
  const expiresAt = lifeDays === null ? null : new Date(createdAt + lifeDays * DAY).toISOString();
  const store = await storeOf(t, data, {}, () => new Date(createdAt));
  const key = { id: 'key_old', name: 'Herbarium', contact: null, hash: hashKey('old'), expiresAt };
  await store.access.addKey(key);
  return { data, store, expiresAt };
}

function assertAbout(moment: string, expected: number): void {
  assert.ok(Math.abs(Date.parse(moment) - expected) < MADE_WITHIN, `${moment} is not ${new Date(expected)}`);
}

test('a successor lives as long as the key before it did, counted from now, and for ever where that one did', async (t) => {
  const { data } = await storeWithKey(t, 80, 90);
  assertAbout((await run(data, 'keys', 'rotate', 'key_old')).expiresAt, Date.now() + 90 * DAY);

  const other = await storeWithKey(t, 80, null);
  assert.equal((await run(other.data, 'keys', 'rotate', 'key_old')).expiresAt, null);

  const third = await storeWithKey(t, 80, 90);
  assertAbout((await run(third.data, 'keys', 'rotate', 'key_old', '--expires', '5d')).expiresAt, Date.now() + 5 * DAY);
});

test('a rotation says when the old key ends: after the overlap, or sooner where it would have ended before', async (t) => {
  const { data } = await storeWithKey(t, 80, null);
  const { replaced, replaces } = await run(data, 'keys', 'rotate', 'key_old', '--overlap', '48h');
  assert.deepEqual([replaced.id, replaces], ['key_old', 'key_old']);
  assertAbout(replaced.expiresAt, Date.now() + 48 * HOUR);

  const soon = await storeWithKey(t, 80, 83);
  const sooner = await run(soon.data, 'keys', 'rotate', 'key_old', '--overlap', '7d');
  assert.deepEqual(sooner.replaced, { id: 'key_old', expiresAt: soon.expiresAt });

  for (const [overlap, sentence] of [
    ['7d', /^The old key, key_old, works until \d{4}-\d\d-\d\d \d\d:\d\dZ\.$/m],
    ['0s', /^The old key, key_old, works no more\.$/m],
  ] as const) {
    const text = await storeWithKey(t, 1, 90);
    const { stdout } = await command(['keys', 'rotate', 'key_old', '--overlap', overlap, '--data', text.data]);
    assert.match(stdout, sentence);
  }
});

test('a key is rotated once: a second time is refused with its successor, unless that one was revoked', async (t) => {
  const { data, store } = await storeWithKey(t, 80, null);
  const first = await run(data, 'keys', 'rotate', 'key_old');
  const refused = await command(['keys', 'rotate', 'key_old', '--data', data]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, new RegExp(`^The key key_old was rotated already: ${first.id} is its successor\\.`));
  assert.equal((await store.access.keys()).length, 2);

  await run(data, 'keys', 'revoke', first.id);
  const second = await run(data, 'keys', 'rotate', 'key_old', '--overlap', '1h');
  assert.equal(second.expiresAt, null, 'the overlap is no length of life');
});

test('of two rotations at once, one is refused', async (t) => {
  const { data, store } = await storeWithKey(t, 80, 90);
  const rotate = () => sylva(['keys', 'rotate', 'key_old', '--data', data]);
  const codes = (await Promise.all([rotate(), rotate(), rotate()])).map(({ code }) => code);
  assert.deepEqual(codes.sort(), [0, 1, 1]);
  assert.equal((await store.access.keys()).length, 2);
});

test('refuses to rotate a key that is revoked after the rotation has begun', async (t) => {
  const { data, store } = await storeWithKey(t, 80, null);
  const gate = gateBefore(t, AccessStore.prototype, 'replaceKey');
  const rotation = command(['keys', 'rotate', 'key_old', '--data', data]);
  await gate.reached;
  await store.access.revokeKey('key_old');
  gate.open();
  const { code, stdout, stderr } = await rotation;
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^The key key_old is revoked: make a new one with sylva keys create\./);
  assert.equal((await store.access.keys()).length, 1);
});

test('what is advised helps: a key with a successor is neither marked nor warned of', async (t) => {
  const { data } = await storeWithKey(t, 80, 90);
  const running = await startSylva(t, ['serve', '--data', data, '--log-level', 'warn']);
  const warnings = async () => ((await (await fetch(`${running.origin}/readyz`)).json()) as any).warnings ?? [];
  const codesOf = async () => (await warnings()).map(({ code }: any) => code);
  await until(async () => (await codesOf()).includes('keys-expiring'));
  const before = await command(['keys', 'list', '--data', data]);
  assert.match(before.stdout, /sylva keys rotate ID makes a successor/);

  const made = await run(data, 'keys', 'rotate', 'key_old');
  const listed = await run(data, 'keys', 'list');
  assert.deepEqual(
    listed.map(({ id, status, expiresSoon }: any) => [id, status, expiresSoon]),
    [
      ['key_old', 'active', false],
      [made.id, 'active', false],
    ],
  );
  const { stdout } = await command(['keys', 'list', '--data', data]);
  assert.match(stdout, /^key_old +Herbarium +active +in 23 h +never$/m);
  assert.doesNotMatch(stdout, /!|rotate/);
  await until(async () => !(await codesOf()).includes('keys-expiring'));

  await run(data, 'keys', 'revoke', made.id);
  await until(async () => (await codesOf()).includes('keys-expiring'));
});

test('a range that is allowed again keeps its note, unless it is given another or none', async (t) => {
  const data = temporaryFolder(t);
  const notes = [];
  for (const words of [['--note', 'Reading room'], [], ['--note', 'Library'], [], ['--note', ''], []])
    notes.push((await run(data, 'allow', 'add', '192.0.2.0/24', ...words)).note);
  assert.deepEqual(notes, ['Reading room', 'Reading room', 'Library', 'Library', null, null]);
  const [, , , again] = await run(data, 'audit');
  assert.deepEqual([again.action, again.detail], ['range allowed', 'Library']);
});

test('where there was no store, a command that makes one says so, and where', async (t) => {
  const source = writeFiles(t, {
    'en/oak.md': '---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n',
  });
  for (const words of [
    ['keys', 'create', '--name', 'Herbarium'],
    ['allow', 'add', '192.0.2.1'],
    ['publish', source],
  ]) {
    const folder = temporaryFolder(t);
    const first = await command([...words, '--data', 'dta', '--json'], {}, folder);
    assert.equal(first.code, 0, first.stderr);
    const path = join(folder, 'dta', 'sylva.db');
    assert.equal(withoutProgress(first.stderr), `There was no store in dta: a new one was made, ${path}.\n`);
    assert.ok(existsSync(path) && JSON.parse(first.stdout));
    const second = await command([...words, '--data', 'dta'], {}, folder);
    assert.deepEqual([second.code, withoutProgress(second.stderr)], [0, '']);
  }
});

/** What takes over a second tells its steps, such as “indexing: 2 in 0.5 s, 4 a second”. */
function withoutProgress(text: string): string {
  return text.replace(/^[a-z].*: (.+ in )?[\d.]+ s(, .+ a second)?\n/gm, '');
}
