// What browsers get: the pages that explain problems, the reference, and the files that they are made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrepared } from '../../src/http/explorer-page.ts';
import { PROBLEMS } from '../../src/problems.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

test('every problem’s type resolves to a page that explains it', async (t) => {
  const { origin } = await startTestService(t);
  for (const [code, { title, remedy }] of Object.entries(PROBLEMS)) {
    const response = await fetch(`${origin}/problems/${code}`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    for (const part of [title, code, remedy, `"code": "${code}"`, 'href="../docs"'])
      assert.ok(html.includes(part), part);
  }
});

test('no page has script or style of its own, and each file that it names is there', async (t) => {
  const { origin } = await startTestService(t);
  for (const path of ['/', '/docs', '/problems/internal']) {
    const response = await fetch(origin + path);
    assert.doesNotMatch(response.headers.get('content-security-policy') ?? '', /unsafe|https?:/);
    const html = await response.text();
    assert.doesNotMatch(html, /<style|<script(?! src=)|style=|https?:\/\//);
    for (const [, target] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const { status, headers } = await fetch(new URL(target, origin + path));
      assert.equal(status, 200, target);
      assert.match(headers.get('content-type') ?? '', /^(text\/(html|css|javascript)|image\/svg)/, target);
    }
  }
});

test('files are compressed, and known again by their entity tag', async (t) => {
  const { origin } = await startTestService(t);
  const address = `${origin}/assets/swagger-ui-bundle.js`;
  const whole = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const text = await whole.text();
  assert.ok(text.length > 1_000_000);
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(address, { headers });
    assert.equal(response.headers.get('content-encoding'), encoding);
    assert.ok(Number(response.headers.get('content-length')) < text.length / 3);
    assert.equal(await response.text(), text);
    const etag = response.headers.get('etag') as string;
    const known = await fetch(address, { headers: { ...headers, 'if-none-match': etag } });
    assert.equal(known.status, 304);
    assert.equal(known.headers.get('etag'), etag);
  }
});

test('pages and files answer GET and HEAD only', async (t) => {
  const { origin } = await startTestService(t);
  for (const path of ['/', '/docs', '/openapi.json', '/assets/site.css', '/assets/explorer.js']) {
    const head = await fetch(origin + path, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
    assert.equal((await fetch(origin + path, { method: 'POST' })).status, 405);
  }
  for (const path of ['/assets/', '/assets/package.json', '/assets/../package.json', '/docs/']) {
    assert.equal((await fetch(origin + path)).status, 404, path);
  }
});

test('the explorer is the same page whatever its address says, and shows no catalogue data by itself', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()], allowlist: [] });
  const plain = await (await fetch(`${origin}/`)).text();
  const shared = await fetch(`${origin}/?tree=ceiba-pentandra&locale=es`);
  assert.equal(await shared.text(), plain);
  assert.doesNotMatch(plain, /Ceiba|Kapok/);
  assert.equal((await fetch(`${origin}/api/v1/trees`)).status, 401);
});

test('--docs off takes the explorer away, with the reference', async (t) => {
  const { origin } = await startTestService(t, { flags: { docs: 'off' } });
  for (const path of ['/', '/assets/explorer.js', '/docs', '/openapi.json']) {
    assert.equal((await fetch(origin + path)).status, 404, path);
  }
});

test('what set-up has not made is said to be missing, with what makes it', async () => {
  const missing = readPrepared(new URL('none.js', import.meta.url));
  await assert.rejects(missing, /The explorer has not been prepared on this server: \.\/bin\/setup does it/);
});
