// Random requests through the real port: whatever is asked, the answer is a right one or a clear refusal.

import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { LIST_PARAMETERS } from '../../src/http/query/parameters.ts';
import { catalogues, WORDS } from '../support/catalogues.ts';
import { often } from '../support/often.ts';
import { assertDocumented, assertShape } from '../support/schemas.ts';
import { startTestService } from '../support/service.ts';

const REQUESTS = often(1_000);
const AT_ONCE = 50;

const values = fc.oneof(
  fc.constantFrom(
    ...WORDS,
    'en',
    'es',
    '1',
    '2',
    '20',
    '100',
    'title',
    'family',
    'tag',
    'asc',
    'desc',
    'lc',
    'enero',
    'fabaceae',
    '',
  ),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%C3%28',
    '%F0%9F%8C%B3',
    '+',
    '%2B',
    '%26',
    '#',
    '[]',
    '-1',
    '1e9',
    '9'.repeat(30),
    "';--",
    '{"$ne":1}',
    '__proto__',
  ),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
);
const names = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...LIST_PARAMETERS) }, { weight: 1, arbitrary: values });
const query = fc
  .array(fc.tuple(names, values), { maxLength: 6 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
const paths = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('/api/v1/trees', '/api/v1/families') },
  { weight: 2, arbitrary: values.map((value) => `/api/v1/trees/${value}`) },
  { weight: 1, arbitrary: values.map((value) => `/${value}`) },
);
const targets = fc.tuple(paths, query).map((parts) => parts.join('?').replace(/[^!-~]/gu, encodeURIComponent));

test(`${REQUESTS} random requests never get a 5xx, and always one of the known shapes`, async (t) => {
  const trees = fc.sample(catalogues, { numRuns: 1, seed: 7 })[0];
  const { origin } = await startTestService(t, { trees, maxCacheBytes: 20_000 });
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  t.after(() => agent.destroy());

  const get = (path: string) =>
    new Promise<{ status: number; headers: Headers; body: string }>((resolve, reject) => {
      request({ hostname, port, path, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response.on('end', () => {
          const headers = new Headers(response.headers as Record<string, string>);
          resolve({ status: response.statusCode ?? 0, headers, body: text });
        });
      })
        .on('error', reject)
        .end();
    });

  const seen = new Map<number, number>();
  const check = async (path: string) => {
    const answer = await get(path).catch((error) => assert.fail(`${path}: ${error}`));
    const { status, body } = answer;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    assertDocumented({ method: 'GET', path, ...answer });
    if (status !== 200) assertShape('problem', JSON.parse(body));
    assert.ok(status === 200 || (status >= 400 && status < 500), `${status} for ${path}`);
  };

  const all = fc.sample(targets, REQUESTS);
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let target = all.pop(); target !== undefined; target = all.pop()) await check(target);
  });
  await Promise.all(workers);
  for (const status of [200, 400, 404])
    assert.ok((seen.get(status) ?? 0) > REQUESTS / 40, `${status}: ${seen.get(status)}`);
});
