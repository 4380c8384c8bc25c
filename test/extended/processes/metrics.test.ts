// Metrics of a running service, and what is shipped to look at them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { parse } from 'yaml';
import { temporaryFolder } from '../../support/folders.ts';
import { type Metrics, parseMetrics } from '../../support/prometheus.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';
import { wholeFile } from '../../support/whole-file.ts';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

async function start(t: Pick<TestContext, 'after'>, words: string[] = []) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const running = await startSylva(t, ['serve', '--data', data, '--threads', '2', '--metrics-port', '0', ...words]);
  const address = await until(() => /"address":"(http:[^"]+)","msg":"metrics"/.exec(running.output())?.[1]);
  return { store, running, address, metrics: async () => parseMetrics(await (await fetch(address)).text()) };
}

let looked: ReturnType<typeof start> | undefined;

/** One for all tests that only look at it. */
function anyServer(): ReturnType<typeof start> {
  looked ??= start(wholeFile);
  return looked;
}

async function ask(origin: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${origin}${path}`, { headers: { connection: 'close', ...headers } });
  await response.arrayBuffer();
  return response.status;
}

const requests = (metrics: Metrics, labels: Record<string, string>) =>
  metrics.value('sylva_http_requests_total', labels);

test('requests of all threads are counted by route and status, with limit and caller', async (t) => {
  const { store, running, metrics } = await start(t, ['--rate-limit', '12']);
  const { origin } = running;
  assert.equal(await ask(origin, '/api/v1/trees'), 401);
  assert.equal(await ask(origin, '/api/v1/trees', { 'x-api-key': 'wrong' }), 401);
  await store.access.allow('127.0.0.1', null);
  await until(async () => (await ask(origin, '/api/v1/families')) === 200);
  while ((await ask(origin, '/api/v1/trees')) === 200);
  const found = await until(async () => {
    const now = await metrics();
    return requests(now, { status: '429' }) === 1 ? now : undefined;
  });
  const trees = requests(found, { route: '/api/v1/trees', status: '200' });
  const families = requests(found, { route: '/api/v1/families', status: '200' });
  const refused = requests(found, { route: '/api/v1/*', status: '401' });
  assert.equal(families, 1);
  assert.equal(trees + families + refused, 12);
  assert.equal(found.value('sylva_limiter_decisions_total', { decision: 'allowed' }), 12);
  assert.equal(found.value('sylva_limiter_decisions_total', { decision: 'limited' }), 1);
  assert.equal(found.value('sylva_authentications_total', { outcome: 'allowlist' }), trees + families);
  assert.equal(found.value('sylva_authentications_total', { outcome: 'refused' }), 1);
  assert.equal(found.value('sylva_authentications_total', { outcome: 'missing' }), refused - 1);
  assert.equal(found.value('sylva_http_request_duration_seconds_count', { route: '/api/v1/trees' }), trees);
});

test('a publish and the going of the store are seen in the metrics', async (t) => {
  const { store, metrics } = await start(t);
  const before = await metrics();
  assert.deepEqual(
    ['revision', 'trees'].map((name) => before.value(`sylva_catalogue_${name}`)),
    [1, 30],
  );
  await publishTrees(store, edition(2, 40));
  const after = await until(async () => {
    const now = await metrics();
    return now.value('sylva_swap_duration_seconds_count', { stage: 'take-up' }) === 4 ? now : undefined;
  });
  assert.equal(after.value('sylva_catalogue_trees'), 40);
  assert.equal(after.value('sylva_swap_duration_seconds_count', { stage: 'load' }), 2);
  assert.deepEqual([after.value('sylva_store_up'), after.value('sylva_threads')], [1, 2]);
});

test('decisions without Redis are counted, and its state is shown', async (t) => {
  const { running, metrics } = await start(t, ['--redis', 'redis://127.0.0.1:1']);
  assert.equal(await ask(running.origin, '/api/v1/trees'), 401);
  const found = await until(async () => {
    const now = await metrics();
    return now.value('sylva_limiter_fallbacks_total') === 1 ? now : undefined;
  });
  assert.ok(found.series.some(({ name, value }) => name === 'sylva_redis_up' && value === 0));
});

test('every metric that the dashboard and the alert rules ask for exists', async () => {
  const { metrics } = await anyServer();
  const { types } = await metrics();
  const { groups } = parse(read('deploy/prometheus/alerts.yml'));
  const rules = groups.flatMap((group: any) => group.rules);
  const panels = JSON.parse(read('deploy/grafana/dashboard.json')).panels;
  const questions: string[] = [
    ...rules.map(({ expr }: any) => expr),
    ...panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr)),
  ];
  assert.ok(rules.length > 10 && panels.length > 10);
  const asked = questions.flatMap((question) => question.match(/\b(sylva|process|nodejs)_\w+/g) ?? []);
  assert.ok(new Set(asked).size > 20);
  for (const name of asked) {
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '');
    assert.ok(types.has(family), `there is no metric ${name}`);
  }
});

test('every metric and every alert is documented', async () => {
  const { metrics } = await anyServer();
  const docs = read('docs/monitoring.md');
  for (const name of (await metrics()).types.keys()) assert.ok(docs.includes(`\`${name}\``), name);
  for (const [, name] of read('deploy/prometheus/alerts.yml').matchAll(/alert: (\w+)/g))
    assert.ok(docs.includes(`\`${name}\``), name);
});

test('metrics are on their own port only, and off unless one is given', async (t) => {
  const { running, address } = await anyServer();
  assert.equal(await ask(running.origin, '/metrics'), 404);
  assert.equal((await fetch(new URL('/other', address))).status, 404);
  assert.match((await fetch(address)).headers.get('content-type') as string, /^text\/plain; version=0\.0\.4/);
  const plain = await startSylva(t, ['serve', '--data', temporaryFolder(t)]);
  assert.doesNotMatch(plain.output(), /metrics/);
});

test('a port for metrics that is taken is a clear failure', async (t) => {
  const { address } = await anyServer();
  const words = ['serve', '--data', temporaryFolder(t), '--metrics-port', new URL(address).port];
  await assert.rejects(startSylva(t, words), /The metrics cannot be served on 127\.0\.0\.1, port \d+: .*EADDRINUSE/);
});

test('nonsense on the port of the metrics does no harm', async () => {
  const { address, metrics } = await anyServer();
  const post = request(new URL('/%00%zz', address), { method: 'POST' }).on('error', () => {});
  post.end('x'.repeat(100_000));
  assert.ok((await metrics()).types.size > 30);
});
