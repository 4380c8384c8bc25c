// Several threads behind one port: one limit, one knowledge.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const RUNS = often(2);
const THREADS = 2;

async function prepare(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.allow('192.0.2.0/24', null);
  const words = [
    'serve',
    '--data',
    data,
    '--threads',
    String(THREADS),
    '--trust-proxy',
    '127.0.0.1',
    '--log-level',
    'warn',
  ];
  return { store, running: await startSylva(t, words) };
}

/** A connection of its own each time, so that the system may hand it to either thread. */
async function ask(origin: string, client: string): Promise<{ status: number; revision: string | null }> {
  const headers = { 'x-forwarded-for': client, connection: 'close' };
  const response = await fetch(`${origin}/api/v1/trees?pageSize=1`, { headers });
  await response.arrayBuffer();
  return { status: response.status, revision: response.headers.get('sylva-revision') };
}

test(`150 requests at once over ${THREADS} threads: exactly 100 admitted, ${RUNS} of ${RUNS} runs`, async (t) => {
  const { running } = await prepare(t);
  for (let run = 1; run <= RUNS; run++) {
    const replies = await Promise.all(Array.from({ length: 150 }, () => ask(running.origin, `192.0.2.${run}`)));
    const admitted = replies.filter(({ status }) => status === 200).length;
    const refused = replies.filter(({ status }) => status === 429).length;
    assert.deepEqual([admitted, refused], [100, 50], `run ${run}`);
  }
});

test('a publish and a change of the allowlist reach every thread', async (t) => {
  const { store, running } = await prepare(t);
  const askMany = (client: string) => Promise.all(Array.from({ length: 20 }, () => ask(running.origin, client)));
  await publishTrees(store, edition(2));
  let client = 100;
  await until(async () => (await askMany(`192.0.2.${client++}`)).every(({ revision }) => revision === 'r2'));
  await store.access.disallow('192.0.2.0/24');
  await until(async () => (await askMany(`192.0.2.${client++}`)).every(({ status }) => status === 401));
});

test('no thread strips types, which would slow every typed array', async (t) => {
  const words = ['serve', '--data', temporaryFolder(t), '--threads', '1'];
  const { origin } = await startSylva(t, words, { NODE_OPTIONS: '--no-strip-types' });
  assert.equal((await fetch(`${origin}/healthz`)).status, 200);
});
