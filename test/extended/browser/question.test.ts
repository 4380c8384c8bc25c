// The present question in every view: its families and genera, coloured by threat, and its calendar, in a real browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, settled, unlocked, watchCalls } from '../../support/explorer.ts';
import { until } from '../../support/until.ts';

const asked = (page: any) => new URL(page.url()).searchParams;
const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0]);

test('the question goes along from the list to families and calendar and back', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const calls = watchCalls(page);
  await open(page, `${running.origin}/?locale=es&distribution=Central+America&fruitingSeason=october`);
  const found = numberIn(await page.textContent('.found'));
  for (const section of ['Calendario', 'Familias']) {
    calls.length = 0;
    await page.click(`header nav >> text=${section}`);
    await page.waitForSelector('.asked');
    await settled(page);
    assert.equal(calls.length, 1, calls.join(' '));
    assert.equal(numberIn(await page.textContent('.asked a')), found);
    assert.deepEqual(asked(page).getAll('distribution'), ['Central America']);
    assert.match(await page.textContent('.asked'), /Distribución: América Central .*Fructifica en: octubre/);
  }
  await page.click('.asked .chip >> nth=1');
  await until(() => !asked(page).has('fruitingSeason'));
  await page.click('header nav >> text=Árboles');
  await page.waitForSelector('.card');
  assert.deepEqual(asked(page).getAll('distribution'), ['Central America']);
  await page.click('header nav >> text=Árboles');
  await until(() => !asked(page).has('distribution'));
});

test('what fruits in Central America in October?', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, `${running.origin}/?view=calendar&locale=en&distribution=Central+America`);
  const bar = page.locator('.bar.fruiting').nth(9);
  const label = await bar.getAttribute('aria-label');
  assert.match(label, /October: \d+ trees/);
  await bar.click();
  await page.waitForSelector('.card');
  assert.deepEqual(
    [asked(page).get('distribution'), asked(page).get('fruitingSeason')],
    ['Central America', 'october'],
  );
  assert.equal(numberIn(await page.textContent('.found')), numberIn(label));
  await page.click('header nav >> text=Calendar');
  await page.waitForSelector('.bar.is-chosen');
  assert.equal(await page.locator('.bar.is-chosen[aria-current]').count(), 1);
});

test('a family leads to its genera, and these to their trees', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  const calls = watchCalls(page);
  await open(page, `${running.origin}/?view=families&locale=en&conservationStatus=LC`);
  calls.length = 0;
  await page.click('.treemap a[aria-label^="Fagaceae"]');
  await page.waitForSelector('h1:has-text("Fagaceae")');
  assert.equal(calls.length, 1, calls.join(' '));
  const label = await page.getAttribute('.treemap a[aria-label^="Quercus"]', 'aria-label');
  assert.match(label, /^Quercus: \d+ trees?\. 0 of \d+ assessed are threatened$/);
  await page.click('.way-up a');
  await page.waitForSelector('.treemap a[aria-label^="Fabaceae"]');
  assert.deepEqual([asked(page).has('family'), asked(page).get('conservationStatus')], [false, 'LC']);
  await page.goBack();
  await page.click('.treemap a[aria-label^="Quercus"]');
  await page.waitForSelector('.card');
  assert.equal(asked(page).get('search'), 'Quercus');
  assert.ok(numberIn(await page.textContent('.found')) >= numberIn(label));
});

test('a family is coloured by the share of its species that are threatened, and the legend says how', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running, key } = visited;
  await open(page, `${running.origin}/?view=families&locale=en`);
  const response = await fetch(`${running.origin}/api/v1/families?view=detail`, { headers: { 'X-API-Key': key } });
  const { data } = (await response.json()) as any;
  const most = data.find((each: any) => each.threatenedCount > each.assessedCount / 2);
  const none = data.find((each: any) => each.threatenedCount === 0 && each.assessedCount > 0);
  const classOf = (name: string) => page.getAttribute(`.field:has(a[aria-label^="${name}"])`, 'class');
  assert.match(await classOf(most.name), /threat-most/);
  assert.match(await classOf(none.name), /threat-none/);
  assert.equal(await page.locator('.threat-legend li').count(), 6);
});

test('narrowed pictures have no fault that axe knows and never scroll sideways', { timeout: 600_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  const views = [
    '/?view=families&locale=es&distribution=Africa&search=de',
    '/?view=families&locale=en&family=Fabaceae',
    '/?view=families&locale=en&family=None',
    '/?view=calendar&locale=es&distribution=Central+America&fruitingSeason=10',
  ];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of views) {
        await open(page, running.origin + path);
        await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
        await assertAccessible(page, `${path}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} at ${width}`);
      }
    }
  }
});
