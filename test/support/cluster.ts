// A cluster for a campaign, and partners who call it without a pause.

import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Cluster } from '../../scripts/cluster/cluster.ts';
import { enginesFolder, withoutHaproxy, withoutPostgres, withoutRedis } from './engines.ts';

export const withoutCluster = withoutPostgres || withoutRedis || withoutHaproxy;
const PATH = '/api/v1/trees?pageSize=5';
let clusters = 0;

/** Instances of one thread each, so that three of them do not crowd a small machine. */
export async function startCluster(t: Pick<TestContext, 'after'>, words: string[] = []): Promise<Cluster> {
  const folder = join(enginesFolder(), `cluster-${++clusters}`);
  const cluster = await Cluster.start(folder, { words: ['--threads', '1', '--log-level', 'warn', ...words] });
  t.after(() => cluster.stop());
  return cluster;
}

export interface Reply {
  /** 0 where there was no answer. */
  status: number;
  revision: string | undefined;
  /** Unlike that of any other instance and any other start of this one. */
  process: string;
  milliseconds: number;
  error?: string;
}

export interface Asking {
  key?: string;
  /** The address to call from: every one of 127.0.0.0/8 is ours. */
  from?: string;
  agent?: Agent;
}

export function ask(address: string, { key, from, agent }: Asking = {}): Promise<Reply> {
  const startedAt = performance.now();
  const headers = key === undefined ? {} : { 'x-api-key': key };
  return new Promise((resolve) => {
    const done = (status: number, rest: Partial<Reply>) =>
      resolve({ status, revision: undefined, process: '', ...rest, milliseconds: performance.now() - startedAt });
    const sent = request(
      address + PATH,
      { headers, agent: agent ?? false, ...(from !== undefined && { localAddress: from }) },
      (response) => {
        response.resume();
        response.on('error', (error) => done(0, { error: String(error) }));
        response.on('end', () => {
          const revision = response.headers['sylva-revision'] as string | undefined;
          const [, process = ''] = /^(.+)-/.exec(String(response.headers['x-request-id'])) ?? [];
          done(response.statusCode ?? 0, { revision, process });
        });
      },
    );
    sent.on('error', (error) => done(0, { error: String(error) }));
    sent.end();
  });
}

/** Callers who each ask, wait a little, and ask again over a kept connection. */
export class Load {
  readonly replies: Reply[] = [];
  readonly processes = new Set<string>();
  #isOver = false;
  readonly #callers: Promise<void>[];

  /** Ends with the test, also where that fails. */
  constructor(
    t: Pick<TestContext, 'after'>,
    { address, key }: Pick<Cluster, 'address' | 'key'>,
    callers: number,
    pauseMilliseconds: number,
  ) {
    t.after(() => this.stop());
    this.#callers = Array.from({ length: callers }, async (_, index) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!this.#isOver) {
        const reply = await ask(address, { key, from: `127.1.0.${index + 1}`, agent });
        this.replies.push(reply);
        this.processes.add(reply.process);
        await pause(pauseMilliseconds);
      }
      agent.destroy();
    });
  }

  async stop(): Promise<Reply[]> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    return this.replies;
  }
}

export function percentile(replies: Reply[], share: number): number {
  const sorted = replies.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** What kinds of replies there were, for an error message. */
export function tally(replies: Reply[]): string {
  const groups = Map.groupBy(replies, ({ status, error }) => error ?? String(status));
  return [...groups].map(([kind, each]) => `${kind}: ${each.length}`).join(', ');
}
