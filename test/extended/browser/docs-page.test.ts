// /docs in a real browser: it loads, takes a key once, and sends requests with it, to this server only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, watch } from '../../support/browser.ts';
import { assertAccessible } from '../../support/explorer.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { SAMPLE_TREES } from '../../support/sample.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const LIST = '#listTrees';
const FAMILIES = '#listFamilies';

async function execute(page: any, operation: string): Promise<any> {
  const answered = page.waitForResponse((response: any) => response.url().includes('/api/v1/'));
  await page.click(`${operation} .execute`);
  const response = await answered;
  await page.waitForSelector(`${operation} .sent`);
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

  await page.fill('#key', key);
  await page.click('text=Use it');
  const list = await execute(page, LIST);
  assert.equal(list.status(), 200);
  assert.equal((await list.json()).pagination.total, SAMPLE_TREES);
  assert.equal((await execute(page, FAMILIES)).status(), 200);

  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(complaints, []);
  assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [], 'the key is not kept on the device');
  assert.ok(!(await page.content()).includes(key), 'nor shown');

  await page.reload();
  await page.waitForSelector(LIST);
  assert.equal((await execute(page, FAMILIES)).status(), 200, 'the key outlives a reload');
  const explorer = await page.context().newPage();
  await explorer.goto(`${running.origin}/`);
  await explorer.waitForSelector('.card');
  await page.click('nav >> text=The explorer');
  await page.waitForSelector('.card');
});

test('the reference is sized to be read, with examples in four languages, in light and dark, wide and narrow', {
  timeout: 300_000,
}, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['start', '--data', temporaryFolder(t)]);
  await page.goto(`${running.origin}/docs`);
  await page.waitForSelector(LIST);
  for (const { operationId } of await operations(running.origin)) {
    const { height } = await page.locator(`#${operationId}`).boundingBox();
    assert.ok(height < 2_500, `${operationId} is ${height} pixels tall`);
  }
  await page.fill(`${LIST} [name=family]`, 'Fabaceae|Malvaceae');
  await page.click(`${LIST} summary:has-text("curl")`);
  const snippets = await page.locator(`${LIST} .snippet`).allTextContents();
  for (const [at, word] of ['curl -H', 'await fetch', 'requests.get', 'httr2'].entries()) {
    assert.ok(snippets[at]?.includes(word), word);
    assert.ok(snippets[at]?.includes('/api/v1/trees?family=Fabaceae&family=Malvaceae'), word);
  }
  assert.equal(await page.getAttribute('a[rel=license]', 'href'), 'usage-policy');
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await assertAccessible(page, `reference, ${colorScheme}, ${width}`);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `at ${width}`);
    }
  }
});

async function operations(origin: string): Promise<{ operationId: string }[]> {
  const { paths } = await (await fetch(`${origin}/openapi.json`)).json();
  return Object.values(paths).map((path: any) => path.get);
}

test('without a key the page shows the refusal', async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['start', '--data', temporaryFolder(t)]);
  await page.goto(`${running.origin}/docs`);
  await page.waitForSelector(FAMILIES);
  assert.equal((await execute(page, FAMILIES)).status(), 401);
  assert.match(await page.textContent(`${FAMILIES} .sent`), /unauthorized/);
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
