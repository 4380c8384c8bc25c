// The list as a table: columns to choose, sorted by its heads, and the choice stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, settled, unlocked, watchCalls } from '../../support/explorer.ts';
import { until } from '../../support/until.ts';

test('a table has columns to choose, is sorted by its heads, and stays chosen', { timeout: 300_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const calls = watchCalls(page);
  await page.click('.look >> text=Table');
  await page.waitForSelector('.tree-table');
  assert.equal(calls.length, 1, calls.join(' '));
  await until(async () => (await page.locator('.tree-table tbody tr').count()) === 100);
  assert.match(page.url(), /as=table/);

  const heads = () => page.locator('.tree-table thead th').allTextContents();
  await page.click('.look summary');
  await page.click('.menu-choice >> text=Distribution');
  await page.click('.menu-choice >> text=Closer together');
  assert.ok((await heads()).includes('Distribution'));
  assert.equal(await page.locator('.tree-table.is-dense').count(), 1);
  await assertAccessible(page, 'table');

  await page.click('.tree-table thead >> text=Family');
  await until(() => /sort=family&order=asc/.test(page.url()));
  await settled(page);
  await page.click('.tree-table thead >> text=Family');
  await until(() => /sort=family&order=desc/.test(page.url()));
  await settled(page);
  assert.equal(await page.getAttribute('th[aria-sort=descending]', 'scope'), 'col');

  await open(page, `${running.origin}/?locale=es`);
  await page.waitForSelector('.tree-table.is-dense');
  assert.ok((await heads()).includes('Distribución'));
  for (const width of [390, 768, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `at ${width}`);
  }
  await page.click('.look >> text=Fichas');
  await page.waitForSelector('.card');
  await open(page, `${running.origin}/?locale=es`);
  assert.equal(await page.locator('.tree-table').count(), 0);
});
