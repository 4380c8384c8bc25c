// Connections that are reset, closed or left half open at random moments of every kind of request, under load.

import { test } from 'node:test';
import { CONNECTIONS, connectionTraffic } from '../../support/connection-traffic.ts';
import { privateRedis, withoutRedis } from '../../support/engines.ts';
import { besiege, holdDuring } from '../../support/siege.ts';

const WAYS: Record<string, { skip: string | false; words: () => Promise<string[]> }> = {
  'one thread': { skip: false, words: async () => ['--threads', '1'] },
  'two threads': { skip: false, words: async () => ['--threads', '2'] },
  'two threads and Redis': {
    skip: withoutRedis,
    words: async () => ['--threads', '2', '--redis', (await privateRedis()).url],
  },
};

for (const [name, { skip, words }] of Object.entries(WAYS)) {
  test(`${name}: ${CONNECTIONS} connections that end anyhow harm nobody else`, { skip }, async (t) => {
    const besieged = await besiege(t, await words());
    await holdDuring(t, besieged, (isHostile) => connectionTraffic(besieged, isHostile));
  });
}
