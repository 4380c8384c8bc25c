// The explorer's small pleasures: single keys, what it puts on the clipboard, a tree at random, those seen last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, settled, unlocked, watchCalls } from '../../support/explorer.ts';
import { until } from '../../support/until.ts';

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

test('a random tree is one of those that the list finds, and what was seen is a step away in every tab', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  const seen: string[] = [];
  for (const family of ['Malvaceae', 'Fagaceae']) {
    await open(page, `${running.origin}/?locale=en&family=${family}`);
    const calls = watchCalls(page);
    await page.click('text=A random tree');
    await page.waitForSelector('article.tree');
    assert.equal(calls.length, 2, calls.join(' '));
    assert.match(await page.textContent('.way-up'), new RegExp(family));
    seen.unshift(await page.textContent('.tree-scientific .scientific'));
    await assertAccessible(page, 'a tree that others were seen before');
  }
  await open(page, `${running.origin}/?locale=es`);
  const other = await page.context().newPage();
  await other.goto(`${running.origin}/?locale=es`);
  for (const tab of [page, other]) {
    await settled(tab);
    const shown = await tab.locator('.recent a').allTextContents();
    assert.equal(shown.length, 2);
    for (const [index, name] of shown.entries()) assert.ok(seen[index].startsWith(name), `${name} of ${seen}`);
  }
  await page.click('text=Olvidar la clave');
  await page.waitForSelector('#key');
  assert.equal(await page.evaluate('localStorage.getItem("sylva-seen")'), null);
});

test('a view’s call is there in curl, TypeScript, Python and R, the same in each', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=es`);
  await page.click('.call-button');
  assert.deepEqual(await page.locator('.snippet-head > span:first-child').allTextContents(), [
    'curl',
    'TypeScript',
    'Python',
    'R',
  ]);
  const address = `${running.origin}/api/v1/trees/ceiba-pentandra?locale=es`;
  for (const nth of [0, 2, 3]) assert.ok((await page.textContent(`.snippet >> nth=${nth} >> pre`)).includes(address));
});
