// What a visitor takes along from the explorer: the trees of a list as a file, and what has changed since a revision.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { assertAccessible, open, settled, unlocked, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { SAMPLE_TREES } from '../../support/sample.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

async function downloaded(page: any, choice: string): Promise<{ name: string; text: string }> {
  await page.click('.download summary');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click(`.download button:has-text("${choice}")`),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('the trees of a list come as a table and as NDJSON, all pages of them', { timeout: 240_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, key } = visited;
  await open(page, `${running.origin}/?locale=es&search=de&conservationStatus=LC&sort=family&order=desc`);
  const found = Number.parseInt(await page.textContent('.found'), 10);
  assert.ok(found > 24, 'more than a page');
  const calls = watchCalls(page);

  const table = await downloaded(page, 'Tabla (CSV)');
  assert.match(table.name, /-r1-es\.csv$/);
  assert.ok(table.text.startsWith('\uFEFF'), 'the form that spreadsheets read');
  assert.match(table.text, /title\.es/);

  await page.click('.download summary');
  await assertAccessible(page, 'download');
  await page.click('.download summary');
  const { name, text } = await downloaded(page, 'NDJSON');
  assert.match(name, /-r1-es\.ndjson$/);
  const trees = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(trees.length, found);
  assert.ok(trees.every(({ conservationStatus }) => conservationStatus === 'LC'));
  await page.waitForSelector('text=Descargado');
  assert.equal(calls.length, 2);
  assert.ok(
    calls.every((call) => call.startsWith('/api/v1/exports/trees?locale=es&search=de&') && !call.includes(key)),
  );
});

test('a download that is refused says so, and when to try again', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en`);
  await until(async () => (await fetch(`${running.origin}/api/v1/families`)).status === 429);
  await page.click('.download summary');
  await page.click('.download button:has-text("CSV")');
  await page.waitForSelector('.download >> text=/did not work\\. Try again in \\d+ s/');
  await running.stop();
  await page.click('.download summary');
  await page.click('.download button:has-text("CSV")');
  await page.waitForSelector('.download >> text=/did not work\\.$/');
});

const tree = (title: string, description: string) =>
  `---\ntitle: ${title}\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: ${description}\n---\n`;

test('what changed is told by kind, since the revision before unless another is chosen', {
  timeout: 300_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, data } = visited;
  const publish = async (files: Record<string, string>) => {
    const { code, stderr } = await sylva(['publish', writeFiles(t, files), '--allow-removals', '--data', data]);
    assert.equal(code, 0, stderr);
  };
  await publish({ 'en/stays.md': tree('Stays', 'One.'), 'en/goes.md': tree('Goes', 'One.') });
  await publish({ 'en/stays.md': tree('Stays', 'Two.'), 'en/comes.md': tree('Comes', 'One.') });
  await until(async () => (await (await fetch(`${running.origin}/readyz`)).json()).revision === 'r3');

  await page.goto(`${running.origin}/?view=changes&locale=en`);
  await page.waitForSelector('.change-kind');
  assert.equal(new URL(page.url()).searchParams.get('since'), 'r2');
  assert.deepEqual(await page.locator('.change-kind h2').allTextContents(), [
    'Added (1)',
    'Changed (1)',
    'Removed (1)',
  ]);
  assert.match(await page.textContent('.is-added li'), /Comes Quercus robur/);
  assert.match(await page.textContent('.is-removed li'), /goes/);
  await assertAccessible(page, 'changes');
  await page.click('text=Español');
  await page.waitForSelector('h1:text("Qué ha cambiado")');
  assert.deepEqual(await page.locator('.change-kind h2').allTextContents(), [
    'Añadido (1)',
    'Cambiado (1)',
    'Retirado (1)',
  ]);

  await page.click('text=Una revisión antes');
  await until(() => /since=r1/.test(page.url()));
  await settled(page);
  await page.waitForSelector(`text=/^${SAMPLE_TREES + 2} árboles ya no son/`);
  await page.click('.pager [rel=next]');
  await until(() => /page=2/.test(page.url()));

  await page.fill('#since', '3');
  await page.click('text=Mostrar');
  await page.waitForSelector('text=Nada ha cambiado desde entonces.');
  await page.fill('#since', '99');
  await page.click('text=Mostrar');
  await page.waitForSelector('text=No se sabe qué ha cambiado desde esta revisión.');
  assert.equal(await page.locator('.change-kind').count(), 0);

  const calls = watchCalls(page);
  await page.click('nav >> text=Cambios');
  await page.waitForSelector('.change-kind');
  assert.equal(calls.length, 1, calls.join(' '));
  await open(page, `${running.origin}/?tree=goes&locale=es`);
  await page.waitForSelector('h1:text("Este árbol se ha retirado")');
});
