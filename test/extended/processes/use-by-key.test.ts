// What each caller uses: counted while serving, kept over restarts, shown by sylva stats and keys list.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hashKey } from '../../../src/access/api-key.ts';
import { statsText } from '../../../src/cli/commands/stats-text.ts';
import { overviewOf } from '../../../src/domain/overview.ts';
import { dayOf } from '../../../src/store/tables/usage.ts';
import { command } from '../../support/command.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { makeText, makeTree } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const DAY = 86_400_000;

async function prepare(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const { stdout } = await command([
    'keys',
    'create',
    '--name',
    'Herbarium',
    '--expires',
    '5d',
    '--data',
    data,
    '--json',
  ]);
  return { data, store, ...(JSON.parse(stdout) as { id: string; key: string }) };
}

async function ask(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${origin}/api/v1/${path}`, { headers: { connection: 'close', ...headers } });
  await response.arrayBuffer();
  return response.status;
}

test('requests, errors and limit hits are counted by caller and day, over a restart', async (t) => {
  const { data, store, id, key } = await prepare(t);
  const serve = () => startSylva(t, ['serve', '--data', data, '--rate-limit', '4', '--threads', '2']);
  const first = await serve();
  const withKey = { 'x-api-key': key };
  const statuses = [];
  for (const path of ['trees', 'trees', 'trees?page=x', 'trees/none', 'trees']) {
    statuses.push(await ask(first.origin, path, withKey));
  }
  assert.deepEqual(statuses, [200, 200, 400, 404, 429]);
  assert.equal(await first.stop(), 0);
  const today = dayOf(Date.now());
  const expected = { day: today, caller: id, requests: 5, errors: 2, limited: 1 };
  assert.deepEqual(await store.usage.since(today), [expected]);

  await store.access.allow('127.0.0.1', null);
  const second = await serve();
  assert.equal(await ask(second.origin, 'trees', withKey), 200);
  assert.equal(await ask(second.origin, 'trees', {}), 200);
  assert.equal(await second.stop(), 0);
  assert.deepEqual(await store.usage.since(today), [
    { day: today, caller: 'allowlist', requests: 1, errors: 0, limited: 0 },
    { ...expected, requests: 6 },
  ]);
});

test('what was counted is written while serving, so that a crash loses seconds only; who has no key counts for nobody', async (t) => {
  const { data, store, id, key } = await prepare(t);
  const running = await startSylva(t, ['serve', '--data', data]);
  assert.equal(await ask(running.origin, 'trees', {}), 401);
  assert.equal(await ask(running.origin, 'trees', { 'x-api-key': key }), 200);
  const days = await until(async () => {
    const found = await store.usage.since('');
    return found.length > 0 ? found : undefined;
  });
  assert.deepEqual(
    days.map(({ caller, requests }) => [caller, requests]),
    [[id, 1]],
  );
});

test('several servers add to one count, and days of more than a year ago make room', async (t) => {
  const { store } = await prepare(t);
  const use = { caller: 'key_1', requests: 2, errors: 1, limited: 0 };
  const [today, old] = [dayOf(Date.now()), dayOf(Date.now() - 401 * DAY)];
  await store.usage.add([{ day: old, ...use }]);
  await Promise.all(Array.from({ length: 5 }, () => store.usage.add([{ day: today, ...use }])));
  assert.deepEqual(await store.usage.since(''), [{ day: today, caller: 'key_1', requests: 10, errors: 5, limited: 0 }]);
});

test('stats shows the catalogue in figures and the use of each key by day', async (t) => {
  const { data, store, id } = await prepare(t);
  const [yesterday, today] = [dayOf(Date.now() - DAY), dayOf(Date.now())];
  const use = { caller: id, errors: 1, limited: 0 };
  await store.usage.add([
    { day: yesterday, requests: 3, ...use },
    { day: today, requests: 4, ...use },
  ]);
  const { code, stdout } = await command(['stats', '--days', '2', '--data', data, '--json']);
  assert.equal(code, 0);
  const { catalogue, usage, days } = JSON.parse(stdout);
  assert.deepEqual([catalogue.revision, catalogue.trees, catalogue.floweringSeason.length], ['r1', 30, 12]);
  assert.deepEqual(days, [yesterday, today]);
  assert.deepEqual(usage, [{ id, name: 'Herbarium', requests: 7, errors: 2, limited: 0, requestsByDay: [3, 4] }]);
  const text = (await command(['stats', '--data', data])).stdout;
  assert.match(text, /^Revision r1, published /);
  assert.match(text, /Herbarium {2}key_\w+\n +7 requests, 2 errors, 0 over the limit\n +·{28}▇█/);
  assert.equal((await command(['stats', '--days', '0'])).code, 2);
});

test('stats of an empty store says what to do', async (t) => {
  const data = temporaryFolder(t);
  await storeOf(t, data);
  const { code, stdout } = await command(['stats', '--data', data]);
  assert.equal(code, 0);
  assert.match(stdout, /^Nothing has been published\. sylva publish SOURCE does\.\n\nUse in the last 30 days/);
});

test('stats fits terminals of 80, 60 and 40 columns', () => {
  const trees = Array.from({ length: 2000 }, (_, index) =>
    makeTree({
      slug: `tree-${index}`,
      family: `Family with a rather long name ${index % 40}`,
      floweringSeason: ['september'],
      texts: index % 3 === 0 ? { es: makeText({}) } : { en: makeText({}), es: makeText({}) },
    }),
  );
  const caller = { id: 'key_a1b2c3d4e5', name: 'A name of an institution that is very long indeed'.repeat(2) };
  const counts = { requests: 1_234_567, errors: 12, limited: 3 };
  const stats = {
    catalogue: { revision: 'r1', publishedAt: '2026-05-01T00:00:00Z', ...overviewOf(trees) },
    usage: [{ ...caller, ...counts, requestsByDay: Array.from({ length: 100 }, (_, day) => day) }],
    days: Array.from({ length: 100 }, () => ''),
  };
  for (const width of [80, 60, 40]) {
    const lines = statsText(stats, width).split('\n');
    for (const line of lines) assert.ok(line.length <= width, `${line.length} of ${width}: ${line}`);
    assert.ok(lines.some((line) => /English +1,333 /.test(line)));
    assert.ok(lines.includes('  and 28 more with 1,400 trees'));
    const [flowering, fruiting] = ['Flowering', 'Fruiting'].map((title) =>
      lines.findIndex((line) => line.includes(title)),
    );
    assert.ok(flowering > 0 && fruiting >= flowering, 'both seasons stand there, beside or below each other');
    assert.ok(lines.slice(flowering).some((line) => /^ *September +2,000 /.test(line)));
  }
});

test('keys list shows what is about to expire, and when a key was last used', async (t) => {
  const { data, store, id } = await prepare(t);
  await store.access.addKey({ id: 'key_2', name: 'B', contact: null, hash: hashKey('b'), expiresAt: null });
  await store.access.recordUse(new Map([[id, new Date(Date.now() - 3 * 3_600_000 - 1000).toISOString()]]));
  const { stdout } = await command(['keys', 'list', '--data', data]);
  assert.match(stdout, new RegExp(`^${id} +Herbarium +active +in 4 d ! +3 h ago$`, 'm'));
  assert.match(stdout, /^key_2 +B +active +never +never$/m);
  assert.match(stdout, /^! 1 key expires within 14 days\.\n {2}sylva keys rotate ID makes a successor\.$/m);
  for (const line of stdout.split('\n')) assert.ok(line.length <= 80, line);
  const keys = JSON.parse((await command(['keys', 'list', '--data', data, '--json'])).stdout);
  assert.deepEqual(
    keys.map((key: any) => [key.id, key.expiresSoon]),
    [
      [id, true],
      ['key_2', false],
    ],
  );
});
