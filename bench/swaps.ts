// What a swap of revisions costs the requests of the moment: latencies with and without swaps, over the whole catalogue.

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sylva } from '../test/support/sylva.ts';
import { printTable } from './measure.ts';

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

/** The server serves `data`, which holds the revisions r1 and r2. */
export async function benchSwaps(origin: string, data: string): Promise<void> {
  const quiet = load(origin);
  await pause(QUIET_SECONDS * 1000);
  const rows = [row('no swap', await quiet.stop())];

  const busy = load(origin);
  for (let swap = 0; swap < SWAPS; swap++) {
    await sylva(['revisions', 'activate', swap % 2 === 0 ? 'r1' : 'r2', '--data', data]);
    await pause(SECONDS_A_SWAP * 1000);
  }
  rows.push(row(`${SWAPS} swaps`, await busy.stop()));
  printTable('Latency of a list while revisions are swapped, 73,300 species', rows);
}

function row(name: string, times: number[]): Record<string, string> {
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)].toFixed(2)} ms`;
  return {
    '': name,
    requests: String(times.length),
    median: at(0.5),
    p99: at(0.99),
    'p99.9': at(0.999),
    longest: at(1),
  };
}
