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

export async function startLoadedSylva({ data, folder }: PublishedCatalogue, threads: number): Promise<Server> {
  const limit = ['--rate-limit', '1000000', '--rate-window', '1'];
  return startServer(
    [SYLVA, 'serve', '--port', '0', '--data', data, '--threads', String(threads), ...limit],
    folder,
    0,
  );
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
    for (const { origin } of [bare, sylva]) await load(origin, targets, WARM_UP_SECONDS, folder);
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bareRate = await load(bare.origin, targets, SECONDS, folder);
      rounds.push([bareRate, await load(sylva.origin, targets, SECONDS, folder)]);
    }
    const ratios = rounds.map(([bareRate, rate]) => rate / bareRate).sort((a, b) => a - b);
    return {
      'bare, requests/s': middle(rounds.map(([rate]) => rate)).toFixed(0),
      'Sylva, requests/s': middle(rounds.map(([, rate]) => rate)).toFixed(0),
      ratio: middle(ratios).toFixed(2),
      spread: `${ratios[0].toFixed(2)} to ${ratios[ratios.length - 1].toFixed(2)}`,
    };
  } finally {
    await bare.stop();
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
