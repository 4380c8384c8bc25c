// A data folder with a catalogue and a key, served by the real command, and what a caller with that key gets.

import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { generateKey, hashKey } from '../../src/access/api-key.ts';
import { readSettings } from '../../src/config/settings.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from './folders.ts';
import { edition, publishTrees } from './publishing.ts';
import { type RunningSylva, startSylva } from './sylva.ts';
import { until } from './until.ts';
import { copiesOf } from './whole-file.ts';

type Context = Pick<TestContext, 'after'>;

export interface Prepared {
  data: string;
  /** Of the key `key_1`. */
  key: string;
}

/** A store with one revision and one key. */
export async function prepare(t: Context, flags: Record<string, string> = {}, number = 1): Promise<Prepared> {
  const data = temporaryFolder(t);
  const key = generateKey(randomBytes);
  const store = await openStore(readSettings({ data, ...flags }, {}));
  await publishTrees(store, edition(number));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: hashKey(key), expiresAt: null });
  await store.close();
  return { data, key };
}

export function serve(
  t: Context,
  data: string,
  words: string[] = [],
  through: readonly string[] = [],
): Promise<RunningSylva> {
  const usual = ['--rate-limit', '1000000', '--log-level', 'info', '--threads', '1'];
  return startSylva(t, ['serve', '--data', data, ...usual, ...words], {}, through);
}

/** The same, and what a server that ended since keeps of it. */
export const servedBefore = copiesOf(async (t) => {
  const prepared = await prepare(t);
  const running = await serve(t, prepared.data);
  // A server that is stopped has a second for what is not yet on disk.
  await until(() => existsSync(join(prepared.data, 'cache/known.json')) && keptIn(prepared.data).published);
  await running.stop();
  return prepared;
});

/** The status, and the revision that answered. */
export async function ask({ origin }: RunningSylva, key: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/trees?pageSize=1`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return [response.status, response.headers.get('sylva-revision')].filter(Boolean).join(' ');
}

export async function readiness({ origin }: RunningSylva): Promise<any> {
  return await (await fetch(`${origin}/readyz`)).json();
}

export async function warningsOf(running: RunningSylva): Promise<string[]> {
  return (await readiness(running)).warnings.map(({ code }: any) => code);
}

/** How often a text stands in the log. */
export function countOf(running: RunningSylva, text: string): number {
  return running.output().split(text).length - 1;
}

export function removeDatabase(data: string): void {
  for (const file of globSync('sylva.db*', { cwd: data })) rmSync(join(data, file));
}

export const keptIn = (data: string) => JSON.parse(readFileSync(join(data, 'cache/known.json'), 'utf8'));
