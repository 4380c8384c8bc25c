// What the explorer says and how it is set: in the visitor's language, names as botanists write them, long texts as they were
// meant.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, unlocked, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const TREE = `---
title: Alerce negro
scientificName: Drimys winteri var. granadensis
scientificNameAuthorship: (L.f.) Eichler
family: Winteraceae
description: Un árbol.
distribution: ["Central America"]
synonyms: ["Wintera granadensis (L.f.) Murray"]
identifiers: { wfo: wfo-0000650873, gbif: "5407241" }
---

| Parte | Color |
|---|---|
| hoja | verde |

- una
  - dentro
- otra

Se dice.[^1]

[^1]: Nadie sabe quién.
`;

test('a tree is told in its language, with names, tables, lists and footnotes as they should be', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, data } = visited;
  const source = writeFiles(t, { 'es/drimys.md': TREE });
  const { code, stderr } = await sylva(['publish', source, '--allow-removals', '--data', data]);
  assert.equal(code, 0, stderr);
  await until(async () => (await (await fetch(`${running.origin}/readyz`)).json()).revision === 'r2');
  await open(page, `${running.origin}/?tree=drimys&locale=es`);

  assert.equal(await page.textContent('.tree-scientific'), 'Drimys winteri var. granadensis (L.f.) Eichler');
  assert.deepEqual(await page.locator('.tree-scientific .upright').allTextContents(), ['var. ', ' (L.f.) Eichler']);
  assert.deepEqual(await page.locator('.facts .scientific .upright').allTextContents(), ['(L.f.) Murray']);
  assert.ok(await page.locator('.facts a:text("América central")').count());
  assert.equal(await page.locator('.facts a[href*="worldfloraonline.org"], .facts a[href*="gbif.org"]').count(), 2);

  assert.deepEqual(await page.locator('.prose th').allTextContents(), ['Parte', 'Color']);
  assert.deepEqual(await page.locator('.prose ul ul li').allTextContents(), ['dentro']);
  assert.match(await page.textContent('.prose p.note'), /1 Nadie sabe quién\./);
  assert.doesNotMatch(await page.textContent('.prose'), /[|^[\]]/);
  await assertAccessible(page, 'long text');
});

test('what the service refuses is said in the visitor’s language, and an unknown address is a page', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=es&conservationStatus=perdido`);
  assert.match(await page.textContent('.trouble'), /Estado de conservación: el catálogo no entiende aquí «perdido»/);
  assert.doesNotMatch(await page.textContent('.trouble'), /must/);
  await page.goto(`${running.origin}/nowhere`);
  await page.waitForSelector('h1');
  assert.equal(await page.locator('a:text("The explorer")').count(), 1);
});

test('tags follow the visitor into the other language, in chips, filters and the address', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en&tag=deciduous&tag=fibre&family=Malvaceae`);
  const found = await page.textContent('.found');
  await page.click('text=Español');
  await until(() => /tag=caducifolio&tag=fibra$/.test(page.url()));
  const chips = await page.locator('.chip').allTextContents();
  assert.deepEqual(chips, ['Familia: Malvaceae ×', 'Etiqueta: caducifolio ×', 'Etiqueta: fibra ×']);
  assert.equal(Number.parseInt(await page.textContent('.found'), 10), Number.parseInt(found, 10));
  const chosen = page.locator('.filter', { hasText: 'Etiqueta' }).locator('.option:has(:checked) .option-name');
  assert.deepEqual((await chosen.allTextContents()).toSorted(), ['caducifolio', 'fibra']);

  const calls = watchCalls(page);
  await open(page, page.url());
  assert.equal(calls.length, 1, 'what is in its own language asks nothing more');
  await open(page, `${running.origin}/?locale=es&tag=none-such`);
  assert.equal(new URL(page.url()).searchParams.get('tag'), 'none-such');
});
