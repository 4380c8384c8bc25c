// What serving threads count, and how it is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS } from '../../src/http/response/problems.ts';
import { Histogram, STATUS_GROUPS, ThreadCounters, watchEventLoop } from '../../src/observe/counters.ts';
import { counter, exposition, histogram } from '../../src/observe/exposition.ts';
import { serviceFamilies } from '../../src/observe/report.ts';
import { ServiceState } from '../../src/observe/warnings.ts';
import { parseMetrics } from '../support/prometheus.ts';
import { until } from '../support/until.ts';

const ROUTES = ['/api/v1/trees', '/readyz'];

function reportOf(threads: ThreadCounters[], state = new ServiceState(), now = 0) {
  return parseMetrics(exposition(serviceFamilies({ threads, state, warnings: [], usesRedis: true, now })));
}

test('a value is in the first bucket whose end it does not exceed, and above all in the last', () => {
  const values = new Histogram([1, 2]);
  for (const value of [0.5, 1, 1.5, 2, 9]) values.observe(value);
  assert.deepEqual([...values.counts, values.sum], [2, 2, 1, 14]);
  const metrics = parseMetrics(exposition([histogram('h', 'H.', [{ labels: {}, histogram: values }])]));
  assert.deepEqual([metrics.value('h_bucket', { le: '2' }), metrics.value('h_bucket', { le: '+Inf' })], [4, 5]);
});

test('every status of a problem is counted by itself', () => {
  const statuses = Object.values(PROBLEMS).map(({ status }) => String(status));
  assert.deepEqual(
    [...statuses, '301'].filter((status) => !STATUS_GROUPS.includes(status)),
    [],
  );
});

test('what nobody foresaw is counted as other, so that no client can make new series', () => {
  const numbers = new ThreadCounters(ROUTES);
  for (const route of ['/api/v1/trees', '/nonsense', '', '__proto__']) numbers.answered(route, 200, 1, 10);
  numbers.answered('/api/v1/trees', 418, 1, 10);
  const metrics = reportOf([numbers]);
  assert.equal(metrics.value('sylva_http_requests_total', { route: 'other' }), 3);
  assert.equal(metrics.value('sylva_http_requests_total', { status: 'other' }), 1);
  assert.equal(metrics.series.filter(({ name }) => name === 'sylva_http_requests_total').length, 3);
  assert.equal(metrics.value('sylva_http_response_bytes_total'), 50);
});

test('the numbers of all threads are summed up, and who replaces a dead one counts on', () => {
  const [first, second] = [new ThreadCounters(ROUTES), new ThreadCounters(ROUTES)];
  first.answered('/readyz', 200, 3, 1);
  second.answered('/readyz', 200, 3, 1);
  new ThreadCounters(ROUTES, first.memory).answered('/readyz', 200, 3, 1);
  for (const decision of ['allowed', 'allowed', 'limited'] as const) first.add(decision);
  second.add('refused');
  second.add('fallbacks');
  first.setGauge('redisUp', 1);
  const metrics = reportOf([first, second]);
  assert.equal(metrics.value('sylva_http_requests_total', { route: '/readyz', status: '200' }), 3);
  assert.equal(metrics.value('sylva_http_request_duration_seconds_bucket', { route: '/readyz', le: '0.005' }), 3);
  assert.equal(metrics.value('sylva_limiter_decisions_total', { decision: 'allowed' }), 2);
  assert.equal(metrics.value('sylva_limiter_decisions_total', { decision: 'limited' }), 1);
  assert.equal(metrics.value('sylva_limiter_fallbacks_total'), 1);
  assert.equal(metrics.value('sylva_authentications_total', { outcome: 'refused' }), 1);
  assert.equal(metrics.value('sylva_redis_up'), 0);
});

test('a label may hold any text', () => {
  const text = exposition([counter('a_total', 'A.', [{ labels: { name: 'a "quoted"\\\nline' }, value: 1 }])]);
  assert.equal(text.split('\n')[2], 'a_total{name="a \\"quoted\\"\\\\\\nline"} 1');
});

test('a revision is as old as the time since it was published, and not younger than new where clocks differ', () => {
  const state = new ServiceState();
  const ageAt = (now: number) =>
    reportOf([new ThreadCounters(ROUTES)], state, now).value('sylva_catalogue_age_seconds');
  state.revision = { number: 7, publishedAt: 1_000_000, trees: 3, families: 2, bytes: 99 };
  assert.deepEqual([ageAt(1_090_000), ageAt(1_000_000), ageAt(990_000)], [90, 0, 0]);
});

test('a thread that was held up tells for how long', async (t) => {
  const numbers = new ThreadCounters(ROUTES);
  const unwatch = watchEventLoop(numbers);
  t.after(unwatch);
  await until(() => {
    const began = performance.now();
    while (performance.now() - began < 300);
    return numbers.value('delayMax') >= 0.25;
  });
  const [mean, p99, max] = [numbers.value('delayMean'), numbers.value('delayP99'), numbers.value('delayMax')];
  assert.ok(p99 >= 0.25 && p99 <= max + 0.001, `${p99}, ${max}`);
  assert.ok(mean > 0 && mean <= max, `${mean}`);
});
