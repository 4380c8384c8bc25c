// An hour's worth of an instance's life, compressed: mixed load, publishes, changes of keys and allowlist, restarts.
// Nothing grows: no memory, no open file, no thread, no timer; and the log tells of each request once, and of no key.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import { ALLOWLIST_CALLER } from '../../../src/access/usage.ts';
import type { Store } from '../../../src/store/store.ts';
import { dayOf } from '../../../src/store/tables/usage.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { sendMixed } from '../../support/mixed-load.ts';
import { parseMetrics } from '../../support/prometheus.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { SYLVA } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

/** A minute each: 50 requests a second, one publish, one change of keys, one of the allowlist. */
const MINUTES = 60;
const REQUESTS_A_MINUTE = 3_000;
const RESTARTS = [5, 10];
/** Until then caches fill and code is compiled: memory grows from 170 to 200 MiB in half an hour, and little after that. */
const WARM_MINUTES = 25;
const MOST_GROWTH = 0.1;

interface Instance {
  process: ChildProcess;
  origin: string;
  metrics: string;
}

interface Sample {
  residentMiB: number;
  files: number;
  threads: number;
  resources: number;
}

async function start(t: TestContext, data: string, log: number): Promise<Instance> {
  const words = ['--data', data, '--port', '0', '--metrics-port', '0', '--threads', '2', '--trust-proxy', '127.0.0.1'];
  const child = spawn(SYLVA, ['serve', '--json', ...words], { stdio: ['ignore', 'pipe', log] });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes('\n'));
  const { address, metricsAddress } = JSON.parse(said);
  return { process: child, origin: address, metrics: metricsAddress };
}

async function stop({ process }: Instance): Promise<void> {
  process.kill('SIGTERM');
  // A timer that was leaked would keep it alive.
  await until(() => process.exitCode !== null);
  assert.equal(process.exitCode, 0);
}

async function sample({ process, metrics }: Instance): Promise<Sample> {
  const response = await fetch(metrics, { headers: { connection: 'close' } });
  const resources = parseMetrics(await response.text()).value('sylva_thread_resources');
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const files = readdirSync(`/proc/${process.pid}/fd`).length;
  return { residentMiB: number('VmRSS') / 1024, files, threads: number('Threads'), resources };
}

/** What changes in a minute; the oldest of five keys is revoked for a new one. */
async function change(store: Store, minute: number, keys: string[]): Promise<void> {
  await publishTrees(store, edition(minute, 300));
  const key = generateKey(randomBytes);
  const place = minute % keys.length;
  if (keys[place]) await store.access.revokeKey(`key_${minute - keys.length}`);
  await store.access.addKey({ id: `key_${minute}`, name: 'A', contact: null, hash: hashKey(key), expiresAt: null });
  keys[place] = key;
  if (minute % 2 === 0) await store.access.allow('198.51.7.0/24', null);
  else await store.access.disallow('198.51.7.0/24');
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

test(`${MINUTES} minutes of ${REQUESTS_A_MINUTE} requests with changes and restarts: nothing grows, nothing leaks`, async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data, { 'keep-revisions': '3' });
  const logPath = join(data, 'log');
  const log = openSync(logPath, 'a');
  const keys = ['', '', '', '', ''];
  const ids = new Set<string>();
  const statuses = new Map<number, number>();
  await change(store, 0, keys);
  let instance = await start(t, data, log);
  const samples: Sample[] = [];

  for (let minute = 1; minute <= MINUTES; minute++) {
    const working = keys.filter(Boolean);
    const everyone = [...working, ...working, generateKey(randomBytes)];
    const onAnswer = (id: string, status: number) => {
      ids.add(id);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const load = sendMixed({ origin: instance.origin, keys: everyone, onAnswer }, REQUESTS_A_MINUTE);
    await Promise.all([load, change(store, minute, keys)]);
    samples.push(await atRest(instance));
    if (!RESTARTS.includes(minute)) continue;
    await stop(instance);
    instance = await start(t, data, log);
    samples.length = 0;
  }
  await stop(instance);

  t.diagnostic(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
  assertFlat(t, samples.slice(WARM_MINUTES));
  const keyed = await assertLogged(logPath, ids);
  const counted = (await store.usage.since(dayOf(Date.now() - 86_400_000)))
    .filter(({ caller }) => caller !== ALLOWLIST_CALLER)
    .reduce((sum, { requests }) => sum + requests, 0);
  t.diagnostic(`${ids.size} requests, ${counted} of them with a key that works`);
  assert.equal(counted, keyed);
  assert.equal(ids.size, MINUTES * REQUESTS_A_MINUTE);
});

/** Connections that the load closed are gone a moment later; what a thread holds is told twice a second. */
async function atRest(instance: Instance): Promise<Sample> {
  await until(async () => {
    const text = await (await fetch(instance.metrics, { headers: { connection: 'close' } })).text();
    return parseMetrics(text).value('sylva_http_connections') === 0;
  });
  return await sample(instance);
}

function assertFlat(t: TestContext, samples: Sample[]): void {
  const [first, last] = [samples.slice(0, 8), samples.slice(-8)];
  const [before, after] = [first, last].map((each) => mean(each.map(({ residentMiB }) => residentMiB)));
  const show = ({ residentMiB, files, threads, resources }: Sample) =>
    `${residentMiB.toFixed(0)} MiB, ${files} files, ${threads} threads, ${resources} resources`;
  t.diagnostic(`first: ${show(samples[0])}; last: ${show(samples[samples.length - 1])}`);
  t.diagnostic(`memory on average: ${before.toFixed(1)} MiB, then ${after.toFixed(1)} MiB`);
  assert.ok(after < before * (1 + MOST_GROWTH), `memory grew from ${before} to ${after} MiB`);
  // One sample may catch a moment; what leaks with every minute is in all of the last ones.
  for (const what of ['files', 'threads', 'resources'] as const) {
    const [most, least] = [Math.max(...first.map((each) => each[what])), Math.min(...last.map((each) => each[what]))];
    assert.ok(least <= most, `${what} grew from ${most} to ${least}`);
  }
}

/** How many requests came with a key that works. */
async function assertLogged(path: string, ids: Set<string>): Promise<number> {
  let keyed = 0;
  const logged = new Map<string, number>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    assert.doesNotMatch(line, /sylva_[0-9A-Za-z]{32}/, 'a key stands in the log');
    const { id, msg, keyId } = JSON.parse(line);
    if (keyId) keyed++;
    if (msg === 'request') logged.set(id, (logged.get(id) ?? 0) + 1);
  }
  assert.equal(logged.size, ids.size);
  for (const id of ids) assert.equal(logged.get(id), 1, id);
  return keyed;
}
