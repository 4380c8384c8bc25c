// `npm run cluster`: the topology of compose.yaml with local processes, until Ctrl-C. Nothing of it is left behind.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from './cluster/cluster.ts';
import { haproxyProgram } from './cluster/haproxy.ts';
import { postgresProgram } from './cluster/postgres.ts';
import { redisProgram } from './cluster/redis.ts';

const programs = { PostgreSQL: postgresProgram(), Redis: redisProgram(), HAProxy: haproxyProgram() };
const missing = Object.entries(programs).flatMap(([name, path]) => (path ? [] : [name]));

if (missing.length > 0) {
  console.error(`${missing.join(', ')} not found. On Debian: apt install postgresql redis-server haproxy`);
  process.exitCode = 1;
} else await runCluster();

async function runCluster(): Promise<void> {
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  const folder = mkdtempSync(join(tmpdir(), 'sylva-cluster-'));
  // The database runs as a user of few rights, who must be able to enter.
  chmodSync(folder, 0o755);
  try {
    const cluster = await Cluster.start(folder);
    const { address, instances, database, redis, key } = cluster;
    console.log(`listening on ${address}, in front of ${instances.map((each) => each.address).join(', ')}
database ${database}, Redis ${redis?.url}

  curl -H "X-API-Key: ${key}" "${address}/api/v1/trees?search=oak&pageSize=3"

Ctrl-C ends it all.`);
    await stopped;
    await cluster.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
