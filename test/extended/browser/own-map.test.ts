// The map that a catalogue brings, in a real browser: its own regions instead of the world's, as range, as richness and as filters.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { watch } from '../../support/browser.ts';
import { assertAccessible, enterKey, open, settled, visit, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { COSTA_RICA } from '../../support/maps.ts';
import { oakPage } from '../../support/sources.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const PLACES = [['Limón', 'Heredia'], ['LIMON'], ['San José'], ['Panama']];
const OWN = 'path[data-region="limon"]';

/** At the list of a catalogue of four oaks in the provinces of Costa Rica, with the key entered. */
async function inCostaRica(t: TestContext) {
  const visited = await visit(t, ['--rate-limit', '1000']);
  if (!visited) return undefined;
  const { page, running, data, key } = visited;
  const pages = PLACES.map((distribution, index) => [
    `en/oak-${index}.md`,
    oakPage({ distribution, slug: `oak-${index}` }),
  ]);
  const source = writeFiles(t, { ...Object.fromEntries(pages), 'regions.geojson': COSTA_RICA });
  const { code, stderr } = await sylva(['publish', source, '--data', data, '--allow-removals']);
  assert.equal(code, 0, stderr);
  await page.goto(`${running.origin}/?locale=es`);
  await page.waitForSelector('#key');
  await enterKey(page, key);
  await until(async () => (await page.locator('.card').count()) === PLACES.length);
  return { page, origin: running.origin };
}

test('a list shows how many of its trees grow in each region, which narrows it', { timeout: 180_000 }, async (t) => {
  const visited = await inCostaRica(t);
  if (!visited) return;
  const { page, origin } = visited;
  const { complaints, origins } = watch(page);
  const calls = watchCalls(page);
  await open(page, `${origin}/?locale=es`);
  assert.deepEqual(
    calls.map((each) => each.split('?')[0]),
    ['/api/v1/trees'],
    'no map before it is shown',
  );
  await page.click('.look >> text=Mapa');
  await page.waitForSelector(OWN);
  assert.equal(await page.locator('svg.world path').count(), 7);
  assert.equal(await page.textContent(`${OWN} title`), 'Limón: 2 árboles');
  calls.length = 0;
  await page.click(OWN);
  await until(async () => (await page.locator('.card').count()) === 2);
  await settled(page);
  assert.equal(calls.length, 1, calls.join(' '));
  assert.match(await page.getAttribute(OWN, 'class'), /is-chosen/);

  await page.focus('.region-list summary');
  await page.keyboard.press('Enter');
  await page.locator('.region-list label', { hasText: 'San José' }).locator('input').focus();
  await page.keyboard.press('Space');
  await until(async () => (await page.locator('.card').count()) === 3);
  assert.deepEqual(complaints, []);
  assert.deepEqual([...origins], [origin]);
});

test('a tree has its range on the map; one that grows elsewhere has none', { timeout: 180_000 }, async (t) => {
  const visited = await inCostaRica(t);
  if (!visited) return;
  const { page, origin } = visited;
  await open(page, `${origin}/?tree=oak-0&locale=en`);
  await page.waitForSelector(`.range ${OWN}`);
  assert.match(await page.getAttribute(OWN, 'class'), /shade-5/);
  assert.match(await page.getAttribute('[data-region="cartago"]', 'class'), /shade-0/);
  assert.equal(await page.textContent('.range figcaption'), 'Limón and Heredia');
  await page.click(OWN);
  await until(() => new URL(page.url()).searchParams.get('distribution') === 'Limón');
  const loaded = page.waitForResponse(/\/api\/v1\/map/);
  await open(page, `${origin}/?tree=oak-3&locale=en`);
  await loaded;
  assert.equal(await page.locator('.range').count(), 0);
  await open(page, `${origin}/?print=oak-0&locale=en`);
  await page.waitForSelector(`.sheet ${OWN}`);
});

test('it has no fault that axe knows and never scrolls sideways', { timeout: 300_000 }, async (t) => {
  const visited = await inCostaRica(t);
  if (!visited) return;
  const { page, origin } = visited;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/?locale=en&map=shown&distribution=Heredia', '/?tree=oak-0&locale=es']) {
        await open(page, origin + path);
        await page.waitForSelector(OWN);
        await page.evaluate('for (const each of document.querySelectorAll(".region-list")) each.open = true');
        await assertAccessible(page, `${path}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} at ${width}`);
      }
    }
  }
});

test('where the map cannot be loaded all else is there, and it says so', { timeout: 180_000 }, async (t) => {
  const visited = await inCostaRica(t);
  if (!visited) return;
  const { page, origin } = visited;
  await page.route('**/api/v1/map', (route: any) => route.abort());
  await open(page, `${origin}/?locale=en&map=shown`);
  await page.waitForSelector('text=The map could not be loaded.');
  assert.equal(await page.locator('.card').count(), PLACES.length);
});
