// Trees side by side and on paper: chosen from cards and pages, shared by an address, printed a page each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, open, settled, unlocked, watchCalls } from '../../support/explorer.ts';
import { writeFiles } from '../../support/folders.ts';
import { sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const FOUR = ['ceiba-pentandra', 'quercus-robur', 'sequoia-sempervirens', 'cocos-nucifera'];
const at = (view: string, slugs: string[], locale = 'en') =>
  `/?${slugs.map((slug) => `${view}=${slug}&`).join('')}locale=${locale}`;

test('trees are chosen on cards and pages, compared, and shared by the address', { timeout: 300_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  await page.click('.card >> nth=1 >> .compare-button');
  await page.waitForSelector('.basket >> text=Choose one more');
  await open(page, `${running.origin}/?tree=ceiba-pentandra&locale=en`);
  await page.click('.tree-tools .compare-button');
  assert.equal(await page.getAttribute('.tree-tools .compare-button', 'aria-pressed'), 'true');
  const calls = watchCalls(page);
  await page.click('text=Compare 2 trees');
  await page.waitForSelector('.compare table');
  assert.equal(calls.length, 1, calls.join(' '));
  assert.match(page.url(), /\?compare=[a-z-]+&compare=ceiba-pentandra&locale=en$/);
  const heads = () => page.locator('.compare thead th > a:first-child').allTextContents();
  assert.equal((await heads())[1], 'Kapok');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector('.compare table');
  assert.equal(await other.locator('.compare thead th').count(), 2);
  await other.close();

  await page.click('text=Español');
  await page.waitForSelector('h1:text("Lado a lado")');
  await page.click('.take-out >> nth=0');
  await until(async () => (await heads()).length === 1);
  assert.match(page.url(), /\?compare=ceiba-pentandra&locale=es$/);
  await page.click('text=Todos los árboles');
  await page.waitForSelector('.basket .chip');
  assert.equal(await page.locator('.basket .chip').count(), 1, 'what is compared is what is kept in mind');
  await page.click('text=Olvidar la clave');
  await page.waitForSelector('#key');
  assert.equal(await page.evaluate('localStorage.getItem("sylva-compare")'), null);
});

test('comparison and print show what they are asked for, and name what is not there', {
  timeout: 300_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  await open(page, running.origin + at('compare', [...FOUR, 'quercus-ilex']));
  assert.equal(await page.locator('.compare thead th').count(), 4);
  const caption = await page.textContent('.height figcaption');
  assert.equal(
    caption,
    'Kapok: 60 m, English oak: 40 m, Coast redwood: 116 m, Coconut palm: 30 m, beside a person of 1.7 m and a house of 8 m',
  );
  const heightOf = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().height`);
  const scale = (await heightOf('.height-house')) / 8;
  const drawn = await heightOf('.height svg > g[transform]:nth-of-type(3), .height g[transform]');
  assert.ok(Math.abs(drawn / scale - 60) < 1, `the kapok is drawn ${drawn / scale} m tall`);
  assert.ok(Math.abs((await heightOf('.height-person')) / scale - 1.7) < 0.1);

  await open(page, running.origin + at('compare', ['ceiba-pentandra', 'no-such-tree']));
  await page.waitForSelector('text=The catalogue has no tree “no-such-tree”.');
  for (const empty of ['/?compare=&locale=en', '/?print=none-such&locale=es']) {
    await open(page, running.origin + empty);
    assert.equal(await page.locator('.compare table, .sheet').count(), 0);
  }
});

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const HOSTILE = {
  slug: 'hostile',
  'title.en': `<b>${LONG}</b> ${LONG}`,
  'title.es': LONG,
  scientificName: `Quercus ${LONG.toLowerCase()}`,
  family: `${LONG}aceae`,
  conservationStatus: 'CR',
  'description.en': LONG.repeat(30),
  'description.es': LONG,
  distribution: Array.from({ length: 60 }, (_, each) => `Region ${each}`),
  tags: Array.from({ length: 60 }, (_, each) => `tag-${each}`),
  'maxHeight.en': '120 m',
  'uses.en': [LONG.repeat(20)],
};

async function pdfPages(page: any): Promise<string[]> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...text.matchAll(/\/MediaBox \[([^\]]*)\]/g)].map(([, box]) => box);
}

test('each species is one page of A4, whatever stands on it, with a code that leads to it', {
  timeout: 300_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running, data } = visited;
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, running.origin + at('print', FOUR, 'es'));
    await until(async () => (await page.locator('svg.qr').count()) === 4);
    const boxes = await pdfPages(page);
    assert.equal(boxes.length, 4, boxes.join('; '));
    for (const box of boxes) assert.match(box, /^0 0 59[456][.\d]* 84[123][.\d]*$/);
  }
  const drawn = await page.evaluate(`(() => {
    const svg = document.querySelector('svg.qr');
    return { size: svg.viewBox.baseVal.width, path: svg.querySelector('path').getAttribute('d') };
  })()`);
  assert.equal(await readCode(drawn), `${running.origin}/?tree=ceiba-pentandra&locale=es`);

  const folder = writeFiles(t, { 'trees.ndjson': JSON.stringify(HOSTILE) });
  const { code, stderr } = await sylva(['publish', `${folder}/trees.ndjson`, '--allow-removals', '--data', data]);
  assert.equal(code, 0, stderr);
  await until(async () => (await (await fetch(`${running.origin}/readyz`)).json()).revision === 'r2');
  await open(page, running.origin + at('print', ['hostile']));
  assert.equal((await pdfPages(page)).length, 1);
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ['print', 'compare', 'tree']) {
      await open(page, running.origin + at(view, ['hostile']));
      await settled(page);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${view} at ${width}`);
    }
  }
});

/** By a reader that is not ours. */
async function readCode({ size, path }: { size: number; path: string }): Promise<string | undefined> {
  const { default: jsQR } = await import(new URL('../tools/node_modules/jsqr/dist/jsQR.js', import.meta.url).href);
  const scale = 4;
  const side = size * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
    for (let dot = 0; dot < scale * scale; dot++) {
      const at = (Number(y) * scale + Math.floor(dot / scale)) * side + Number(x) * scale + (dot % scale);
      pixels.fill(0, at * 4, at * 4 + 3);
    }
  }
  return (jsQR.default ?? jsQR)(pixels, side, side)?.data;
}

test('neither has a fault that axe knows, in light and dark, wide and narrow', { timeout: 300_000 }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      for (const view of ['compare', 'print']) {
        await open(page, running.origin + at(view, FOUR, colorScheme === 'dark' ? 'es' : 'en'));
        if (view === 'print') await page.waitForSelector('svg.qr');
        await assertAccessible(page, `${view}, ${colorScheme}, ${width}`);
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${view} at ${width}`);
      }
    }
  }
});

test('on a screen as narrow as a wide one at 200 %, nothing is lost, and the keyboard alone compares', {
  timeout: 240_000,
}, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '1000']);
  if (!visited) return;
  const { page, running } = visited;
  await page.setViewportSize({ width: 640, height: 450 });
  await open(page, `${running.origin}/?locale=en`);
  const isAt = (selector: string) => page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`);
  const tabTo = async (selector: string) => {
    for (let presses = 0; !(await isAt(selector)); presses++) {
      assert.ok(presses < 150, selector);
      await page.keyboard.press('Tab');
    }
  };
  for (const nth of [1, 2]) {
    await tabTo(`.card:nth-child(${nth}) .compare-button`);
    await page.keyboard.press('Space');
  }
  await tabTo('.basket-go');
  await page.keyboard.press('Enter');
  await until(() => isAt('.compare h1'));
  await tabTo('.take-out');
  await page.keyboard.press('Enter');
  await until(async () => (await page.locator('.compare thead th').count()) === 1);
  for (const path of [at('compare', FOUR), at('print', FOUR), '/?tree=ceiba-pentandra&locale=es', '/?locale=es']) {
    await open(page, running.origin + path);
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path);
  }
});
