// A serving command whose standard streams are of the test's choosing: the shell that starts it sets them up.

import assert from 'node:assert/strict';
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../scripts/cluster/program.ts';
import { generateKey, hashKey } from '../../src/access/api-key.ts';
import { temporaryFolder } from './folders.ts';
import { type Metrics, parseMetrics } from './prometheus.ts';
import { edition, publishTrees, storeOf } from './publishing.ts';
import { SYLVA } from './sylva.ts';
import { until } from './until.ts';

const AT_ONCE = 20;
const KEY_ID = 'key_a1b2c3d4e5';

interface Options {
  stdio?: StdioOptions;
  env?: NodeJS.ProcessEnv;
  /** The key's name, which stands in the line of each request. */
  keyName?: string;
  threads?: string;
}

export interface Served {
  process: ChildProcess;
  /** Sends requests with the key, some of them at once; all must be answered with this status. */
  ask(count: number, status?: number): Promise<void>;
  /** Revokes the key, and waits until it is refused. */
  revoke(): Promise<void>;
  metrics(): Promise<Metrics>;
  residentMiB(): number;
  /** How it ended. */
  ended: Promise<number | NodeJS.Signals>;
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** Starts it with a shell's line, in which `"$@"` stands for the command; returns when it is ready. */
export async function serveThrough(t: TestContext, line: string, options: Options = {}): Promise<Served> {
  const { stdio = 'ignore', env, keyName = 'Herbarium', threads = '1' } = options;
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const key = generateKey(randomBytes);
  await store.access.addKey({ id: KEY_ID, name: keyName, contact: null, hash: hashKey(key), expiresAt: null });
  const [port, metricsPort] = [await freePort(), await freePort()];
  const ports = ['--port', String(port), '--metrics-port', String(metricsPort)];
  const command = [SYLVA, 'serve', '--data', data, '--rate-limit', '1000000', '--threads', threads, ...ports];
  const child = spawn('bash', ['-c', line, 'bash', ...command], { stdio, env: { ...process.env, ...env } });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve((code ?? signal) as number | NodeJS.Signals));
  });
  t.after(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const status = (path: string) => statusOf(url + path, { 'x-api-key': key });
  await until(() => {
    assert.ok(child.exitCode === null && child.signalCode === null, 'it ended before it was ready');
    return status('/readyz').then(
      (answer) => answer === 200,
      () => false,
    );
  });
  return {
    process: child,
    async ask(count, wanted = 200) {
      for (let sent = 0; sent < count; sent += AT_ONCE) {
        const asked = Array.from({ length: Math.min(AT_ONCE, count - sent) }, () => status('/api/v1/trees?pageSize=1'));
        assert.deepEqual(
          (await Promise.all(asked)).filter((each) => each !== wanted),
          [],
        );
      }
    },
    async revoke() {
      await store.access.revokeKey(KEY_ID);
      await until(async () => (await status('/api/v1/trees')) === 401);
    },
    metrics: async () => parseMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()),
    residentMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** On a terminal that shows nothing: what it would show goes into a pipe that nobody reads, until the service has ended. */
export async function serveOnStoppedTerminal(t: TestContext, { env, ...options }: Options = {}): Promise<Served> {
  const file = join(temporaryFolder(t), 'process');
  const line = `exec script -qec 'echo $$ >"$PROCESS"; exec '"$*" /dev/null`;
  const stdio: StdioOptions = ['pipe', 'pipe', 'ignore'];
  const served = await serveThrough(t, line, { ...options, stdio, env: { ...env, PROCESS: file } });
  const id = Number(readFileSync(file, 'utf8'));
  return {
    ...served,
    async stop(signal = 'SIGTERM') {
      process.kill(id, signal);
      await until(() => !existsSync(`/proc/${id}/fd/0`));
      served.process.stdout?.resume();
      return await served.ended;
    },
  };
}

const connections = new Agent({ keepAlive: true });

/** Without a look at the body, which would take longer than the answer. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: connections }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });
}
