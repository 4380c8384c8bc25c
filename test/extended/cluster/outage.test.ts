// The database gone for a minute, hanging, and back: nobody who reads notices, and nothing is left in disorder.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../../scripts/cluster/cluster.ts';
import { ask, Load, startCluster, tally, withoutCluster } from '../../support/cluster.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const STOPPED_MILLISECONDS = often(10_000, 60_000);
const HANGING_MILLISECONDS = 15_000;
const skip = withoutCluster;

/** Every kind of change is refused in good time, with a reason that a person can act on. */
async function assertRefused(t: TestContext, { database }: Cluster, reason: RegExp): Promise<void> {
  const words = ['--database', database, '--data', temporaryFolder(t)];
  for (const command of [
    ['publish', 'content'],
    ['keys', 'create', '--name', 'A'],
    ['keys', 'revoke', 'key_1'],
    ['revisions', 'activate', 'r1'],
  ]) {
    const startedAt = performance.now();
    const { code, stderr } = await sylva([...command, ...words]);
    assert.equal(code, 1, command.join(' '));
    assert.match(stderr, reason, command.join(' '));
    assert.doesNotMatch(stderr, /\n {4}at /, 'a stack is shown');
    assert.ok(performance.now() - startedAt < 10_000, command.join(' '));
  }
}

async function restart(cluster: Cluster, index: number): Promise<void> {
  const instance = cluster.instances[index];
  assert.equal(await instance.stop(), 0);
  await instance.start();
  assert.equal((await ask(instance.address, { key: cluster.key })).status, 200);
}

/** Our connections that are not at rest. */
async function busyConnections({ postgres }: Cluster): Promise<{ count: number; busy: unknown[] }> {
  const rows = await postgres.query(
    "SELECT state, query FROM pg_stat_activity WHERE application_name LIKE 'sylva%' AND pid <> pg_backend_pid()",
  );
  return { count: rows.length, busy: rows.filter(({ state }) => state !== 'idle') };
}

test('PostgreSQL stopped for a while, then hanging, then restarted: every read succeeds throughout', {
  skip,
}, async (t) => {
  const cluster = await startCluster(t, ['--rate-limit', '1000000']);
  const { postgres, database, instances } = cluster;
  const load = new Load(t, cluster, 4, 20);

  const stoppedAt = performance.now();
  await postgres.stop();
  await assertRefused(t, cluster, /nothing listens there/);
  await restart(cluster, 0);
  await pause(STOPPED_MILLISECONDS - (performance.now() - stoppedAt));
  await postgres.start();
  await until(async () => (await sylva(['keys', 'list', '--database', database])).code === 0);

  const frozenAt = performance.now();
  postgres.program.freeze();
  await assertRefused(t, cluster, /does not answer/);
  await restart(cluster, 1);
  await pause(HANGING_MILLISECONDS - (performance.now() - frozenAt));
  postgres.program.thaw();
  await postgres.stop();
  await postgres.start();

  const made = await sylva(['keys', 'create', '--name', 'B', '--database', database, '--json']);
  assert.equal(made.code, 0, made.stderr);
  const oneTree = ['publish', 'test/fixtures/one-tree', '--allow-removals'];
  const { code } = await sylva([...oneTree, '--database', database]);
  assert.equal(code, 0);
  const newKey = JSON.parse(made.stdout).key;
  await until(async () => {
    const replies = await Promise.all(instances.map((each) => ask(each.address, { key: newKey })));
    return replies.every(({ status, revision }) => status === 200 && revision === 'r2');
  });
  const replies = await load.stop();
  t.diagnostic(`${replies.length} reads: ${tally(replies)}`);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200], tally(replies));
  await until(async () => (await busyConnections(cluster)).busy.length === 0);
  const { count } = await busyConnections(cluster);
  t.diagnostic(`${count} connections afterwards, all at rest`);
  assert.ok(count <= 15, `${count} connections`);
});
