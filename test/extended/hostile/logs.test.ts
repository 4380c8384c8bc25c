// The same hostile connections while nobody takes the log: honest clients notice nothing of either.

import { closeSync, constants, openSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { connectionTraffic } from '../../support/connection-traffic.ts';
import { fifo } from '../../support/pipes.ts';
import { besiege, holdDuring } from '../../support/siege.ts';

const writerTo = (path: string) => openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);

/** Where the log goes, once the service has begun. */
const LOGS: Record<string, (t: TestContext) => { log: number; begun?: () => void }> = {
  'a full disk': () => ({ log: openSync('/dev/full', 'w') }),
  'a pipe that nobody reads': (t) => ({ log: writerTo(fifo(t).path) }),
  'a pipe whose reader is gone': (t) => {
    const { path, reader } = fifo(t);
    return { log: writerTo(path), begun: () => closeSync(reader) };
  },
};

for (const [name, open] of Object.entries(LOGS)) {
  test(`with its log on ${name}, hostile connections harm nobody else`, async (t) => {
    const { log, begun = () => {} } = open(t);
    const besieged = await besiege(t, ['--threads', '2'], log);
    begun();
    await holdDuring(t, besieged, (isHostile) => connectionTraffic(besieged, isHostile));
    closeSync(log);
  });
}
