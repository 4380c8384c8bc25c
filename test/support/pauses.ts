// Pauses of the client that take no time.

import type { TestContext } from 'node:test';
import { Transport, type TransportOptions } from '../../client/src/transport.ts';

/** A transport that notes how long it would pause. */
export function notingTransport(options: Partial<TransportOptions> & Pick<TransportOptions, 'baseUrl'>) {
  const pauses: number[] = [];
  const transport = new Transport({
    ...{ headers: {}, timeoutMs: 10_000, maxRetries: 4, maxWaitMs: 120_000, waitForLimit: false, cache: undefined },
    fetch,
    sleep: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  });
  return { transport, pauses };
}

/** Until the test ends, pauses that are spread at random have no length. `Retry-After` keeps its own. */
export function shortenPauses(t: TestContext): void {
  t.mock.method(Math, 'random', () => -1);
}
