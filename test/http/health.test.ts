// Readiness, with its reasons and warnings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

async function readiness(origin: string): Promise<{ status: number; body: any }> {
  const response = await fetch(`${origin}/readyz`);
  return { status: response.status, body: await response.json() };
}

test('a service that is ready tells what will need a person soon, and stays ready', async (t) => {
  const healthWarnings = [{ code: 'keys-expiring' as const, detail: '1 key expires within 14 days.' }];
  const { origin } = await startTestService(t, { trees: [makeTree({})], healthWarnings });
  const { status, body } = await readiness(origin);
  assert.deepEqual([status, body.status, body.revision, body.warnings], [200, 'ready', 'r1', healthWarnings]);
});

test('a store that is not read any more is warned of even when the main thread says nothing', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree({})], storeReadAt: Date.now() - 61_000 });
  const { status, body } = await readiness(origin);
  assert.equal(status, 200);
  assert.deepEqual(
    body.warnings.map(({ code }: any) => code),
    ['store-stale'],
  );
});

test('a store that was never read has no age, and is warned of at once', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree({})], storeReadAt: 0 });
  const { status, body } = await readiness(origin);
  assert.deepEqual([status, body.storeReadSecondsAgo], [200, null]);
  const detail = 'The store was not read since this server started.';
  assert.deepEqual(body.warnings, [{ code: 'store-stale', detail }]);
});

test('a service without a catalogue is unready, says why, and has its warnings too', async (t) => {
  const { origin } = await startTestService(t, {});
  const { status, body } = await readiness(origin);
  assert.deepEqual(
    [status, body],
    [503, { status: 'unready', reason: 'nothing has been published yet', warnings: [] }],
  );
});
