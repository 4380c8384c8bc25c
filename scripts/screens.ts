// In charge of pictures of everything: `npm run screens -- FOLDER ORIGIN KEY SLUG SLUG SLUG` photographs each view of a running service in
// both languages, light and dark, narrow and wide, on sheets to be looked at one by one. It needs Chromium.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, SCHEMES, STICKING_OUT, viewsOf, WIDTHS } from '../test/support/screens.ts';

const DRIVER = fileURLToPath(new URL('../test/tools/node_modules/playwright-core/index.mjs', import.meta.url));
const CHROMIUM = '/usr/bin/chromium';
const HEIGHT = 900;
/** Longer pages are cut. */
const MOST_HEIGHT = 1800;
/** Of a picture on a sheet, beside how wide the window was. */
const SHARE = 0.45;

const [folder = '', origin = '', key = '', ...slugs] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const { chromium } = await import(DRIVER);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
for (const colorScheme of SCHEMES) {
  const context = await browser.newContext({ colorScheme });
  await context.addInitScript((given: string) => sessionStorage.setItem('sylva-key', given), key);
  const page = await context.newPage();
  for (const [name, address] of Object.entries(viewsOf(slugs))) {
    for (const locale of LANGUAGES) {
      const pictures: string[] = [];
      for (const width of WIDTHS) pictures.push(await photograph(page, `${address}&locale=${locale}`, width));
      await sheet(context, join(folder, `${name}-${locale}-${colorScheme}.png`), pictures);
    }
  }
}
await browser.close();

async function photograph(page: any, address: string, width: number): Promise<string> {
  await page.setViewportSize({ width, height: HEIGHT });
  await page.goto(`${origin}/${address}`);
  await page.waitForSelector('main[aria-busy=false] h1');
  await page.waitForLoadState('networkidle');
  const wide = await page.evaluate(STICKING_OUT);
  if (wide.length > 0) console.log(`${address} at ${width}: ${wide.join(', ')}`);
  const height = Math.min(await page.evaluate('document.documentElement.scrollHeight'), MOST_HEIGHT);
  const picture = await page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height }, type: 'jpeg' });
  return `<img width="${width * SHARE}" src="data:image/jpeg;base64,${picture.toString('base64')}">`;
}

/** Pictures beside each other. */
async function sheet(context: any, file: string, pictures: string[]): Promise<void> {
  const page = await context.newPage();
  const width = WIDTHS.reduce((sum, each) => sum + each * SHARE + 10, 0);
  await page.setViewportSize({ width: Math.ceil(width), height: 400 });
  await page.setContent(
    `<body style="margin:0;display:flex;gap:10px;align-items:start;background:#888">${pictures.join('')}`,
  );
  writeFileSync(file, await page.screenshot({ fullPage: true }));
  await page.close();
}
