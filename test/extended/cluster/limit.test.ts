// The rate limit over three instances behind a load balancer: exact, and harmless when Redis is in trouble.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Redis } from '../../../scripts/cluster/redis.ts';
import { ask, Load, percentile, startCluster, tally, withoutCluster } from '../../support/cluster.ts';
import { often } from '../../support/often.ts';

const RUNS = often(2, 20);
const REQUESTS = often(2_000, 10_000);
const skip = withoutCluster;

test(`150 requests at once from one address over 3 instances: exactly 100 admitted, ${RUNS} of ${RUNS}`, {
  skip,
}, async (t) => {
  const { address, key } = await startCluster(t);
  for (let run = 1; run <= RUNS; run++) {
    const from = `127.2.0.${run}`;
    const replies = await Promise.all(Array.from({ length: 150 }, () => ask(address, { key, from })));
    const admitted = replies.filter(({ status }) => status === 200).length;
    const refused = replies.filter(({ status }) => status === 429).length;
    assert.deepEqual([admitted, refused], [100, 50], `run ${run}: ${tally(replies)}`);
    assert.equal(new Set(replies.map(({ process }) => process)).size, 3);
  }
});

async function countersWithoutEnd(url: string): Promise<string[]> {
  const client = await createClient({ url }).connect();
  const found: string[] = [];
  for (const key of await client.keys('*')) if ((await client.pTTL(key)) === -1) found.push(key);
  client.destroy();
  return found;
}

/** Killed and started again, then stopped in its tracks for a while. */
async function torment(redis: Redis, isOver: () => boolean): Promise<number> {
  let rounds = 0;
  for (; !isOver(); rounds++) {
    await redis.stop('SIGKILL');
    await pause(200);
    await redis.start();
    await pause(600);
    redis.program.freeze();
    await pause(400);
    redis.program.thaw();
    await pause(600);
    assert.deepEqual(await countersWithoutEnd(redis.url), []);
  }
  return rounds;
}

test(`Redis killed, stopped and restarted in a loop over ${REQUESTS} requests: no 5xx, and no noticeable delay`, {
  skip,
}, async (t) => {
  const cluster = await startCluster(t, ['--rate-limit', '1000000']);
  const redis = cluster.redis as Redis;
  const calm = new Load(t, cluster, 16, 15);
  await pause(4_000);
  const usual = await calm.stop();

  const load = new Load(t, cluster, 16, 15);
  const rounds = await torment(redis, () => load.replies.length >= REQUESTS);
  const replies = await load.stop();
  const added = percentile(replies, 0.99) - percentile(usual, 0.99);
  const slowest = Math.max(...replies.map(({ milliseconds }) => milliseconds));
  t.diagnostic(
    `${replies.length} requests over ${rounds} rounds: ${tally(replies)}; p99 ${percentile(usual, 0.99).toFixed(1)} ms before, ` +
      `${percentile(replies, 0.99).toFixed(1)} ms during (added ${added.toFixed(1)} ms), slowest ${slowest.toFixed(0)} ms`,
  );
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200]);
  assert.ok(added < 100, `${added} ms were added at p99`);
  for (const { program } of cluster.instances) {
    assert.match(program.output, /each instance limits by itself meanwhile/);
  }
});
