// /docs in a real browser: it loads, takes a key once, and sends requests with it, to this server only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, watch } from '../support/browser.ts';
import { temporaryFolder } from '../support/folders.ts';
import { SAMPLE_TREES } from '../support/sample.ts';
import { startSylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

const LIST = '#operations-trees-listTrees';
const FAMILIES = '#operations-families-listFamilies';

async function enterKey(page: any, key: string): Promise<void> {
  await page.click('.auth-wrapper .authorize');
  await page.fill('.modal-ux input', key);
  await page.click('.modal-ux button.authorize');
  await page.click('.modal-ux .btn-done');
}

async function execute(page: any, operation: string): Promise<any> {
  await page.click(`${operation} .opblock-summary-control`);
  const answered = page.waitForResponse((response: any) => response.url().includes('/api/v1/'));
  await page.click(`${operation} .execute`);
  const response = await answered;
  await page.waitForSelector(`${operation} .live-responses-table`);
  return response;
}

test('the reference is read and tried in Chromium, with a key entered once', async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['start', '--data', temporaryFolder(t)]);
  const key = await until(() => /sylva_\w{38}/.exec(running.output())?.[0]);
  const { origins, complaints } = watch(page);

  await page.goto(`${running.origin}/docs`);
  await page.waitForSelector(LIST);
  assert.match(await page.textContent('#reference'), /100 requests in 60 s/);

  await enterKey(page, key);
  const list = await execute(page, LIST);
  assert.equal(list.status(), 200);
  assert.equal((await list.json()).pagination.total, SAMPLE_TREES);
  assert.equal((await execute(page, FAMILIES)).status(), 200);

  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(complaints, []);
  assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [], 'the key is kept nowhere');
});

test('without a key the page shows the refusal', async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['start', '--data', temporaryFolder(t)]);
  await page.goto(`${running.origin}/docs`);
  await page.waitForSelector(FAMILIES);
  assert.equal((await execute(page, FAMILIES)).status(), 401);
  assert.match(await page.textContent(`${FAMILIES} .live-responses-table`), /unauthorized/);
});

test('a page that explains a problem needs nothing from elsewhere, in light and dark', async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['start', '--data', temporaryFolder(t)]);
  const { origins, complaints } = watch(page);
  await page.goto(`${running.origin}/problems/rate-limited`);
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.notEqual(await background(), light);
  await page.click('text=The reference of the API');
  await page.waitForSelector(LIST);
  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(complaints, []);
});
