// What the service offers for download: every client, made of the very version that serves, with the line that installs it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { versionNumber } from '../../src/config/installation.ts';
import { temporaryFolder } from '../support/folders.ts';
import { startTestService } from '../support/service.ts';

const run = promisify(execFile);
const PAGE = { accept: 'text/html' };

test('the list is open, and every file in it can be had without a key', async (t) => {
  const { origin } = await startTestService(t, { allowlist: [] });
  const answer = await fetch(`${origin}/clients/`);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  const { version, clients } = (await answer.json()) as any;
  assert.equal(version, versionNumber());
  for (const { file, url, install } of clients) {
    assert.equal(url, `${origin}/clients/${file}`);
    assert.ok(install.includes(url) && file.includes(version), install);
    const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    assert.deepEqual([packed.status, packed.headers.get('content-encoding')], [200, null]);
    assert.deepEqual(
      Buffer.from(await packed.arrayBuffer()),
      readFileSync(new URL(`../../web/dist/clients/${file}`, import.meta.url)),
    );
    assert.match(packed.headers.get('etag') ?? '', /^"/);
  }
});

test('in a browser it is a page with the same lines, whose links lead somewhere', async (t) => {
  const { origin } = await startTestService(t, { allowlist: [] });
  const { clients } = (await (await fetch(`${origin}/clients/`)).json()) as any;
  const page = await fetch(`${origin}/clients/`, { headers: PAGE });
  const html = await page.text();
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.deepEqual([page.headers.get('vary'), page.headers.get('cache-control')], ['Accept', 'no-store']);
  for (const { language, url } of clients)
    for (const part of [`<h2>${language}</h2>`, url]) assert.ok(html.includes(part));
  const targets = [...html.matchAll(/href="([^"]+)"/g)];
  assert.ok(targets.length >= 2 + clients.length);
  for (const [, target] of targets)
    assert.equal((await fetch(new URL(target, `${origin}/clients/`))).status, 200, target);
});

test('the lines name the public address where there is one', async (t) => {
  const { origin } = await startTestService(t, { flags: { 'public-url': 'https://trees.example.org/sylva' } });
  const { clients } = (await (await fetch(`${origin}/clients/`)).json()) as any;
  for (const { file, url } of clients) assert.equal(url, `https://trees.example.org/sylva/clients/${file}`);
});

test('whatever a request calls its host, nothing but a host is shown', async (t) => {
  const { origin } = await startTestService(t);
  const shown = async (host: string) =>
    (await run('curl', ['-s', '-H', `Host: ${host}`, `${origin}/clients/`], { encoding: 'utf8' })).stdout;
  for (const host of ['<script>', 'a b', 'x;rm -rf', '$(x)', 'a'.repeat(300), 'a/b', "'"]) {
    assert.match(await shown(host), /"url":"http:\/\/HOST\/clients\/|"code"/, host);
  }
  for (const host of ['trees.example.org', '[::1]:3000'])
    assert.ok((await shown(host)).includes(`"http://${host}/clients/`));
  const whole = [
    '-s',
    '--request-target',
    'http://trees.example.org/clients/',
    '-H',
    'Host: elsewhere.example',
    origin,
  ];
  const { stdout } = await run('curl', whole, { encoding: 'utf8' });
  assert.ok(stdout.includes('"http://trees.example.org/clients/'), 'the host of a whole address counts');
});

test('without its last slash it says what was meant', async (t) => {
  const { origin } = await startTestService(t);
  const { status, detail } = (await (await fetch(`${origin}/clients`)).json()) as any;
  assert.equal(status, 404);
  assert.match(detail, /Did you mean \/clients\/\?/);
});

test('the same sources give the same bytes', async (t) => {
  const { makeClients } = await import(new URL('../../bin/clients.mjs', import.meta.url).href);
  const folder = temporaryFolder(t);
  await makeClients(folder);
  const { origin } = await startTestService(t);
  const { clients } = (await (await fetch(`${origin}/clients/`)).json()) as any;
  for (const { file, url } of clients) {
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    assert.ok(served.equals(readFileSync(`${folder}/${file}`)), file);
    if (file.endsWith('gz')) assert.ok(!gunzipSync(served).includes(folder));
  }
});
