// Chromium, driven by playwright-core out of the campaigns' tools.

import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { missing } from './missing.ts';

const EXECUTABLE = '/usr/bin/chromium';
const DRIVER = new URL('../tools/node_modules/playwright-core/index.mjs', import.meta.url).href;

/** A new page, or undefined where there is no Chromium: the test is then skipped, and says so; in CI that is a failure. */
export async function openPage(t: TestContext): Promise<any | undefined> {
  const reason = missing(`${EXECUTABLE} (Debian: apt-get install chromium)`, existsSync(EXECUTABLE));
  if (reason) {
    t.skip(reason);
    return undefined;
  }
  const { chromium } = await import(DRIVER);
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  // A context of its own, in which tests may open more tabs.
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  return await context.newPage();
}

export interface Watched {
  /** The origins that the page has sent requests to. */
  origins: Set<string>;
  /** What the page complained of: errors, and breaches of its policy. */
  complaints: string[];
}

export function watch(page: any): Watched {
  const watched: Watched = { origins: new Set(), complaints: [] };
  page.on('request', (request: any) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:') watched.origins.add(origin);
  });
  page.on('pageerror', (error: Error) => watched.complaints.push(error.message));
  page.on('console', (message: any) => {
    if (message.type() === 'error' || message.type() === 'warning') watched.complaints.push(message.text());
  });
  return watched;
}
