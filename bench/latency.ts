// In charge of how long single requests take while something else goes on: a few connections that ask one thing after the other.

import { Agent, request } from 'node:http';
import type { Target } from './workloads.ts';

const CONNECTIONS = 8;

/** Asks until told to stop; the times in milliseconds, the shortest first. */
export function keepAsking(origin: string, targets: Target[]): { stop(): Promise<number[]> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let isOver = false;
  let at = 0;
  const callers = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await get(agent, origin, targets[at++ % targets.length]);
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

function get(agent: Agent, origin: string, { path, headers = {} }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    request(origin + path, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    })
      .on('error', reject)
      .end();
  });
}

export function latencyRow(name: string, times: number[]): Record<string, string> {
  const at = (share: number) => `${quantile(times, share).toFixed(2)} ms`;
  return {
    '': name,
    requests: String(times.length),
    median: at(0.5),
    p99: at(0.99),
    'p99.9': at(0.999),
    longest: at(1),
  };
}

export function quantile(times: number[], share: number): number {
  return times[Math.floor((times.length - 1) * share)];
}
