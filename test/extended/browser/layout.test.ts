// The explorer with much to show: thousands of trees, hundreds of families, words without an end. Everything stays in its frame,
// every value of a filter and every page can be reached, and nothing moves under the mouse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled, unlocked, type Visit } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const treeOf = (at: number) => ({
  slug: `tree-${at}`,
  'title.en': at === 0 ? `Aa ${LONG}` : `Tree ${at}`,
  'title.es': at === 0 ? `Aa ${LONG}` : `Árbol ${at}`,
  scientificName: `Quercus ${at === 0 ? LONG.toLowerCase() : `species${at}`}`,
  family: at === 0 ? `${LONG}aceae` : `Family${String(Math.floor(at ** 1.3) % 300).padStart(3, '0')}aceae`,
  conservationStatus: 'LC',
  'description.en': LONG.repeat(3),
  'description.es': LONG.repeat(3),
  floweringSeason: ['january', 'december'],
  fruitingSeason: ['february'],
});

async function publish(t: Parameters<typeof unlocked>[0], { data, running }: Visit, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => JSON.stringify(treeOf(at)));
  const folder = writeFiles(t, { 'trees.ndjson': lines.join('\n') });
  const { code, stderr } = await sylva(['publish', `${folder}/trees.ndjson`, '--allow-removals', '--data', data]);
  assert.equal(code, 0, stderr);
  await until(async () => (await (await fetch(`${running.origin}/readyz`)).json()).revision === 'r2');
}

/** Those of the selected whose edges are outside of what holds them. */
const outside = (page: any, selector: string, holder: string): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].filter((each) => {
    const [inner, outer] = [each, each.closest(${JSON.stringify(holder)})].map((one) => one.getBoundingClientRect());
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
  }).map((each) => each.textContent)`);

test('thousands of trees and words without an end stay in their frames', { timeout: 240_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  await publish(t, visited, 12_000);
  for (const width of [390, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const at = async (path: string) => {
      await open(page, running.origin + path);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} at ${width}`);
    };
    await at('/?view=calendar&locale=es');
    assert.deepEqual(await outside(page, '.bar-count', 'li'), [], `calendar at ${width}`);
    assert.ok(
      await page.evaluate('[...document.querySelectorAll(".bar-count")].every((each) => each.offsetHeight < 30)'),
    );

    await at('/?locale=es&search=aa');
    await page.waitForSelector('.card');
    assert.deepEqual(await outside(page, '.card :not(title)', '.card'), [], `cards at ${width}`);
    const overlap = `(() => { const [family, strip] = ['.card-foot > span', '.season-strip']
      .map((each) => document.querySelector(each).getBoundingClientRect());
      return family.right > strip.left && family.bottom > strip.top && family.top < strip.bottom; })()`;
    assert.equal(await page.evaluate(overlap), false, `family under the strip at ${width}`);
    await at('/?tree=tree-0&locale=es');

    await at('/?view=families&locale=en');
    assert.deepEqual(await outside(page, '.field-name', '.field'), [], `families at ${width}`);
    assert.doesNotMatch(await page.textContent('.treemap svg'), /…/);
    const [fields, names] = [await page.locator('.field').count(), await page.locator('.field-name').count()];
    assert.ok(names > fields / 3, `${names} of ${fields} fields have a name at ${width}`);

    const languages = await page.locator('.languages').boundingBox();
    assert.ok(languages.height < 50, `languages wrap at ${width}`);
    assert.equal(await page.evaluate('document.querySelector("main").offsetWidth === document.body.offsetWidth'), true);
  }
});

test('placeholder and order can be read whole on a phone, in Spanish too', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, `${running.origin}/?locale=es&sort=scientificName&order=asc`);
  const needed = `(selector, text, besides) => {
    const field = document.querySelector(selector);
    const context = document.createElement('canvas').getContext('2d');
    const { fontSize, fontFamily, paddingLeft } = getComputedStyle(field);
    context.font = fontSize + ' ' + fontFamily;
    return field.clientWidth - context.measureText(text(field)).width - 2 * parseFloat(paddingLeft) - besides;
  }`;
  assert.ok((await page.evaluate(`(${needed})('#search', (each) => each.placeholder, 0)`)) >= 0);
  assert.ok((await page.evaluate(`(${needed})('#sort', (each) => each.selectedOptions[0].text, 16)`)) >= 0);
});

test('a filter keeps its order while one chooses, greys what has none left, and can be searched', {
  timeout: 300_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  const family = page.locator('.filter', { hasText: 'Family' });
  const names = () => family.locator('.option-name').allTextContents();
  const before = await names();
  await page.locator('.option', { hasText: 'Endangered' }).last().locator('input').check();
  await until(() => /conservationStatus=EN/.test(page.url()));
  await settled(page);
  assert.deepEqual(await names(), before);
  assert.ok((await page.locator('.option.has-none').count()) > 0);

  await family.locator('.filter-search').fill('CUPRESSA');
  assert.deepEqual(await names(), ['Cupressaceae']);
  await family.locator('.option input').check();
  await until(() => /family=Cupressaceae/.test(page.url()));
  await open(page, page.url());
  assert.equal((await names())[0], 'Cupressaceae', 'what is chosen stands on top');

  await publish(t, visited, 1_200);
  await open(page, `${running.origin}/?locale=en`);
  await page.waitForSelector('text=Show the 100 most frequent');
  const rare = (
    await (await fetch(`${running.origin}/api/v1/families`, { headers: { 'X-API-Key': visited.key } })).json()
  ).data.toSorted((a: any, b: any) => a.speciesCount - b.speciesCount)[0];
  await family.locator('.filter-search').fill(rare.name);
  await family.locator('.option', { hasText: rare.name }).locator('input').check();
  await until(() => page.url().includes(`family=${rare.name.slice(0, 6)}`));
  await settled(page);
  assert.equal(Number.parseInt(await page.textContent('.found'), 10), rare.speciesCount);
});

test('every page is one step away, and one that does not exist says so', { timeout: 180_000 }, async (t) => {
  const visited = await unlocked(t);
  if (!visited) return;
  const { page, running } = visited;
  await page.fill('#page', '3');
  await page.keyboard.press('Enter');
  await until(() => /page=3$/.test(page.url()));
  await settled(page);
  await page.click('.pager [rel=last]');
  await until(() => !/page=3$/.test(page.url()));
  await settled(page);
  assert.equal(await page.locator('.pager [rel=next]').count(), 0);
  await page.click('.pager [rel=first]');
  await until(() => !/page=/.test(page.url()));

  await open(page, `${running.origin}/?locale=en&page=99`);
  await page.waitForSelector('text=/There is no page 99: these trees have \\d+ pages/');
  assert.equal(await page.locator('text=No tree matches').count(), 0);
  await page.click('text=Last page');
  await page.waitForSelector('.card');
});

test('a letter leads to the page on which its trees begin, in the order of the list', {
  timeout: 180_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  const firstLetters = async () =>
    (await page.locator('.card h2').allTextContents()).map((title: string) => title.normalize('NFD')[0]);
  for (const [query, letter] of [
    ['locale=en', 'M'],
    ['locale=es&sort=title&order=desc', 'C'],
  ]) {
    await open(page, `${running.origin}/?${query}`);
    const link = page.locator('.alphabet a', { hasText: new RegExp(`^${letter}$`) });
    const promised = Number.parseInt(await link.getAttribute('title'), 10);
    assert.ok(promised > 0);
    await link.click();
    await until(() => /page=\d/.test(page.url()));
    await settled(page);
    assert.ok((await firstLetters()).includes(letter), letter);
    await page.click('.pager [rel=prev]');
    await settled(page);
    await until(async () => !(await firstLetters()).includes(letter));
  }
  await open(page, `${running.origin}/?locale=en&search=tree`);
  assert.equal(await page.locator('.alphabet').count(), 0, 'relevance knows no letters');
});
