// Requests of every kind that a service gets in its life: right and wrong ones, with keys and without, over connections
// that are kept and such that are not.

import { Agent, request } from 'node:http';

export interface MixedLoad {
  origin: string;
  /** Keys that work, and such that do not any more. */
  keys: readonly string[];
  /** By the id that each answer carries. */
  onAnswer(id: string, status: number): void;
}

const CALLERS = 16;

const PATHS = [
  ...['trees', 'trees?page=2&pageSize=50', 'trees?search=edition', 'trees?sort=updatedAt&order=desc'],
  ...['trees?family=fabaceae', 'trees?facets=family&facets=tag', 'trees?locale=es', 'trees/tree-7', 'trees/tree-8'],
  ...['families', 'families?locale=es', 'trees/none', 'trees?page=0', 'nothing/here'],
];

/** Sends so many, and leaves no connection open. */
export async function sendMixed(load: MixedLoad, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  let sent = 0;
  const caller = async () => {
    while (sent < count) await sendOne(load, agent, sent++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  agent.destroy();
}

function sendOne({ origin, keys, onAnswer }: MixedLoad, agent: Agent, number: number): Promise<void> {
  const path = number % 50 === 0 ? '/readyz' : `/api/v1/${PATHS[number % PATHS.length]}`;
  const headers: Record<string, string> = {
    // One address is over the limit soon; the others are many.
    'x-forwarded-for': number % 10 === 0 ? '203.0.113.1' : `198.51.${number % 100}.${number % 251}`,
    'accept-encoding': ['identity', 'gzip', 'zstd', 'br'][number % 4],
  };
  if (number % 7 !== 0) headers['x-api-key'] = keys[number % keys.length];
  const method = number % 11 === 0 ? 'HEAD' : 'GET';
  return new Promise((resolve, reject) => {
    const sending = request(`${origin}${path}`, { agent: number % 20 === 0 ? false : agent, headers, method });
    sending.on('response', (response) => {
      response.resume().on('end', resolve).on('error', reject);
      onAnswer(String(response.headers['x-request-id']), response.statusCode ?? 0);
    });
    sending.on('error', reject).end();
  });
}
