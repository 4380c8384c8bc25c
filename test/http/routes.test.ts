// The two tables of routes: whatever knows a route has it from them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_ROUTE, OPERATIONS } from '../../src/http/operations/routes.ts';
import { PROBLEMS } from '../../src/http/response/problems.ts';
import { CLIENTS } from '../../src/http/site/clients.ts';
import { PAGES, ROUTE_LABELS } from '../../src/http/site/pages.ts';
import { STATUS_GROUPS } from '../../src/observe/counters.ts';
import { DOCUMENT } from '../support/schemas.ts';
import { serverOver, testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const NAMES: Record<string, string> = {
  '{slug}': 'ceiba-pentandra',
  '{code}': 'internal',
  '{name}': 'site.css',
  '{file}': CLIENTS[0].file,
};

/** What must be given. */
const QUERIES = { '/changes': '?since=r1', '/names/match': '?name=kapok' };

test('every operation and every page answers, and is counted under its own label', async (t) => {
  const service = testService({ trees: [makeTree({ slug: 'ceiba-pentandra' })] });
  const { origin } = await serverOver(t, service);
  const { numbers } = service;
  const countedAt = (label: string, status: number) =>
    numbers.requests[numbers.routes.indexOf(label) * STATUS_GROUPS.length + STATUS_GROUPS.indexOf(String(status))];
  for (const { route } of [...OPERATIONS, ...PAGES]) {
    const query = Object.entries(QUERIES).find(([end]) => route.endsWith(end))?.[1] ?? '';
    const response = await fetch(origin + route.replace(/\{\w+\}/, (name) => NAMES[name]) + query);
    await response.arrayBuffer();
    assert.equal(response.status, 200, route);
    assert.equal(countedAt(route, 200), 1, route);
  }
  await fetch(`${origin}/api/v1/nothing`);
  await fetch(`${origin}/nothing`);
  assert.deepEqual([countedAt(ANY_ROUTE, 404), countedAt('other', 404)], [1, 1]);
});

test('no two routes are one', () => {
  assert.equal(new Set(ROUTE_LABELS).size, ROUTE_LABELS.length);
});

test('every operation is in the document, and in what is said to who asks for another', () => {
  assert.deepEqual(
    Object.keys(DOCUMENT.paths),
    OPERATIONS.map(({ route }) => route.slice('/api/v1'.length)),
  );
  for (const { route } of OPERATIONS) assert.ok(PROBLEMS['route-not-found'].remedy.includes(route), route);
});
