// What a swap of revisions costs the requests of the moment: latencies with and without swaps, over the whole catalogue.

import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sylva } from '../test/support/sylva.ts';
import type { PublishedCatalogue } from './catalogues.ts';
import { writeNdjson } from './generate.ts';
import { startLoadedSylva } from './http.ts';
import { printTable } from './measure.ts';
import { residentMegabytes, type Server } from './servers.ts';

const CONNECTIONS = 8;
const QUIET_SECONDS = 10;
const SWAPS = 6;
const SECONDS_A_SWAP = 4;

/** Requests one after the other on each connection, until told to stop; their times in milliseconds. */
function load(origin: string): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let isOver = false;
  const callers = Array.from({ length: CONNECTIONS }, async (_, caller) => {
    for (let round = 0; !isOver; round++) {
      const startedAt = performance.now();
      await get(agent, `${origin}/api/v1/trees?page=${1 + ((round * 31 + caller) % 3000)}`);
      times.push(performance.now() - startedAt);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return times.sort((a, b) => a - b);
    },
  };
}

function get(agent: Agent, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(address, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

export async function benchSwaps(catalogue: PublishedCatalogue): Promise<void> {
  const { data, trees } = catalogue;
  await publishAnother(catalogue);
  const server = await startLoadedSylva(catalogue, 1);
  try {
    const quiet = load(server.origin);
    await pause(QUIET_SECONDS * 1000);
    const rows = [row('no swap', await quiet.stop(), server)];

    const busy = load(server.origin);
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
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)].toFixed(2)} ms`;
  return {
    '': name,
    requests: String(times.length),
    median: at(0.5),
    p99: at(0.99),
    'p99.9': at(0.999),
    longest: at(1),
    memory: `${residentMegabytes(server)} MiB`,
  };
}
