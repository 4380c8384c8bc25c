// From content to a server that answers: how long, and how much memory it takes at rest and under load.

import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedCatalogue } from './catalogues.ts';
import { middle, startLoadedSylva, withKey } from './http.ts';
import { load } from './load.ts';
import { printTable, seconds, timed } from './measure.ts';
import { residentMegabytes, type Server } from './servers.ts';
import { randomMix } from './workloads.ts';

const STARTS = 5;
const LOAD_SECONDS = 10;

export async function benchLifecycle(catalogues: PublishedCatalogue[]): Promise<void> {
  const rows: Record<string, string>[] = [];
  for (const catalogue of catalogues) rows.push(await lifecycleOf(catalogue));
  printTable('From content to a server that answers', rows);
}

async function lifecycleOf(catalogue: PublishedCatalogue): Promise<Record<string, string>> {
  await (await startLoadedSylva(catalogue, 1)).stop();
  const starts: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const [server, milliseconds] = await timed(() => startLoadedSylva(catalogue, 1));
    starts.push(milliseconds);
    await server.stop();
  }
  const one = await memoryOf(catalogue, 1);
  const two = await memoryOf(catalogue, 2);
  const [snapshot] = globSync(join(catalogue.data, 'cache/*.snapshot'));
  return {
    species: catalogue.trees.length.toLocaleString('en'),
    publish: seconds(catalogue.publishMilliseconds),
    ready: seconds(middle(starts)),
    snapshot: `${(statSync(snapshot).size / 2 ** 20).toFixed(1)} MiB`,
    'one thread, at rest': one.atRest,
    'under load': one.underLoad,
    'two threads, at rest': two.atRest,
    'under load ': two.underLoad,
  };
}

async function memoryOf(
  catalogue: PublishedCatalogue,
  threads: number,
): Promise<{ atRest: string; underLoad: string }> {
  const { trees, key, folder } = catalogue;
  const server: Server = await startLoadedSylva(catalogue, threads);
  try {
    const atRest = `${residentMegabytes(server)} MiB`;
    await load(server.origin, withKey(randomMix(trees), key), LOAD_SECONDS, folder);
    return { atRest, underLoad: `${residentMegabytes(server)} MiB` };
  } finally {
    await server.stop();
  }
}
