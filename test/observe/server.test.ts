// The port for metrics, with reports that fail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveMetrics } from '../../src/observe/server.ts';

test('a report that fails is answered with 500 and logged, and the next one is answered', async (t) => {
  const logged: unknown[] = [];
  const fault = new Error('no more files may be opened');
  let isFailing = true;
  const report = () => {
    if (isFailing) throw fault;
    return 'up 1\n';
  };
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, report, {
    error: (about: any) => logged.push(about.err),
  });
  t.after(() => server.close());
  assert.equal((await fetch(server.address)).status, 500);
  assert.deepEqual(logged, [fault]);
  isFailing = false;
  assert.equal(await (await fetch(server.address)).text(), 'up 1\n');
});

test('only GET and HEAD get the metrics', async (t) => {
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 }, () => 'up 1\n', { error() {} });
  t.after(() => server.close());
  const answer = async (method: string, address = server.address) => {
    const response = await fetch(address, { method });
    return [response.status, response.headers.get('allow'), await response.text()];
  };
  assert.deepEqual(await answer('GET'), [200, null, 'up 1\n']);
  assert.deepEqual(await answer('HEAD'), [200, null, '']);
  for (const method of ['POST', 'DELETE', 'OPTIONS'])
    assert.deepEqual(await answer(method), [405, 'GET, HEAD', 'Use GET or HEAD.\n']);
  assert.deepEqual(await answer('POST', new URL('/', server.address).href), [404, null, 'Metrics are at /metrics.\n']);
});
