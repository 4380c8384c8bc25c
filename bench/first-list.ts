// In charge of what the explorer's first list costs after the service has answered, in Chromium: the processor's time of the page from
// the answer to the second frame with cards, which is the same however busy the machine is.
// `node bench/first-list.ts ORIGIN KEY`

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const DRIVER = fileURLToPath(new URL('../test/tools/node_modules/playwright-core/index.mjs', import.meta.url));
const TIMES = 10;
/** The page has nothing to do when it has waited so long for its answer. */
const IDLE_MILLISECONDS = 800;
const IS_SHOWN = `new Promise((resolve) => {
  const frames = (left) => (left === 0 ? resolve() : requestAnimationFrame(() => frames(left - 1)));
  const look = () => (document.querySelector('.card') ? frames(2) : requestAnimationFrame(look));
  look();
})`;

/** Of what the driver has, as much as is used here. */
interface Route {
  fetch(): Promise<unknown>;
  fulfill(answer: { response: unknown }): Promise<void>;
}

const [origin = '', key = ''] = process.argv.slice(2);
const { chromium } = await import(DRIVER);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const taken: number[] = [];
for (let time = 0; time < TIMES; time++) taken.push(await firstList());
await browser.close();
taken.sort((a, b) => a - b);
console.log(`first list: ${taken[0]?.toFixed(0)} ms at best, ${taken[TIMES >> 1]?.toFixed(0)} ms in the middle`);

async function firstList(): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript((given: string) => sessionStorage.setItem('sylva-key', given), key);
  const page = await context.newPage();
  const meter = await context.newCDPSession(page);
  await meter.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busyMilliseconds = async () => {
    const { metrics } = await meter.send('Performance.getMetrics');
    return metrics.find(({ name }: { name: string }) => name === 'TaskDuration').value * 1000;
  };
  const before = Promise.withResolvers<number>();
  await page.route('**/api/v1/trees*', async (route: Route) => {
    const response = await route.fetch();
    await pause(IDLE_MILLISECONDS);
    before.resolve(await busyMilliseconds());
    await route.fulfill({ response });
  });
  await page.goto(`${origin}/?locale=en`);
  const start = await before.promise;
  await page.evaluate(IS_SHOWN);
  const end = await busyMilliseconds();
  await context.close();
  return end - start;
}
