// Every view of the explorer in a real browser: accessible in light and dark, wide and narrow; few requests, little to
// load; its calls ready to copy; hostile content harmless.

import assert from 'node:assert/strict';
import { exec } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { watch } from '../../support/browser.ts';
import { assertAccessible, enterKey, open, settled, unlocked, visit, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const VIEWS = {
  list: '/?locale=en',
  'narrowed list': '/?locale=es&search=r&family=Fabaceae&conservationStatus=VU&page=1',
  'empty list': '/?locale=en&search=zzzz',
  'misspelt search': '/?locale=es&search=quecus&family=Fagaceae',
  'other names': '/?locale=en&search=bombax',
  tree: '/?tree=ceiba-pentandra&locale=es',
  families: '/?view=families&locale=en',
  calendar: '/?view=calendar&locale=es',
  changes: '/?view=changes&since=r1&locale=en',
  'changes of no revision': '/?view=changes&since=r77&locale=es',
  'no tree': '/?tree=none&locale=en',
  'wrong filter': '/?locale=en&conservationStatus=doomed',
};
const MOST_BYTES = 60_000;

test('no view has a fault that axe knows, in light and dark, wide and narrow', { timeout: 600_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 380]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const [view, path] of Object.entries(VIEWS)) {
        await open(page, running.origin + path);
        await page.click('.call-button');
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        await assertAccessible(page, `${view}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${view} at ${width}`);
      }
    }
  }
});

test('each view is one request, and typing is one for each pause', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const calls = watchCalls(page);
  for (const [view, path] of Object.entries(VIEWS)) {
    calls.length = 0;
    await open(page, running.origin + path);
    assert.equal(calls.length, 1, `${view}: ${calls.join(' ')}`);
  }
  await open(page, `${running.origin}/?locale=en`);
  calls.length = 0;
  await page.locator('#search').pressSequentially('mahogany', { delay: 30 });
  await until(() => /search=mahogany/.test(page.url()));
  await settled(page);
  assert.equal(calls.length, 1, calls.join(' '));
});

test('a tree that was found by another name says which, in either language', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const told = async (locale: string, search: string) => {
    await open(page, `${running.origin}/?locale=${locale}&search=${search}`);
    assert.equal(await page.locator('.card').count(), 1, search);
    const [sentence, name] = [page.locator('.other-name'), page.locator('.other-name span')];
    assert.equal(await sentence.getAttribute('lang'), locale);
    return [await sentence.textContent(), await name.getAttribute('lang')];
  };
  assert.deepEqual(await told('en', 'bombax+pentandrum'), ['Synonym: Bombax pentandrum', 'la']);
  assert.deepEqual(await told('es', 'bombax+pentandrum'), ['Sinónimo: Bombax pentandrum', 'la']);
  assert.deepEqual(await told('en', 'lupuna'), ['Also called Lupuna', null]);
  assert.deepEqual(await told('es', 'kapok'), ['También se llama Kapok', 'en']);
  await open(page, `${running.origin}/?locale=en&search=kapok`);
  assert.equal(await page.locator('.card').count(), 1);
  assert.equal(await page.locator('.other-name').count(), 0, 'the record shows why');
});

test('a search without result asks what was meant, and a suggestion keeps the filters', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en&search=pal&conservationStatus=LC&sort=family&order=desc`);
  const asked = page.locator('.suggestions[role=status]');
  assert.equal(await asked.textContent(), '', 'what is to be announced is put into what was there before');
  await page.evaluate('document.querySelector(".suggestions").isThatOfBefore = true');

  const calls = watchCalls(page);
  await page.fill('#search', 'palmx');
  await page.waitForSelector('.suggestions a');
  assert.equal(await asked.textContent(), 'Did you mean palm or palma?');
  assert.ok(await page.evaluate('document.querySelector(".suggestions").isThatOfBefore'));
  await page.click('.call-button');
  assert.match(await page.textContent('.call'), /search=palmx&searchIn=all&/);
  await page.click('.call-button');
  assert.match(calls[0], /search=palmx&searchIn=all&/);
  await page.click('text=Español');
  await until(async () => (await asked.textContent()) === '¿Quiso decir palma o palm?');

  const isAt = (selector: string) => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
  for (let presses = 0; !(await isAt('.suggestions a')); presses++) {
    assert.ok(presses < 60);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.card');
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), {
    locale: 'es',
    search: 'palma',
    conservationStatus: 'LC',
    sort: 'family',
    order: 'desc',
  });
  assert.equal(await page.inputValue('#search'), 'palma');
  assert.equal(await asked.textContent(), '');
  await until(() => isAt('h1'));
});

test('a suggestion is taken away with the search it was for', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en&search=quecus`);
  await page.waitForSelector('.suggestions a');
  await running.stop();
  await page.fill('#search', 'quecusx');
  await page.waitForSelector('.notice-unreachable');
  assert.equal(await page.textContent('.suggestions'), '');
});

test('a suggestion that is followed stands, whatever was being typed', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en&search=quecus`);
  await page.waitForSelector('.suggestions a');
  // The page's own timer was set before this one, for a shorter time.
  await page.evaluate(`new Promise((resolve) => {
    const field = document.querySelector('#search');
    field.value = 'quecusx';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('.suggestions a').click();
    setTimeout(resolve, 300);
  })`);
  assert.match(page.url(), /search=quercus$/);
  assert.equal(await page.inputValue('#search'), 'quercus');
});

test('the page is small, and everything comes from the service itself', { timeout: 180_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, key } = visited;
  const { origins, complaints } = watch(page);
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request: any) => {
    if (request.url().includes('/api/v1/')) return;
    sizes.push(request.sizes().then((size: any) => size.responseBodySize + size.responseHeadersSize));
  });
  await page.goto(`${running.origin}/`);
  await page.waitForSelector('#key');
  complaints.length = 0;
  await enterKey(page, key);
  await page.waitForSelector('.card');
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length >= 4, 'page, script, style and icon');
  assert.ok(bytes > 10_000 && bytes < MOST_BYTES, `${bytes} bytes`);
  t.diagnostic(`${bytes} bytes in ${sizes.length} files`);
  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(complaints, []);
});

test('the call behind a view is copied, and works as it is', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, key } = visited;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: running.origin });
  await open(page, `${running.origin}/?locale=es&search=palo+d%27arco&family=Bignoniaceae`);
  await page.click('.call-button');
  await page.click('.snippet >> nth=0 >> button');
  await page.waitForSelector('text=Copiado');
  const curl = await page.evaluate('navigator.clipboard.readText()');
  assert.ok(!curl.includes(key));
  const { stdout } = await promisify(exec)(`${curl} --silent --fail`, { env: { ...process.env, SYLVA_KEY: key } });
  const { total } = JSON.parse(stdout).pagination;
  assert.equal(Number.parseInt(await page.textContent('.found'), 10), total);
  assert.match(await page.textContent('.snippet >> nth=1'), /client\.trees\.list\(\{/);
});

test('the keyboard alone leads from the top to a tree and back', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en`);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.className'), 'skip');
  await page.keyboard.press('Enter');
  const isAt = (selector: string) => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
  for (let presses = 0; !(await isAt('.card a')); presses++) {
    assert.ok(presses < 60);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await until(() => isAt('article.tree h1'));
  await page.goBack();
  await page.waitForSelector('.cards');
});

const HOSTILE = `---
title: "<img src=x onerror=alert(1)>"
scientificName: Quercus mala
family: Fagaceae
description: "<script>alert(2)</script>"
featuredImage: "javascript:alert(3)"
images: ["https://elsewhere.invalid/a.jpg"]
---

<script>alert(4)</script> [click](javascript:alert(5)) ![x](https://elsewhere.invalid/b.jpg)

<iframe src="https://elsewhere.invalid"></iframe> <a href="javascript:alert(6)" onclick="alert(7)">here</a>
`;

test('hostile content does nothing and asks for nothing', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, data } = visited;
  const source = writeFiles(t, { 'en/quercus-mala.md': HOSTILE });
  assert.equal((await sylva(['publish', source, '--allow-removals', '--data', data])).code, 0);
  const { origins, complaints } = watch(page);
  page.on('dialog', (dialog: any) => complaints.push(`dialog ${dialog.message()}`));
  await until(async () => {
    await open(page, `${running.origin}/?tree=quercus-mala&locale=en`);
    return (await page.locator('article.tree').count()) > 0;
  });
  complaints.length = 0;
  assert.equal(await page.locator('main :is(script, iframe, img, object, [onclick], [onerror])').count(), 0);
  assert.equal(await page.locator('a[href^="javascript:"]').count(), 0);
  await page.click('.prose >> text=here');
  assert.match(page.url(), /tree=quercus-mala/);
  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(complaints, []);
});
