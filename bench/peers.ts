// How far the engines that one would otherwise pick are behind, asked the same random mix of the same species.

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Postgres, postgresProgram } from '../scripts/cluster/postgres.ts';
import type { PublishedCatalogue } from './catalogues.ts';
import { middle, startLoadedSylva, withKey } from './http.ts';
import { load } from './load.ts';
import { printTable } from './measure.ts';
import { toJsonServer } from './peers/json-server.ts';
import { type Server, startServer } from './servers.ts';
import { randomMix, type Target } from './workloads.ts';

const ROUNDS = 5;
const SECONDS = 2;
/** Long enough that the slowest answers some. */
const PEER_SECONDS = 6;

export async function benchPeers(catalogue: PublishedCatalogue): Promise<void> {
  const { trees, folder, key } = catalogue;
  const species = String(trees.length);
  const mix = randomMix(trees);
  const rows = [await against('SQLite, indexes and FTS5', ['sqlite.ts', join(folder, 'peer.sqlite'), species], mix)];
  if (postgresProgram()) rows.push(await againstPostgres());
  else console.log('\nPostgreSQL is not installed: it is left out.');
  const translated = mix.map(({ path }) => ({ path: toJsonServer(path) }));
  rows.push(await against('json-server', ['json-server.ts', species], translated));
  printTable(`Peers on the random mix, ${trees.length.toLocaleString('en')} species, one core`, rows);

  async function againstPostgres(): Promise<Record<string, string>> {
    chmodSync(folder, 0o755);
    const postgres = await Postgres.start(join(folder, 'postgres'));
    try {
      return await against('PostgreSQL, B-trees and GIN', ['postgres.ts', await postgres.database(), species], mix);
    } finally {
      await postgres.stop();
    }
  }

  async function against(
    name: string,
    [program, ...words]: string[],
    targets: Target[],
  ): Promise<Record<string, string>> {
    const path = fileURLToPath(new URL(`peers/${program}`, import.meta.url));
    const node = [process.execPath, '--max-old-space-size=8192'];
    const peer = await startServer([...node, path, ...words], folder, 0);
    const sylva = await startLoadedSylva(catalogue, 1);
    try {
      return { peer: name, ...(await alternate(peer, targets, sylva)) };
    } finally {
      await peer.stop();
      await sylva.stop();
    }
  }

  async function alternate(peer: Server, targets: Target[], sylva: Server): Promise<Record<string, string>> {
    const rounds: [number, number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // One that answers nothing in a round counts as if it had answered one request.
      const rate = Math.max(await load(peer.origin, targets, PEER_SECONDS, folder), 1 / PEER_SECONDS);
      rounds.push([rate, await load(sylva.origin, withKey(mix, key), SECONDS, folder)]);
    }
    const ratios = rounds.map(([rate, sylvaRate]) => sylvaRate / rate).sort((a, b) => a - b);
    return {
      'requests/s': middle(rounds.map(([rate]) => rate)).toFixed(1),
      'Sylva, requests/s': middle(rounds.map(([, rate]) => rate)).toFixed(0),
      'Sylva is ahead by': `${middle(ratios).toFixed(0)} times`,
      spread: `${ratios[0].toFixed(0)} to ${ratios[ratios.length - 1].toFixed(0)}`,
    };
  }
}
