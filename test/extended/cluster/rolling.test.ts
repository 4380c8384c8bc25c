// Instances restarted one after the other behind the load balancer, while partners call without a pause.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, Load, type Reply, startCluster, tally, withoutCluster } from '../../support/cluster.ts';
import { often } from '../../support/often.ts';
import { until } from '../../support/until.ts';

const ROUNDS = often(2, 20);

test(`a rolling restart of all instances under constant load, ${ROUNDS} times: no failed request`, {
  skip: withoutCluster,
}, async (t) => {
  const { address, key, instances } = await startCluster(t, ['--rate-limit', '1000000']);
  const load = new Load(t, { address, key }, 12, 2);
  for (let round = 0; round < ROUNDS; round++) {
    for (const instance of instances) {
      assert.equal(await instance.stop(), 0);
      await instance.start();
      const { process } = await ask(instance.address, { key });
      // The next one goes only when this one is called again.
      await until(() => load.processes.has(process));
      assertAnswered(load.replies);
    }
  }
  const replies = await load.stop();
  t.diagnostic(`${replies.length} requests, ${load.processes.size} processes: ${tally(replies)}`);
  assertAnswered(replies);
  assert.equal(load.processes.size, instances.length * (ROUNDS + 1));
});

function assertAnswered(replies: Reply[]): void {
  assert.ok(
    replies.every(({ status }) => status === 200),
    tally(replies),
  );
}
