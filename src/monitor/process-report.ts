// In charge of the metrics of the process itself, under the names that dashboards for any service expect.

import { readdirSync, readFileSync } from 'node:fs';
import { counter, type Family, gauge } from './exposition.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export function processFamilies(now: number): Family[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const files = openFiles();
  return [
    gauge('sylva_build_info', 'Always 1; the versions are its labels.', [
      { labels: { version, node: process.versions.node }, value: 1 },
    ]),
    counter('process_cpu_seconds_total', 'Processor time of all threads.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory in use.', rss),
    gauge('process_start_time_seconds', 'Unix time of the start.', Math.round(now / 1000 - process.uptime())),
    gauge('process_open_fds', 'Open files and sockets.', files === undefined ? [] : [{ value: files }]),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use by the main thread.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory beside the heap of the main thread.', external),
  ];
}

/** Linux alone tells. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
