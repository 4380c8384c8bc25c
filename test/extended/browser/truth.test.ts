// What the explorer shows is the answer to the question it shows, or is said not to be; and one key serves all tabs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, enterKey, open, settled, unlocked, visit, watchCalls } from '../../support/explorer.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const OLD = 'text=Not the answer yet';

test('what is not the answer to the question is named as old, with no count and no pages', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, data } = visited;
  await running.stop();
  await page
    .locator('.option', { hasText: /^Fabaceae/ })
    .locator('input')
    .check();
  await page.waitForSelector('.notice-unreachable');
  await page.waitForSelector(OLD);
  assert.equal(await page.textContent('.found'), '');
  assert.equal(await page.locator('.pager, .download').count(), 0);
  assert.equal(await page.locator('.is-old .cards').count(), 1);
  await assertAccessible(page, 'old results');

  await startSylva(t, ['serve', '--data', data, '--port', new URL(running.origin).port]);
  await page.waitForSelector('.notice', { state: 'detached' });
  await page.waitForSelector('.found:text("tree")');
  assert.equal(await page.locator(OLD).count(), 0);
  assert.ok(Number.parseInt(await page.textContent('.found'), 10) < 40);
});

test('at the limit a first view does not say that it is loading, nor does one where nothing was published', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, data } = visited;
  await until(async () => (await fetch(`${running.origin}/api/v1/families`)).status === 429);
  for (const view of ['', '&view=families', '&view=changes&since=r1', '&tree=ceiba-pentandra']) {
    await page.goto(`${running.origin}/?locale=en${view}`);
    await page.waitForSelector('.notice-limited');
    assert.doesNotMatch(await page.textContent('main'), /Loading/, view);
  }
  const empty = temporaryFolder(t);
  assert.equal((await sylva(['allow', 'add', '127.0.0.1', '--data', empty])).code, 0);
  assert.notEqual(data, empty);
  const unpublished = await startSylva(t, ['serve', '--data', empty, '--port', '0']);
  await page.goto(`${unpublished.origin}/?locale=en`);
  await page.waitForSelector('.notice-empty');
  assert.doesNotMatch(await page.textContent('main'), /Loading/);
});

test('a key that was entered in one tab opens the others, and is forgotten in all of them', {
  timeout: 240_000,
}, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, key } = visited;
  const context = page.context();
  const waiting = await context.newPage();
  for (const each of [page, waiting]) {
    await each.goto(`${running.origin}/?locale=en`);
    await each.waitForSelector('#key');
  }
  await enterKey(page, key);
  await page.waitForSelector('.card');
  await waiting.waitForSelector('.card');

  const late = await context.newPage();
  const calls = watchCalls(late);
  await late.goto(`${running.origin}/?tree=ceiba-pentandra&locale=en`);
  await late.waitForSelector('article.tree');
  assert.ok(calls.every((call: string) => !call.includes(key)));
  assert.ok(!late.url().includes(key));
  assert.ok(!(await late.evaluate('JSON.stringify(localStorage)')).includes(key));

  await late.click('text=Forget the key');
  for (const each of [page, waiting, late]) await each.waitForSelector('#key');
});

test('a key is kept on the device where the visitor wishes it, and only there', { timeout: 240_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, key } = visited;
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('text=Keep it on this device');
  await page.check('[name=keep]');
  await enterKey(page, key);
  await page.waitForSelector('.card');
  const later = await page.context().newPage();
  await page.close();
  await later.goto(`${running.origin}/?locale=en`);
  await later.waitForSelector('.card');
  await later.click('text=Forget the key');
  await later.waitForSelector('#key');
  assert.equal(await later.evaluate('localStorage.length + sessionStorage.length'), 0);
});

test('the call behind a view is one click away, and in nobody’s way', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=en`);
  assert.doesNotMatch(await page.textContent('main'), /api\/v1/);
  await page.click('.call-button');
  await page.waitForSelector('#call:has-text("GET /api/v1/trees/ceiba-pentandra")');
  assert.equal(await page.getAttribute('.call-button', 'aria-expanded'), 'true');
  await assertAccessible(page, 'call');
  await page.click('nav >> text=Families');
  await settled(page);
  await page.waitForSelector('#call:has-text("GET /api/v1/families")');
});
