// What browsers get: the pages that explain problems, the reference, and the files that they are made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROBLEMS } from '../../src/http/response/problems.ts';
import { readPrepared } from '../../src/http/site/pages.ts';
import { type Check, Checks } from '../../src/http/site/preview.ts';
import { writeFiles } from '../support/folders.ts';
import { conversation } from '../support/raw.ts';
import { serverOver, startTestService, testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

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
      assert.match(
        headers.get('content-type') ?? '',
        /^(text\/(html|css|javascript)|image\/svg|application\/json)/,
        target,
      );
    }
  }
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

test('what a browser asks for in vain gets a page, what a program asks for a problem body', async (t) => {
  const { origin } = await startTestService(t);
  const wants: Record<string, string[]> = {
    page: [BROWSER, 'text/html', 'text/html, application/xhtml+xml, */*', 'TEXT/HTML ; q=0.9, application/json;q=0.5'],
    problem: [
      ...['', '*/*', 'application/json', 'application/problem+json, text/html', 'text/html;q=0', 'text/*'],
      ...[
        'text/html;q=0.2, */*',
        'text/html;q=0.5, application/json',
        'image/avif,*/*;q=0.8',
        ',;,q',
        'x'.repeat(8000),
      ],
    ],
  };
  for (const [kind, headers] of Object.entries(wants)) {
    for (const accept of headers) {
      const response = await fetch(`${origin}/docs/`, { headers: { accept } });
      assert.equal(response.status, 404);
      assert.equal(response.headers.get('vary'), 'Accept');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      const type = kind === 'page' ? 'text/html; charset=utf-8' : 'application/problem+json';
      assert.equal(response.headers.get('content-type'), type, accept);
      const text = await response.text();
      for (const part of ['route-not-found', 'Did you mean /docs?', response.headers.get('x-request-id') as string])
        assert.ok(text.includes(part), part);
    }
  }
});

test('the page in place of another has no script or style of its own, and its links lead somewhere from wherever it is', async (t) => {
  const { origin } = await startTestService(t);
  for (const path of [
    '/nowhere',
    '/a/b/c',
    '/problems/none',
    '/docs/',
    '//',
    '/a?b=/c/d',
    '/%3Cscript%3E/x',
    '/a'.repeat(3000),
  ]) {
    const response = await fetch(origin + path, { headers: { accept: BROWSER } });
    assert.equal(response.status, 404, path);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    const html = await response.text();
    assert.doesNotMatch(html, /<style|<script|style=|https?:\/\//);
    const targets = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => new URL(target, origin + path));
    assert.ok(targets.length >= 5 && html.length < 2_000);
    for (const target of targets) assert.equal((await fetch(target)).status, 200, `${path}: ${target}`);
  }
});

test('other refusals outside the API are pages to a browser, too, and nothing under the API is', async (t) => {
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const headers = { accept: BROWSER };
  const posted = await fetch(`${origin}/docs`, { method: 'POST', headers });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
  assert.match(await posted.text(), /<h1>Method not allowed<\/h1>/);
  const long = await fetch(`${origin}/docs?${'x'.repeat(8200)}`, { headers });
  assert.deepEqual([long.status, long.headers.get('content-type')], [414, 'text/html; charset=utf-8']);
  const head = await fetch(`${origin}/nowhere`, { method: 'HEAD', headers });
  assert.deepEqual([head.status, head.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  for (const path of ['/api/v1/nowhere', '/api/v1', '/api/v1/trees/none']) {
    const response = await fetch(origin + path, { headers });
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
  }
});

test('without the docs the page in place of another leads to none', async (t) => {
  const { origin } = await startTestService(t, { flags: { docs: 'off' } });
  const html = await (await fetch(`${origin}/nowhere`, { headers: { accept: BROWSER } })).text();
  for (const [, target] of html.matchAll(/href="([^"]*)"/g)) {
    assert.equal((await fetch(new URL(target, `${origin}/nowhere`))).status, 200, target);
  }
  assert.match(html, /<h1>Route not found<\/h1>/);
  assert.doesNotMatch(html, /docs|explorer/);
});

test('files are compressed, and known again by their entity tag', async (t) => {
  const { origin } = await startTestService(t);
  const address = `${origin}/assets/explorer.js`;
  const whole = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const text = await whole.text();
  assert.ok(text.length > 50_000);
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(address, { headers });
    assert.equal(response.headers.get('content-encoding'), encoding);
    assert.ok(Number(response.headers.get('content-length')) < text.length / 2);
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

const ownerIn = (html: string) =>
  JSON.parse(/name="sylva-catalogue" content="([^"]*)"/.exec(html)?.[1].replaceAll('&quot;', '"') ?? '');

test('the page of the explorer says whose catalogue it is, as the settings do', async (t) => {
  const nobody = await startTestService(t);
  assert.deepEqual(ownerIn(await (await fetch(`${nobody.origin}/`)).text()), {
    title: null,
    contact: null,
    about: { en: null, es: null },
    hasLogo: false,
  });
  assert.equal((await fetch(`${nobody.origin}/assets/logo`)).status, 404);

  const folder = writeFiles(t, { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  const { origin } = await startTestService(t, {
    flags: {
      'catalogue-title': 'Árboles de “Limón”',
      'catalogue-contact': 'Flora desk <flora@example.org>',
      'catalogue-about-es': 'Los árboles de la costa',
      'catalogue-logo': `${folder}/logo.svg`,
    },
  });
  const html = await (await fetch(`${origin}/`)).text();
  assert.match(html, /<title>Árboles de “Limón”<\/title>/);
  assert.deepEqual(ownerIn(html), {
    title: 'Árboles de “Limón”',
    contact: { name: 'Flora desk', mail: 'flora@example.org' },
    about: { en: null, es: 'Los árboles de la costa' },
    hasLogo: true,
  });
  const logo = await fetch(`${origin}/assets/logo`);
  assert.equal(logo.headers.get('content-type'), 'image/svg+xml');
  assert.match(logo.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  assert.match(
    await (await fetch(`${origin}/usage-policy`)).text(),
    /<a href="mailto:flora@example.org">Flora desk<\/a>/,
  );
});

test('what the settings say cannot become markup', async (t) => {
  const hostile = '"><script>alert(1)</script>';
  const { origin } = await startTestService(t, {
    flags: {
      'catalogue-title': hostile,
      'catalogue-contact': `${hostile} <x@example.org>`,
      'catalogue-about-en': hostile,
    },
  });
  for (const path of ['/', '/usage-policy']) {
    assert.doesNotMatch(await (await fetch(origin + path)).text(), /<script>/, path);
  }
});

test('--docs off takes the explorer away, with the reference', async (t) => {
  const { origin } = await startTestService(t, { flags: { docs: 'off' } });
  for (const path of ['/', '/assets/explorer.js', '/docs', '/openapi.json']) {
    assert.equal((await fetch(origin + path)).status, 404, path);
  }
});

test('a preview returns its last check, or waits for the one after a known check; its explorer asks for it', async (t) => {
  const checks = new Checks();
  const { origin } = await serverOver(t, { ...testService(), checks });
  const ask = async (query = '') => await (await fetch(`${origin}/preview${query}`)).json();
  const counts = { trees: 1, errors: 0, warnings: 0 };
  const check = (id: string): Check => ({ id, source: 'content', revision: 'r1', ...counts, findings: [] });
  assert.equal(await ask(), null);
  checks.tell(check('first'));
  assert.deepEqual(await ask(), check('first'));
  const { mock } = t.mock.method(checks, 'after');
  const next = ask('?after=first');
  await until(() => mock.callCount() === 1);
  checks.tell(check('second'));
  assert.deepEqual(await next, check('second'));
  assert.match(await (await fetch(`${origin}/`)).text(), /<meta name="sylva-preview">/);
});

test('a preview refuses a request under a name that is not this machine’s', async (t) => {
  const { origin } = await serverOver(t, { ...testService(), checks: new Checks() });
  for (const [host, status] of [
    ['localhost:8080', 200],
    ['[::1]', 200],
    ['example.org', 400],
  ]) {
    const answer = await conversation(origin, `GET /preview HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.ok(answer.startsWith(`HTTP/1.1 ${status}`), `${host}: ${answer}`);
  }
});

test('a service that is not a preview has no path for checks', async (t) => {
  const { origin } = await startTestService(t);
  assert.equal((await fetch(`${origin}/preview`)).status, 404);
  assert.doesNotMatch(await (await fetch(`${origin}/`)).text(), /sylva-preview/);
});

test('what set-up has not made is said to be missing, with what makes it', async () => {
  const missing = readPrepared(new URL('none.js', import.meta.url));
  await assert.rejects(
    missing,
    /The explorer and the clients have not been prepared on this server: \.\/bin\/setup does it/,
  );
});
