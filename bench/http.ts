// How near Sylva comes to a bare node:http server that sends answers of the same size from memory, one thread each.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SYLVA } from '../test/support/sylva.ts';
import type { BareAnswer } from './bare.ts';
import type { PublishedCatalogue } from './catalogues.ts';
import { load } from './load.ts';
import { printTable } from './measure.ts';
import { residentMegabytes, type Server, startServer } from './servers.ts';
import { randomDetails, randomMix, SAME_PAGE, type Target } from './workloads.ts';

const ROUNDS = 15;
const SECONDS = 1;
/** Until every function that the workload needs has been compiled, on the one core that serves as well. */
const WARM_UP_SECONDS = 15;
/** Their answers take six times what a thread keeps, so that most have to be worked out. */
const MANY_TARGETS = 40_000;
const AT_ONCE = 100;
/** Always said: `fetch`, which asks for the sizes, would add one of its own. */
const PLAIN = { 'Accept-Encoding': 'identity' };
const COMPRESSED = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

export async function startLoadedSylva(
  { data, folder }: PublishedCatalogue,
  threads: number,
  variables: string[] = [],
): Promise<Server> {
  const limit = ['--rate-limit', '1000000', '--rate-window', '1'];
  const command = [SYLVA, 'serve', '--port', '0', '--data', data, '--threads', String(threads), ...limit];
  return startServer(['env', ...variables, ...command], folder, threads === 1 ? 0 : undefined);
}

/** Every target as a partner would send it. */
export function withKey(targets: Target[], key: string, headers: Record<string, string> = PLAIN): Target[] {
  return targets.map((target) => ({ ...target, headers: { ...target.headers, ...headers, 'X-API-Key': key } }));
}

export async function benchHttp(catalogue: PublishedCatalogue): Promise<void> {
  const { key, trees, folder } = catalogue;
  const sylva = await startLoadedSylva(catalogue, 1);
  try {
    const mix = withKey(randomMix(trees), key);
    const isLarge = trees.length > MANY_TARGETS;
    const workloads: Record<string, Target[]> = {
      'the same list page': withKey(SAME_PAGE, key),
      'one tree, random': withKey(randomDetails(trees), key),
      'random mix': mix,
      ...(isLarge && { 'random mix, 40,000 addresses': withKey(randomMix(trees, MANY_TARGETS), key) }),
      'random mix, conditional': await conditional(sylva.origin, mix),
      'the same list page, compressed': withKey(SAME_PAGE, key, COMPRESSED),
      'random mix, compressed': withKey(randomMix(trees), key, COMPRESSED),
    };
    const rows: Record<string, string>[] = [];
    for (const [name, targets] of Object.entries(workloads)) {
      const row: Record<string, string> = { workload: name, ...(await compare(sylva, targets, folder)) };
      console.error(`${name}: ${row.ratio} (${row.spread})`);
      rows.push(row);
    }
    printTable(`Against a bare node:http server, ${trees.length.toLocaleString('en')} species, one thread`, rows);
    console.log(`\nMemory under load, one thread: ${residentMegabytes(sylva)} MiB`);
  } finally {
    await sylva.stop();
  }
}

/** The same targets, asked by somebody who has every answer already. */
async function conditional(origin: string, targets: Target[]): Promise<Target[]> {
  return ofEach(targets, async (target) => {
    const { headers } = await fetch(origin + target.path, { headers: target.headers ?? {}, method: 'HEAD' });
    return { ...target, headers: { ...target.headers, 'If-None-Match': headers.get('etag') ?? '' } };
  });
}

async function compare(sylva: Server, targets: Target[], folder: string): Promise<Record<string, string>> {
  const answers = join(folder, 'answers.json');
  writeFileSync(answers, JSON.stringify(await sizesOf(sylva.origin, targets)));
  const bare = await startServer(
    [process.execPath, fileURLToPath(new URL('bare.ts', import.meta.url)), answers],
    folder,
    0,
  );
  try {
    const { rates, ...ratio } = await inTurn([bare, targets], [sylva, targets], folder);
    return { 'bare, requests/s': rates[0], 'Sylva, requests/s': rates[1], ...ratio };
  } finally {
    await bare.stop();
  }
}

type Loaded = [Server, Target[]];

/** How much of the first one's requests a second the second answers. */
async function inTurn(first: Loaded, second: Loaded, folder: string) {
  const answered = ([{ origin }, targets]: Loaded, seconds: number) => load(origin, targets, seconds, folder);
  for (const each of [first, second]) await answered(each, WARM_UP_SECONDS);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push([await answered(first, SECONDS), await answered(second, SECONDS)]);
  }
  const ratios = rounds.map(([one, other]) => other / one).sort((a, b) => a - b);
  return {
    rates: [middle(rounds.map(([one]) => one)).toFixed(0), middle(rounds.map(([, other]) => other)).toFixed(0)],
    ratio: middle(ratios).toFixed(2),
    spread: `${ratios[0].toFixed(2)} to ${ratios[ratios.length - 1].toFixed(2)}`,
  };
}

/** Whether a large catalogue is answered from as fast as a small one. */
export async function benchSizes(few: PublishedCatalogue, all: PublishedCatalogue): Promise<void> {
  const servers = [await startLoadedSylva(few, 1), await startLoadedSylva(all, 1)];
  try {
    const [small, large] = [few, all].map(({ trees, key }) => withKey(randomMix(trees), key));
    const { rates, ...ratio } = await inTurn([servers[0], small], [servers[1], large], all.folder);
    const names = [few, all].map(({ trees }) => `${trees.length.toLocaleString('en')} species, requests/s`);
    printTable('The random mix, one thread', [{ [names[0]]: rates[0], [names[1]]: rates[1], ...ratio }]);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** What the fast way out brings: how much of its requests a second the plain one answers. */
export async function benchWays({ trees, key, folder, ...catalogue }: PublishedCatalogue): Promise<void> {
  const start = (...variables: string[]) => startLoadedSylva({ trees, key, folder, ...catalogue }, 1, variables);
  const servers = [await start(), await start('SYLVA_PLAIN_HTTP=1')];
  const workloads = {
    'the same list page': SAME_PAGE,
    'one tree, random': randomDetails(trees),
    'random mix': randomMix(trees),
  };
  try {
    const rows: Record<string, string>[] = [];
    for (const [workload, plain] of Object.entries(workloads)) {
      const targets = withKey(plain, key);
      const { rates, ...ratio } = await inTurn([servers[0], targets], [servers[1], targets], folder);
      rows.push({ workload, 'fast, requests/s': rates[0], 'plain, requests/s': rates[1], ...ratio });
    }
    printTable(`The plain way against the fast one, ${trees.length.toLocaleString('en')} species, one thread`, rows);
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** What the bare server is to send: the lengths on the wire, which fetch does not show of a compressed body. */
async function sizesOf(origin: string, targets: Target[]): Promise<[string, BareAnswer][]> {
  return ofEach(targets, async ({ path, headers }): Promise<[string, BareAnswer]> => {
    const { status, headers: got } = await fetch(origin + path, { method: 'HEAD', headers: headers ?? {} });
    return [path, { status, length: Number(got.get('content-length') ?? 0) }];
  });
}

async function ofEach<T>(targets: Target[], ask: (target: Target) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let at = 0; at < targets.length; at += AT_ONCE) {
    answers.push(...(await Promise.all(targets.slice(at, at + AT_ONCE).map(ask))));
  }
  return answers;
}

export function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
