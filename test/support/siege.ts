// A service under attack, with honest clients beside: what they get is right throughout, no thread dies, and nothing is left
// over when the attack has ended.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { TestContext } from 'node:test';
import { generateKey, hashKey } from '../../src/access/api-key.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from './folders.ts';
import { type Metrics, parseMetrics } from './prometheus.ts';
import { edition, publishTrees, storeOf } from './publishing.ts';
import { SYLVA } from './sylva.ts';
import { until } from './until.ts';

/** Honest clients come from here, and attackers from other addresses of this machine. */
const HONEST_ADDRESS = '127.0.0.9';
const HONEST_CLIENTS = 4;
const MOST_EXTRA_MILLISECONDS = 50;
const MOST_TRIALS = 3;
/** A service takes more memory at first, and then no more: of so many waves, one must add less than this. */
const MOST_WAVES = 20;
const LEAST_GROWTH_MIB = 8;

export interface Besieged {
  data: string;
  store: Store;
  origin: string;
  port: number;
  pid: number;
  /** One that is good, and one that was revoked. */
  keys: { good: string; revoked: string };
  metrics(): Promise<Metrics>;
}

/** `log` is where its log goes; nowhere where it is left out. */
export async function besiege(
  t: TestContext,
  words: string[] = [],
  log: 'ignore' | number = 'ignore',
): Promise<Besieged> {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1, 300));
  const [good, revoked] = await Promise.all(['good', 'revoked'].map((id) => addKey(store, id)));
  await store.access.revokeKey('revoked');
  const server = await serve(t, ['--data', data, ...words], log);
  return { data, store, keys: { good, revoked }, ...server };
}

async function addKey(store: Store, id: string): Promise<string> {
  const key = generateKey(randomBytes);
  await store.access.addKey({ id, name: id, contact: null, hash: hashKey(key), expiresAt: null });
  return key;
}

type Server = Pick<Besieged, 'origin' | 'port' | 'pid' | 'metrics'>;

/** Not over the limit whatever happens. */
async function serve(t: TestContext, words: string[], log: 'ignore' | number): Promise<Server> {
  const always = ['--port', '0', '--metrics-port', '0', '--rate-limit', '1000000'];
  const child = spawn(SYLVA, ['serve', '--json', ...always, ...words], { stdio: ['ignore', 'pipe', log] });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes('\n') || child.exitCode !== null);
  const { address: origin, metricsAddress } = JSON.parse(said);
  const metrics = async () => {
    const response = await fetch(metricsAddress, { headers: { connection: 'close' } });
    return parseMetrics(await response.text());
  };
  return { origin, port: Number(new URL(origin).port), pid: child.pid as number, metrics };
}

/** So much traffic, of the hostile kind or of a kind that means no harm. */
export type Traffic = (isHostile: boolean) => Promise<unknown>;

/**
 * Sends honest requests beside the traffic, and holds what must stay true. What they wait is compared with as much traffic
 * that means no harm, since both keep the same machine busy; a machine that is busy with something else gets more tries.
 */
export async function holdDuring(t: TestContext, besieged: Besieged, traffic: Traffic): Promise<void> {
  await traffic(true);
  const files = openFiles(besieged);
  let extra = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < MOST_TRIALS && extra > MOST_EXTRA_MILLISECONDS; trial++) {
    const peace = await honestlyDuring(besieged, () => traffic(false));
    const siege = await honestlyDuring(besieged, () => traffic(true));
    extra = median(siege) - median(peace);
    t.diagnostic(`honest requests: ${figures(peace)} in peace; ${figures(siege)} under siege`);
  }
  assert.ok(extra <= MOST_EXTRA_MILLISECONDS, `${extra} ms more`);
  assert.equal((await besieged.metrics()).value('sylva_threads_replaced_total'), 0, 'no thread died');
  await until(() => openFiles(besieged) <= files + 2);
  const memory = await memoryByWave(besieged, () => traffic(true));
  t.diagnostic(`memory ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB, ${openFiles(besieged)} files`);
  assert.ok(memory.length <= MOST_WAVES, 'memory grows with every wave');
}

/** In MiB, before the first wave and after each, until one adds hardly any or there were too many. */
async function memoryByWave(besieged: Besieged, wave: () => Promise<unknown>): Promise<number[]> {
  const memory = [residentMiB(besieged)];
  for (let growth = Number.POSITIVE_INFINITY; growth >= LEAST_GROWTH_MIB && memory.length <= MOST_WAVES; ) {
    await wave();
    const now = residentMiB(besieged);
    growth = now - Math.max(...memory);
    memory.push(now);
  }
  return memory;
}

async function honestlyDuring(besieged: Besieged, work: () => Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const times = honestly(besieged, () => isOver);
  await work().finally(() => {
    isOver = true;
  });
  return await times;
}

/** The milliseconds that each request took. Good keys are taken and revoked ones refused, each time. */
async function honestly({ origin, keys }: Besieged, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, localAddress: HONEST_ADDRESS });
  const times: number[] = [];
  const client = async () => {
    while (!isOver()) {
      const began = performance.now();
      assert.equal(await statusOf(`${origin}/api/v1/trees?search=edition`, keys.good, agent), 200);
      times.push(performance.now() - began);
      assert.equal(await statusOf(`${origin}/api/v1/trees`, keys.revoked, agent), 401);
    }
  };
  await Promise.all(Array.from({ length: HONEST_CLIENTS }, client));
  agent.destroy();
  return times;
}

function statusOf(address: string, key: string, agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(address, { agent, headers: { 'x-api-key': key } });
    sending.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)));
    sending.on('error', reject).end();
  });
}

function openFiles({ pid }: Besieged): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function residentMiB({ pid }: Besieged): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function figures(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  return `${times.length}, median ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms`;
}
