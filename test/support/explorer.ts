// The explorer in Chromium, as a visitor meets it: started, opened, unlocked, and looked at by axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { openPage } from './browser.ts';
import { temporaryFolder } from './folders.ts';
import { type RunningSylva, startSylva } from './sylva.ts';
import { until } from './until.ts';

const AXE = new URL('../tools/node_modules/axe-core/axe.min.js', import.meta.url);

export interface Visit {
  page: any;
  running: RunningSylva;
  data: string;
  key: string;
}

/** Undefined where there is no Chromium; the test is then skipped, and says so. */
export async function visit(t: TestContext, flags: string[] = []): Promise<Visit | undefined> {
  const page = await openPage(t);
  if (!page) return undefined;
  const data = temporaryFolder(t);
  const running = await startSylva(t, ['start', '--data', data, '--log-level', 'warn', ...flags]);
  const key = await until(() => /sylva_\w{38}/.exec(running.output())?.[0]);
  return { page, running, data, key };
}

export async function enterKey(page: any, key: string): Promise<void> {
  await page.fill('#key', key);
  await page.click('text=/Open the catalogue|Abrir el catálogo/');
}

/** A visit with the key entered, at the list in English. */
export async function unlocked(t: TestContext, flags: string[] = []): Promise<Visit | undefined> {
  const visited = await visit(t, flags);
  if (!visited) return undefined;
  await visited.page.goto(`${visited.running.origin}/?locale=en`);
  await visited.page.waitForSelector('#key');
  await enterKey(visited.page, visited.key);
  await visited.page.waitForSelector('.card');
  return visited;
}

/** Opens a place with a key that is already kept, and waits for its answer. */
export async function open(page: any, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

export async function settled(page: any): Promise<void> {
  await page.waitForSelector('main[aria-busy=false] h1');
}

/** Colours that are still changing have no contrast to be judged. */
export async function assertAccessible(page: any, view: string): Promise<void> {
  await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  const found = violations.map(({ id, nodes }: any) => `${view}: ${id}: ${nodes[0].html}`);
  assert.deepEqual(found, []);
}

/** The addresses under /api/v1 that the page has asked for, without what stands before. */
export function watchCalls(page: any): string[] {
  const calls: string[] = [];
  page.on('request', (request: any) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/v1')) calls.push(pathname + search);
  });
  return calls;
}
