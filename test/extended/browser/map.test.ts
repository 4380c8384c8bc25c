// The map of the world in a real browser: a tree's range, the richness of a question, regions as filters; the same for the
// keyboard; none where there is nothing to draw, or no file of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REGIONS } from '../../../src/domain/regions/regions.ts';
import { watch } from '../../support/browser.ts';
import { assertAccessible, enterKey, open, settled, unlocked, visit, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const MAP = '/assets/world-map.json';
const shadeOf = (page: any, code: string) => page.getAttribute(`[data-region="${code}"]`, 'class');
const found = async (page: any) => Number.parseInt(await page.textContent('.found'), 10);

function watchMaps(page: any): string[] {
  const maps: string[] = [];
  page.on('request', (request: any) => request.url().includes('world-map') && maps.push(request.url()));
  return maps;
}

test('a list shows how many of its trees grow where, and a region narrows it, with one question each', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const { complaints } = watch(page);
  const [calls, maps] = [watchCalls(page), watchMaps(page)];
  await open(page, `${running.origin}/?locale=es&family=Fabaceae`);
  assert.deepEqual(maps, [], 'not before it is shown');
  await page.click('.look >> text=Mapa');
  await page.waitForSelector('svg.world');
  assert.equal(maps.length, 1);
  assert.match(page.url(), /map=shown/);
  assert.equal(await page.locator('svg.world path').count(), REGIONS.length);

  const title = await page.textContent('[data-region="80"] title');
  assert.match(title, /^América Central: \d+ árboles$/);
  calls.length = 0;
  await page.click('[data-region="80"]');
  await until(() => /distribution=Central\+America/.test(page.url()));
  await settled(page);
  assert.equal(calls.length, 1, calls.join(' '));
  assert.equal(await found(page), Number(/\d+/.exec(title)?.[0]));
  assert.match(await shadeOf(page, '80'), /is-chosen/);
  assert.equal(maps.length, 1);
  await page.click('[data-region="80"]');
  await until(async () => !/is-chosen/.test(await shadeOf(page, '80')));
  assert.deepEqual(complaints, []);

  await open(page, `${running.origin}/?locale=en`);
  assert.equal(await page.locator('svg.world').count(), 1, 'the choice stays');
  await page.click('.look >> text=Map');
  await open(page, `${running.origin}/?locale=en`);
  assert.equal(await page.locator('.richness').count(), 0);
});

test('the list beside the map does the same by keyboard, continents too', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?locale=en&map=shown`);
  await page.focus('.region-list summary');
  await page.keyboard.press('Enter');
  await page.focus('.continents input >> nth=0');
  await page.keyboard.press('Space');
  await until(() => /distribution=Europe/.test(page.url()));
  await settled(page);
  assert.match(await shadeOf(page, '11'), /is-chosen/);
  const inEurope = await found(page);
  await page.locator('.continents label', { hasText: 'Middle Europe' }).locator('input').focus();
  await page.keyboard.press('Space');
  await until(() => /distribution=Middle\+Europe/.test(page.url()));
  await settled(page);
  assert.doesNotMatch(await shadeOf(page, '12'), /is-chosen/);
  assert.ok((await found(page)) < inEurope);
  assert.ok(await page.evaluate('document.activeElement.matches(".continents input")'));
});

test('a tree has its range on its page', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const calls = watchCalls(page);
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=es`);
  await page.waitForSelector('.range svg.world');
  assert.equal(calls.length, 1);
  assert.match(await shadeOf(page, '80'), /shade-5/);
  assert.match(await shadeOf(page, '10'), /shade-0/);
  assert.match(await page.textContent('.range figcaption'), /América Central/);
  await page.click('[data-region="84"]');
  await until(() => new URL(page.url()).searchParams.get('distribution') === 'Brasil');
});

test('maps have no fault that axe knows and never scroll sideways', { timeout: 600_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/?locale=en&map=shown&distribution=Brazil', '/?tree=ceiba-pentandra&locale=es']) {
        await open(page, running.origin + path);
        await page.waitForSelector('svg.world');
        await page.evaluate('for (const each of document.querySelectorAll(".region-list")) each.open = true');
        await assertAccessible(page, `${path}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} at ${width}`);
      }
    }
  }
});

test('where the map cannot be loaded all else is there, and it says so', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await page.route(`**${MAP}`, (route: any) => route.abort());
  await open(page, `${running.origin}/?locale=en&map=shown`);
  await page.waitForSelector('text=The map could not be loaded.');
  assert.equal(await page.locator('.card').count(), 24);
  await page.click('.region-list summary');
  await page.locator('.continents label', { hasText: 'Brazil' }).click();
  await until(() => /distribution=Brazil/.test(page.url()));
});

test('a catalogue of other places has no map', { timeout: 180_000 }, async (t) => {
  const visited = await visit(t);
  if (!visited) return;
  const { page, running, data, key } = visited;
  const tree = (title: string) =>
    `---\ntitle: ${title}\nscientificName: ${title} alba\nfamily: Fabaceae\ndescription: One of two.\ndistribution: [Limón, Heredia]\n---\n`;
  const source = writeFiles(t, { 'en/one.md': tree('One'), 'en/two.md': tree('Two') });
  assert.equal((await sylva(['publish', source, '--data', data, '--allow-removals'])).code, 0);
  const maps = watchMaps(page);
  await page.goto(`${running.origin}/?locale=en&map=shown`);
  await page.waitForSelector('#key');
  await enterKey(page, key);
  await until(async () => (await page.locator('.card').count()) === 2);
  assert.equal(await page.locator('.look >> text=Map').count(), 0);
  await open(page, `${running.origin}/?tree=one&locale=en`);
  assert.match(await page.textContent('.facts'), /Limón/);
  assert.equal(await page.locator('.range').count(), 0);
  assert.deepEqual(maps, []);
});
