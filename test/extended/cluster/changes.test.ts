// What is changed on one machine reaches every instance, with the database's notices and without them.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { Cluster } from '../../../scripts/cluster/cluster.ts';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import type { Store } from '../../../src/store/store.ts';
import { ask, startCluster, withoutCluster } from '../../support/cluster.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { until } from '../../support/until.ts';

const REVOCATIONS = often(10, 100);
const REVOCATIONS_UNHEARD = often(4, 20);
const CUTS = often(5, 50);
const skip = withoutCluster;
const LISTENERS = "FROM pg_stat_activity WHERE application_name = 'sylva notices'";

async function prepare(t: TestContext): Promise<{ cluster: Cluster; store: Store }> {
  const cluster = await startCluster(t, ['--rate-limit', '1000000']);
  const store = await storeOf(t, temporaryFolder(t), { database: cluster.database });
  await until(async () => (await listeners(cluster)).length === 3);
  return { cluster, store };
}

async function listeners({ postgres }: Cluster): Promise<number[]> {
  return (await postgres.query(`SELECT pid ${LISTENERS}`)).map(({ pid }) => pid);
}

/** Milliseconds from a revocation until the last instance refuses the key. */
async function revoke({ instances }: Cluster, { access }: Store, number: number): Promise<number> {
  const key = generateKey(randomBytes);
  const id = `key_${number}`;
  await access.addKey({ id, name: 'A', contact: null, hash: hashKey(key), expiresAt: null });
  const all = async (status: number) =>
    (await Promise.all(instances.map(({ address }) => ask(address, { key })))).every(
      (reply) => reply.status === status,
    );
  await until(() => all(200));
  await access.revokeKey(id);
  const startedAt = performance.now();
  await until(() => all(401));
  return performance.now() - startedAt;
}

/** Milliseconds from a publish until the last instance serves it. */
async function publish({ instances, key }: Cluster, store: Store, number: number): Promise<number> {
  const { id } = await publishTrees(store, edition(number));
  const startedAt = performance.now();
  await until(async () => {
    const replies = await Promise.all(instances.map(({ address }) => ask(address, { key })));
    return replies.every(({ revision }) => revision === id);
  });
  return performance.now() - startedAt;
}

function show(t: TestContext, what: string, each: number[]): void {
  const sorted = [...each].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  t.diagnostic(
    `${what}: ${each.length} times, median ${middle.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`,
  );
}

test(`a revoked key is refused by all within 1 s, ${REVOCATIONS} of ${REVOCATIONS}`, { skip }, async (t) => {
  const { cluster, store } = await prepare(t);
  const times: number[] = [];
  for (let number = 0; number < REVOCATIONS; number++) times.push(await revoke(cluster, store, number));
  show(t, 'revoked', times);
  assert.ok(times.every((each) => each < 1000));
});

test('with the notification connections dead and nobody told so, a revoked key is refused within 5 s', {
  skip,
}, async (t) => {
  const { cluster, store } = await prepare(t);
  // A backend that is stopped is what a half-open connection looks like: no notice, no error, no end.
  for (const pid of await listeners(cluster)) process.kill(pid, 'SIGSTOP');
  const times: number[] = [];
  for (let number = 0; number < REVOCATIONS_UNHEARD; number++) times.push(await revoke(cluster, store, number));
  show(t, 'revoked by polling', times);
  assert.ok(times.every((each) => each < 5000));
  assert.ok(
    times.some((each) => each > 200),
    'notices came all the same',
  );
});

test('a publish on one is served by all within 2 s', { skip }, async (t) => {
  const { cluster, store } = await prepare(t);
  const times: number[] = [];
  for (let number = 1; number <= 20; number++) times.push(await publish(cluster, store, number));
  show(t, 'published', times);
  assert.ok(times.every((each) => each < 2000));
});

test(`listeners cut ${CUTS} times with a publish in each gap: none is missed`, { skip }, async (t) => {
  const { cluster, store } = await prepare(t);
  const times: number[] = [];
  for (let number = 1; number <= CUTS; number++) {
    const cut = await cluster.postgres.query(`SELECT pg_terminate_backend(pid) ${LISTENERS}`);
    assert.equal(cut.length, 3);
    times.push(await publish(cluster, store, number));
    await until(async () => (await listeners(cluster)).length === 3);
  }
  show(t, 'published in a gap', times);
  assert.ok(times.every((each) => each < 2000));
});
