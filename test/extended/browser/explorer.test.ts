// A newcomer's way through the explorer, in a real browser: from what `sylva start` prints to a link that is shared, and
// through what can go wrong on the way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch } from '../../support/browser.ts';
import { assertAccessible, enterKey, open, settled, visit } from '../../support/explorer.ts';
import { SAMPLE_TREES } from '../../support/sample.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

/** What Chromium says of each answer that is none of success, expected or not. */
const isRefusal = (text: string) => /^Failed to load resource: .*\b(401|404|429)\b/.test(text);

test('a newcomer comes from the printed address to a shared link', { timeout: 300_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, key } = visited;
  const { origins, complaints } = watch(page);
  const address = await until(() => /Browse the catalogue: (\S+)/.exec(running.output())?.[1]);

  await page.goto(address);
  await page.waitForSelector('#key');
  await assertAccessible(page, 'key');

  for (const wrong of ['llave con eñe', key.replace(/.$/, '!')]) {
    await enterKey(page, wrong);
    await page.waitForSelector('#key-refused');
  }
  assert.match(await page.getAttribute('#key', 'aria-describedby'), /key-refused/);
  assert.equal(await page.evaluate('document.activeElement.id'), 'key');
  await assertAccessible(page, 'wrong key');

  await enterKey(page, key);
  await page.waitForSelector('.card');
  assert.equal(await page.textContent('.found'), `${SAMPLE_TREES} trees`);
  assert.ok(!page.url().includes(key));
  assert.deepEqual(await page.evaluate('[localStorage.length, document.cookie]'), [0, '']);

  await page.click('text=Español');
  await page.waitForSelector('h1:text("Árboles")');
  assert.equal(await page.getAttribute('html', 'lang'), 'es');
  await page.locator('#search').pressSequentially('roble', { delay: 40 });
  await until(() => /search=roble/.test(page.url()));
  await settled(page);
  assert.equal(await page.evaluate('document.activeElement.id'), 'search');
  const found = Number.parseInt(await page.textContent('.found'), 10);
  assert.ok(found > 2 && found < 30);

  const option = page.locator('.option', { hasText: /^Fagaceae/ });
  const promised = await option.locator('.count').textContent();
  await option.locator('input').check();
  await until(() => /family=Fagaceae/.test(page.url()));
  await settled(page);
  assert.ok((await page.textContent('.found')).startsWith(`${promised} `));
  await assertAccessible(page, 'filtered list');

  await page.click('text=Roble común');
  await page.waitForSelector('article.tree');
  await until(() => page.evaluate('document.activeElement.tagName === "H1"'));
  assert.equal(await page.title(), 'Roble común – Sylva');
  const shared = page.url();

  // A window that knows nothing of the first one.
  const other = await (await page.context().browser().newContext()).newPage();
  await other.goto(shared);
  await other.waitForSelector('#key');
  await enterKey(other, key);
  await other.waitForSelector('article.tree');
  assert.equal(await other.textContent('h1'), 'Roble común');
  assert.equal(await other.textContent('.tree-head .scientific'), 'Quercus robur L.');

  await page.goBack();
  await page.waitForSelector('.card');
  assert.equal(await page.inputValue('#search'), 'roble');
  assert.ok(await option.locator('input').isChecked());

  await page.click('text=Olvidar la clave');
  await page.waitForSelector('#key');
  assert.equal(await page.evaluate('sessionStorage.length'), 0);
  assert.deepEqual([...origins], [running.origin]);
  assert.deepEqual(
    complaints.filter((text) => !isRefusal(text)),
    [],
  );
});

test('from an allowlisted address no key is asked for', { timeout: 180_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, data } = visited;
  assert.equal((await sylva(['allow', 'add', '127.0.0.1', '--data', data])).code, 0);
  await until(async () => (await fetch(`${running.origin}/api/v1/families`)).ok);
  await page.goto(`${running.origin}/`);
  await page.waitForSelector('.card');
  assert.equal(await page.locator('#key').count(), 0);
});

test('at the limit the page says so, counts down and goes on by itself', { timeout: 300_000 }, async (t) => {
  const visited = await visit(t, ['--rate-limit', '6', '--rate-window', '12']);
  if (!visited) return;
  const { page, running, key } = visited;
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('#key');
  await enterKey(page, key);
  await page.waitForSelector('.card');

  // Somebody else behind the same address uses up what is left: the service itself refuses.
  await until(async () => (await fetch(`${running.origin}/api/v1/families`)).status === 429);
  await page.click('nav >> text=Families');
  await page.waitForSelector('.notice-limited');
  const seconds = async () => Number.parseInt(await page.textContent('.countdown'), 10);
  const first = await seconds();
  assert.ok(first >= 1 && first <= 12);
  await assertAccessible(page, 'limit');
  await page.waitForSelector('.treemap a');
  assert.equal(await page.locator('.notice').count(), 0);

  // And when the page itself comes to the limit, it waits without asking.
  const refused: number[] = [];
  page.on('response', (response: any) => response.status() === 429 && refused.push(429));
  for (let turn = 0; (await page.locator('.notice-limited').count()) === 0; turn++) {
    assert.ok(turn < 20);
    await page.click(`nav >> text=${turn % 2 ? 'Families' : 'Calendar'}`);
    await page.waitForTimeout(100);
  }
  assert.deepEqual(refused, []);
  await page.waitForSelector('.notice', { state: 'detached' });
});

test('a server that is gone is said to be, and found again when it is back', { timeout: 180_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, key, data } = visited;
  await open(page, `${running.origin}/?locale=es`);
  await enterKey(page, key);
  await page.waitForSelector('.card');

  await running.stop();
  await page.fill('#search', 'ceiba');
  await page.waitForSelector('.notice-unreachable');
  await assertAccessible(page, 'unreachable');
  assert.ok((await page.locator('.card').count()) > 0, 'what was there stays to be read');

  await startSylva(t, ['serve', '--data', data, '--port', new URL(running.origin).port]);
  await page.waitForSelector('.notice', { state: 'detached' });
  await settled(page);
  await until(async () => (await page.textContent('.cards')).includes('Ceiba pentandra'));
});

test('the foot tells the licence of the data in either language', {
  timeout: 300_000,
}, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running } = visited;
  const told = {
    en: 'Not licensed for open reuse: usage policy',
    es: 'Sin licencia de libre reutilización: condiciones de uso',
  };
  for (const [locale, text] of Object.entries(told)) {
    await page.goto(`${running.origin}/?locale=${locale}`);
    const link = page.locator('footer a[rel=license]');
    assert.equal(await link.textContent(), text);
    await link.click();
    await page.waitForSelector('h1:text("Usage policy")');
    assert.equal(new URL(page.url()).pathname, '/usage-policy');
  }
});
