// What a swap of revisions costs the requests of the moment: latencies with and without swaps, over the whole catalogue.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sylva } from '../test/support/sylva.ts';
import type { PublishedCatalogue } from './catalogues.ts';
import { writeNdjson } from './generate.ts';
import { startLoadedSylva } from './http.ts';
import { keepAsking, latencyRow } from './latency.ts';
import { printTable } from './measure.ts';
import { residentMegabytes, type Server } from './servers.ts';

const QUIET_SECONDS = 10;
const SWAPS = 6;
const SECONDS_A_SWAP = 4;

const PAGES = Array.from({ length: 3000 }, (_, at) => ({ path: `/api/v1/trees?page=${1 + ((at * 31) % 3000)}` }));

export async function benchSwaps(catalogue: PublishedCatalogue): Promise<void> {
  const { data, trees } = catalogue;
  await publishAnother(catalogue);
  const server = await startLoadedSylva(catalogue, 1);
  try {
    const quiet = keepAsking(server.origin, PAGES);
    await pause(QUIET_SECONDS * 1000);
    const rows = [row('no swap', await quiet.stop(), server)];

    const busy = keepAsking(server.origin, PAGES);
    for (let swap = 0; swap < SWAPS; swap++) {
      // The one before the last, each time: what it holds becomes the newest.
      await sylva(['revisions', 'activate', `r${swap + 1}`, '--data', data]);
      await pause(SECONDS_A_SWAP * 1000);
    }
    rows.push(row(`${SWAPS} swaps`, await busy.stop(), server));
    printTable(`Latency of a list while revisions are swapped, ${trees.length.toLocaleString('en')} species`, rows);
  } finally {
    await server.stop();
  }
}

/** A second revision, so that there is something to swap. */
async function publishAnother({ data, trees, folder }: PublishedCatalogue): Promise<void> {
  const source = join(folder, 'second.ndjson');
  await writeNdjson(trees.length - 1, source);
  await sylva(['allow', 'add', '127.0.0.1', '--data', data]);
  const { code, stderr } = await sylva(['publish', source, '--data', data]);
  if (code !== 0) throw new Error(stderr);
}

function row(name: string, times: number[], server: Server): Record<string, string> {
  return { ...latencyRow(name, times), memory: `${residentMegabytes(server)} MiB` };
}
