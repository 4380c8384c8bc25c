// What a cluster costs and brings: throughput through the load balancer with one, two and three instances, and what
// counting in Redis costs. Ratios of one run. All is on one machine; so that instances do not only take the processor away
// from each other, each is held to a share of a core where their number is what is measured.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '../scripts/cluster/cluster.ts';
import { findProgram, type Program } from '../scripts/cluster/program.ts';
import { printTable } from './measure.ts';
import { holdToShare } from './share.ts';

const SECONDS = 5;
const ROUNDS = 3;
const CONNECTIONS = 32;
const PATH = '/api/v1/trees?pageSize=20';
const WORDS = ['--threads', '1', '--log-level', 'warn', '--rate-limit', '1000000'];

interface Figure {
  requestsPerSecond: number;
  p99Milliseconds: number;
  /** Microseconds of processor time for each request: of all instances, the load balancer, Redis. */
  processor: number[];
}

interface Case {
  instances: number;
  withRedis: boolean;
  isDirect: boolean;
  /** Of a core, for each instance. */
  share?: number;
}

const SHARE = 0.2;
const behind = (instances: number): Case => ({ instances, withRedis: true, isDirect: false, share: SHARE });

const TABLES: Record<string, Record<string, Case>> = {
  'One instance': {
    'counting by itself': { instances: 1, withRedis: false, isDirect: true },
    'counting in Redis': { instances: 1, withRedis: true, isDirect: true },
    'counting in Redis, behind HAProxy': { instances: 1, withRedis: true, isDirect: false },
  },
  [`Instances of ${SHARE * 100} % of a core each, behind HAProxy, counting in Redis`]: {
    '1 instance': behind(1),
    '2 instances': behind(2),
    '3 instances': behind(3),
  },
};

/** The median of some rounds. */
function load(wrk: string, address: string, { key, instances, balancer, redis }: Cluster): Figure {
  const words = ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}s`, '--latency', '-H', `X-API-Key: ${key}`, address + PATH];
  const parts = [instances.map(({ program }) => program), [balancer.program], redis ? [redis.program] : []];
  const figures = Array.from({ length: ROUNDS }, () => {
    const before = parts.map(processorSeconds);
    const text = execFileSync(wrk, words, { encoding: 'utf8' });
    if (/Non-2xx/.test(text)) throw new Error(text);
    const requests = Number(/(\d+) requests in/.exec(text)?.[1]);
    const processor = parts.map((part, index) => ((processorSeconds(part) - before[index]) / requests) * 1e6);
    const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(text) ?? [];
    const p99Milliseconds = Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'ms'];
    return { requestsPerSecond: requests / SECONDS, p99Milliseconds, processor };
  });
  return figures.sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(ROUNDS / 2)];
}

const TICKS_A_SECOND = 100;

function processorSeconds(programs: Program[]): number {
  return programs.reduce((sum, { process: { pid } }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  }, 0);
}

async function measure(wrk: string, { instances, withRedis, isDirect, share }: Case): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-bench-'));
  chmodSync(folder, 0o755);
  const cluster = await Cluster.start(folder, { instances, withRedis, words: WORDS });
  const pids = cluster.instances.map(({ program }) => program.process.pid as number);
  const releases = share === undefined ? [] : pids.map((pid) => holdToShare(pid, share));
  try {
    return load(wrk, isDirect ? cluster.instances[0].address : cluster.address, cluster);
  } finally {
    await cluster.stop();
    for (const release of releases) release();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(wrk: string, cases: Record<string, Case>): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  let first: Figure | undefined;
  for (const [name, each] of Object.entries(cases)) {
    const figure = await measure(wrk, each);
    first ??= figure;
    const [ours, haproxy, redis] = figure.processor.map((microseconds) => microseconds.toFixed(0));
    rows.push({
      what: name,
      'requests/s': Math.round(figure.requestsPerSecond).toLocaleString('en'),
      ratio: (figure.requestsPerSecond / first.requestsPerSecond).toFixed(2),
      'p99 ms': figure.p99Milliseconds.toFixed(1),
      'µs a request': ours,
      HAProxy: haproxy,
      Redis: redis,
    });
  }
  return rows;
}

const wrk = findProgram('wrk');
if (wrk) for (const [title, cases] of Object.entries(TABLES)) printTable(title, await measureAll(wrk, cases));
else {
  console.error('wrk not found. On Debian: apt install wrk');
  process.exitCode = 1;
}
