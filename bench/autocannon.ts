// The load generator for machines without wrk. It prints what wrk does of its results.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CONNECTIONS } from './load.ts';

interface Result {
  requests: { total: number };
  duration: number;
  non2xx: number;
  statusCodeStats: Record<string, { count: number }>;
  errors: number;
}

const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>;

const [, , url, list, seconds] = process.argv;
const { requests, duration, non2xx, statusCodeStats, errors } = await autocannon({
  url,
  connections: CONNECTIONS,
  duration: Number(seconds),
  timeout: 300,
  requests: JSON.parse(readFileSync(list, 'utf8')),
});
const failures = non2xx - (statusCodeStats['304']?.count ?? 0);
console.log(`Requests/sec: ${requests.total / duration}`);
if (failures > 0) console.log(`Non-2xx or 3xx responses: ${failures}`);
if (errors > 0) console.log(`Socket errors: ${errors}`);
