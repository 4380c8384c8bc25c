// The client in a web page of another origin and in its worker: built, without a bundler, under the limit.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openPage } from '../../support/browser.ts';
import { startFakeService } from '../../support/fake-service.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { SAMPLE_TREES } from '../../support/sample.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Walks with pages of 20, more than the limit allows in one window. Each also costs a preflight, which no page sees. */
const walk = (baseUrl: string, key: string, tell: string) => `
import { NotFoundError, SylvaClient } from '/client/index.js';
const client = new SylvaClient({ baseUrl: '${baseUrl}', apiKey: '${key}' });
let trees = 0;
for await (const _ of client.trees.all({ pageSize: 20 })) trees++;
const error = await client.trees.get('none').catch((each) => each);
${tell}([trees, error instanceof NotFoundError, client.rateLimit.limit].join(' '));
`;

test('the client walks the sample catalogue in a page and in a worker', { timeout: 60_000 }, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const [data, dist] = [temporaryFolder(t), temporaryFolder(t)];
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(ROOT, 'client'), '--outDir', dist]);
  const scripts: Record<string, string> = {};
  const site = await startFakeService(t, (response, { url = '' }) => {
    const [, name] = /^\/client\/([\w-]+\.js)$/.exec(url) ?? [];
    const script = name ? readFileSync(join(dist, name), 'utf8') : scripts[url];
    response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' });
    response.end(script ?? '<!doctype html><script type="module" src="/page.js"></script>');
  });

  const started = await startSylva(t, ['start', '--data', data, '--log-level', 'warn']);
  const key = await until(() => /sylva_\w{38}/.exec(started.output())?.[0]);
  await started.stop();
  const limit = ['--rate-limit', '15', '--rate-window', '2'];
  const running = await startSylva(t, ['serve', '--data', data, ...limit, '--cors-origin', site.baseUrl]);
  scripts['/worker.js'] = walk(running.origin, key, 'postMessage');
  scripts['/page.js'] = `
    ${walk(running.origin, key, 'window.inPage = String')}
    new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => { window.inWorker = data; };`;

  await page.goto(site.baseUrl);
  await page.waitForFunction('window.inPage && window.inWorker', undefined, { timeout: 50_000 });
  assert.deepEqual(await page.evaluate('[window.inPage, window.inWorker]'), [
    `${SAMPLE_TREES} true 15`,
    `${SAMPLE_TREES} true 15`,
  ]);
});
