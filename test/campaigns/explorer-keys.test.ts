// The explorer by single keys, and what it puts on the clipboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, unlocked } from '../support/explorer.ts';
import { until } from '../support/until.ts';

test('single keys lead to the search, from tree to tree and to help, and can be switched off', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent');
  const titles = await page.locator('.card h2 a').allTextContents();
  await page.keyboard.press('j');
  assert.equal(await focused(), titles[0]);
  await page.keyboard.press('j');
  assert.equal(await focused(), titles[1]);
  await page.keyboard.press('k');
  assert.equal(await focused(), titles[0]);

  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=en`);
  await page.keyboard.press('/');
  await until(() => page.evaluate('document.activeElement.id === "search"'));
  await page.keyboard.type('jk/?');
  assert.equal(await page.inputValue('#search'), 'jk/?', 'letters are letters while one writes');

  await open(page, `${running.origin}/?locale=en`);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await assertAccessible(page, 'help');
  await page.uncheck('dialog input');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await page.locator('h1').focus();
  await page.keyboard.press('j');
  assert.equal(await focused(), 'Trees');
});

test('a tree is cited, and a question shared, by what stands on the clipboard', { timeout: 240_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, key } = visited;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: running.origin });
  const copied = async (name: string) => {
    await page.click(`text=${name}`);
    await page.waitForSelector('button:text("Copied")');
    return await page.evaluate('navigator.clipboard.readText()');
  };
  await open(page, `${running.origin}/?locale=en&family=Malvaceae`);
  const link = await copied('Copy link');
  assert.equal(link, `${running.origin}/?locale=en&family=Malvaceae`);
  assert.ok(!link.includes(key));
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=en`);
  assert.equal(
    await copied('Copy citation'),
    `Ceiba pentandra (L.) Gaertn. In: Sylva, a catalogue of trees, r1. ${running.origin}/?tree=ceiba-pentandra&locale=en`,
  );
});
