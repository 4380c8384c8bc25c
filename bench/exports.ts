// What a copy of the whole catalogue costs: how long it takes in each form, the server's memory while several run, and how much longer others
// wait meanwhile.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublishedCatalogue } from './catalogues.ts';
import { middle, startLoadedSylva, withKey } from './http.ts';
import { keepAsking, latencyRow, quantile } from './latency.ts';
import { printTable, seconds, timed } from './measure.ts';
import { residentMegabytes, type Server } from './servers.ts';
import { randomMix } from './workloads.ts';

const FORMS = {
  NDJSON: ['ndjson', 'identity'],
  'NDJSON, zstd': ['ndjson', 'zstd'],
  'NDJSON, gzip': ['ndjson', 'gzip'],
  'NDJSON, br': ['ndjson', 'br'],
  CSV: ['csv', 'identity'],
};
const TIMES = 3;
const AT_ONCE = 8;
const BESIDE = 2;
const ROUNDS = 5;
const SECONDS_A_ROUND = 4;
const THREADS = 2;

export async function benchExports(catalogue: PublishedCatalogue): Promise<void> {
  const { trees, key } = catalogue;
  const server = await startLoadedSylva(catalogue, THREADS);
  const fetchCopy = (form: string[] = FORMS.NDJSON) => download(server, key, form);
  try {
    const rows: Record<string, string>[] = [];
    for (const [name, form] of Object.entries(FORMS)) {
      const times: number[] = [];
      let size = 0;
      for (let round = 0; round < TIMES; round++) {
        const [bytes, took] = await timed(() => fetchCopy(form).received);
        size = bytes;
        times.push(took);
      }
      rows.push({ form: name, time: seconds(middle(times)), size: `${(size / 1e6).toFixed(0)} MB` });
    }
    printTable(`A copy of ${trees.length.toLocaleString('en')} species with everything, two threads`, rows);

    const before = residentMegabytes(server);
    const most = await mostMemory(
      server,
      Array.from({ length: AT_ONCE }, () => fetchCopy().received),
    );
    console.log(`\nMemory with ${AT_ONCE} copies at once: ${most - before} MiB above the ${before} MiB before.`);

    await benchOthers(catalogue, server);
  } finally {
    await server.stop();
  }
}

/** Rounds in turn, without and with copies beside them. */
async function benchOthers({ trees, key }: PublishedCatalogue, { origin, ...server }: Server): Promise<void> {
  const targets = withKey(randomMix(trees), key);
  const ask = async () => {
    const asking = keepAsking(origin, targets);
    await pause(SECONDS_A_ROUND * 1000);
    return asking.stop();
  };
  await ask();
  const rounds: [number[], number[]][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await ask();
    const copies = Array.from({ length: BESIDE }, () => keepDownloading({ origin, ...server }, key));
    const beside = await ask();
    for (const copy of copies) await copy.stop();
    rounds.push([alone, beside]);
  }
  const together = (which: 0 | 1) => rounds.flatMap((round) => round[which]).sort((a, b) => a - b);
  const rows = [latencyRow('alone', together(0)), latencyRow(`beside ${BESIDE} copies`, together(1))];
  printTable('The random mix, asked by eight connections, two threads', rows);
  const ratios = rounds.map(([alone, beside]) => quantile(beside, 0.99) / quantile(alone, 0.99));
  console.log(
    `\np99 beside copies: ${middle(ratios).toFixed(1)} times (${ratios.map((each) => each.toFixed(1)).join(', ')})`,
  );
}

/** By curl, which takes less of the processor than reading in this process would. */
function download(
  { origin }: Server,
  key: string,
  [format, encoding]: string[],
): { process: ChildProcess; received: Promise<number> } {
  const headers = ['-H', `X-API-Key: ${key}`, '-H', `Accept-Encoding: ${encoding}`];
  const address = `${origin}/api/v1/exports/trees?format=${format}`;
  const curl = spawn('curl', ['-sf', '-o', '/dev/null', '-w', '%{size_download}', ...headers, address]);
  let size = '';
  curl.stdout.on('data', (text) => (size += text));
  return { process: curl, received: once(curl, 'close').then(() => Number(size)) };
}

function keepDownloading(server: Server, key: string): { stop(): Promise<void> } {
  let current: ReturnType<typeof download> | undefined;
  let isOver = false;
  const all = (async () => {
    while (!isOver) {
      current = download(server, key, FORMS.NDJSON);
      await current.received;
    }
  })();
  return {
    async stop() {
      isOver = true;
      current?.process.kill();
      await all;
    },
  };
}

async function mostMemory(server: Server, running: Promise<unknown>[]): Promise<number> {
  let most = 0;
  let isOver = false;
  const all = Promise.all(running).then(() => (isOver = true));
  while (!isOver) {
    most = Math.max(most, residentMegabytes(server));
    await Promise.race([all, pause(50)]);
  }
  return most;
}
