// Every view of the explorer, in both languages, narrow, wide and at twice its size, with nothing published, with the sample and with
// content that is hard to show: nothing scrolls sideways, nothing is complained of, and no markup of content comes alive.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPage, watch } from '../../support/browser.ts';
import { open, unlocked } from '../../support/explorer.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { ODD_TREES } from '../../support/odd-trees.ts';
import { LANGUAGES, STICKING_OUT, viewsOf, WIDTHS, ZOOMED_WIDTHS } from '../../support/screens.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const timeout = 900_000;

async function assertAllFit(page: any, origin: string, slugs: string[]): Promise<void> {
  for (const width of [...WIDTHS, ...ZOOMED_WIDTHS]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [name, address] of Object.entries(viewsOf(slugs))) {
      for (const locale of LANGUAGES) {
        await open(page, `${origin}/${address}&locale=${locale}`);
        assert.deepEqual(await page.evaluate(STICKING_OUT), [], `${name} in ${locale} at ${width}`);
      }
    }
  }
}

test('the sample fits everywhere', { timeout }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '10000']);
  if (!visited) return;
  const { complaints } = watch(visited.page);
  await assertAllFit(visited.page, visited.running.origin, ['ceiba-pentandra', 'quercus-robur', 'cocos-nucifera']);
  assert.deepEqual(ofThePage(complaints), []);
});

test('content that is hard to show fits everywhere, and is text', { timeout }, async (t) => {
  const visited = await unlocked(t, ['--rate-limit', '10000']);
  if (!visited) return;
  const { page, running, data } = visited;
  const { complaints } = watch(page);
  await publishOdd(t, data);
  await until(async () => (await (await fetch(`${running.origin}/readyz`)).json()).revision === 'r2');
  await assertAllFit(page, running.origin, ['odd-0', 'odd-1', 'odd-2']);
  await open(page, `${running.origin}/?tree=odd-1&locale=en`);
  assert.equal(await page.locator('main img[src="x"], main b, main script').count(), 0);
  assert.deepEqual(ofThePage(complaints), []);
});

test('where nothing is published every view says so and fits', { timeout }, async (t) => {
  const page = await openPage(t);
  if (!page) return;
  const data = temporaryFolder(t);
  const { stdout } = await sylva(['keys', 'create', '--name', 'Reader', '--json', '--data', data]);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '10000']);
  await page.addInitScript((key: string) => sessionStorage.setItem('sylva-key', key), JSON.parse(stdout).key);
  await assertAllFit(page, origin, []);
  await page.goto(`${origin}/?locale=en`);
  await page.waitForSelector('text=Nothing has been published yet');
});

/** The browser tells of each refusal of the service by itself. */
function ofThePage(complaints: string[]): string[] {
  return complaints.filter((each) => !/Failed to load resource/.test(each));
}

async function publishOdd(t: TestContext, data: string): Promise<void> {
  const folder = writeFiles(t, { 'odd.json': JSON.stringify(ODD_TREES) });
  const { code, stdout, stderr } = await sylva(['publish', `${folder}/odd.json`, '--allow-removals', '--data', data]);
  assert.equal(code, 0, stdout + stderr);
}
