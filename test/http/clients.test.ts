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

test('without a public address, the name that a request gives the service is in no install command', async (t) => {
  const { origin } = await startTestService(t);
  const shown = async (...words: string[]) => {
    const { stdout } = await run('curl', ['-s', ...words, `${origin}/clients/`], { encoding: 'utf8' });
    assert.doesNotMatch(stdout, /evil|HOST/, words.join(' '));
    return stdout;
  };
  const strange = [
    ['-H', 'Host: evil.example'],
    ['-H', 'Host: 203.0.113.9:3000', '-H', 'X-Forwarded-Host: evil.example'],
    ['-H', 'Host: localhost.evil.example'],
    ['--request-target', 'http://evil.example/clients/'],
    ['--request-target', 'http://localhost/clients/', '-H', 'Host: evil.example'],
  ];
  for (const words of strange) {
    const { clients } = JSON.parse(await shown(...words));
    for (const { file, url, install } of clients) {
      assert.equal(url, `/clients/${file}`);
      assert.ok(install.includes(`./${file}`) && !install.includes('http'), install);
    }
    assert.match(await shown(...words, '-H', 'Accept: text/html'), /Download the file first/);
  }
  assert.ok((await shown('-H', 'Host: [::1]:3000')).includes('"http://[::1]:3000/clients/'));
  assert.doesNotMatch(await shown('-H', 'Accept: text/html'), /Download the file first/);
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
