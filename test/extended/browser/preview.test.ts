// `sylva preview` in a real browser: what is saved is seen, what is wrong is told beside its tree, and goes when it is mended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage, watch } from '../../support/browser.ts';
import { assertAccessible } from '../../support/explorer.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { startPreview } from '../../support/previews.ts';
import { oakPage } from '../../support/sources.ts';
import { startSylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const oak = (fields: Record<string, unknown>) => oakPage({ locale: 'en', ...fields });

test('a page follows what is saved, without a key', { timeout: 120_000 }, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const { running, save } = await startPreview(t);
  const { origins, complaints } = watch(page);

  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('.card');
  assert.match(await page.textContent('.preview h2'), /^Preview of .+, not published$/);
  await page.click('.card >> text=Oak');
  await page.waitForSelector('article.tree h1:text-is("Oak")');

  save('en/oak.md', oak({ title: 'Great oak' }));
  await page.waitForSelector('article.tree h1:text-is("Great oak")');

  save('en/oak.md', oak({ title: 'Broken oak', floweringSeason: 'Brumaire' }));
  await page.waitForSelector('.preview-of-tree .finding-error');
  const told = await page.textContent('.preview-of-tree .finding-error');
  assert.match(told, /en\/oak\.md:7 floweringSeason/);
  assert.match(told, /Brumaire/);
  assert.match(await page.textContent('.preview [role=status]'), /1 error.*how it was before/);
  assert.equal(await page.textContent('h1'), 'Great oak', 'the last good state stays');
  await assertAccessible(page, 'broken preview of a tree');

  // Beside another tree it is only in the list of all, from which it leads to its own.
  await page.goto(`${running.origin}/?tree=elm&locale=es`);
  await page.waitForSelector('article.tree h1:text-is("Elm")');
  await page.click('.preview summary');
  assert.equal(await page.locator('.preview-of-tree .finding-error').count(), 0);
  await page.click('.preview-all .finding-error a');
  await page.waitForSelector('article.tree h1:text-is("Great oak")');
  await page.waitForSelector('.preview-of-tree .finding-error');
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('.preview-all[open] .finding-error');
  await assertAccessible(page, 'broken preview of a list');

  save('en/oak.md', oak({ title: 'Mended oak', floweringSeason: 'May' }));
  await page.waitForSelector('.finding-error', { state: 'detached' });
  await page.waitForSelector('.card >> text=Mended oak');
  assert.deepEqual([[...origins], complaints], [[running.origin], []]);

  const address = new URL(running.origin);
  await running.stop('SIGINT');
  await until(async () => /does not answer/.test(await page.textContent('.preview [role=status]')));
  complaints.length = 0;
  await startPreview(t, { 'en/ash.md': oakPage({ title: 'Ash' }) }, { words: ['--port', address.port] });
  await page.waitForSelector('.card >> text=Ash');
});

test('content that was never good is told of in the place of a catalogue', { timeout: 120_000 }, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const { running, save } = await startPreview(t, { 'en/oak.md': '---\ntitle: Oak\n---\n' });
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('.preview-all[open] .finding-error >> text=en/oak.md:1');
  assert.ok(!(await page.locator('.notice-empty').isVisible()));
  save('en/oak.md', oak({}));
  await page.waitForSelector('.card >> text=Oak');
});

test('a service that serves what is published shows and asks nothing of a preview', { timeout: 120_000 }, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const running = await startSylva(t, ['serve', '--data', temporaryFolder(t), '--log-level', 'warn']);
  const asked: string[] = [];
  page.on('request', (request: any) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${running.origin}/?locale=en`);
  await page.waitForSelector('#key');
  assert.equal(await page.locator('.preview').count(), 0);
  assert.ok(asked.includes('/api/v1/trees') && !asked.includes('/preview'), asked.join());
  assert.equal((await fetch(`${running.origin}/preview`)).status, 404);
});
