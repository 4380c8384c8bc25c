// Assembles the metrics: the sums over serving threads, the state of the service, and the process.

import { readdirSync } from 'node:fs';
import { versionNumber } from '../config/installation.ts';
import {
  DECISIONS,
  Histogram,
  type NumberName,
  OUTCOMES,
  REQUEST_SECONDS,
  STATUS_GROUPS,
  SWAP_SECONDS,
  type ThreadCounters,
} from './counters.ts';
import { counter, gauge, histogram, type MetricFamily, type Sample } from './exposition.ts';
import { isExpiring, type ServiceState, type Warning } from './warnings.ts';

interface Reported {
  threads: readonly ThreadCounters[];
  state: ServiceState;
  warnings: readonly Warning[];
  usesRedis: boolean;
  now: number;
}

export function serviceFamilies(reported: Reported): MetricFamily[] {
  return [
    ...requestFamilies(reported.threads),
    ...accessFamilies(reported),
    ...catalogueFamilies(reported),
    ...storeFamilies(reported),
    ...threadFamilies(reported),
  ];
}

function requestFamilies(threads: readonly ThreadCounters[]): MetricFamily[] {
  const routes = threads[0]?.routes ?? [];
  const requests = routes.flatMap((route, at) =>
    STATUS_GROUPS.map((status, offset) => ({
      labels: { route, status },
      value: total(threads, ({ requests: numbers }) => numbers[at * STATUS_GROUPS.length + offset]),
    })),
  );
  const durations = routes.map((route, at) => ({
    labels: { route },
    histogram: merged(REQUEST_SECONDS, threads, (thread) => thread.durations[at]),
  }));
  const sum = (name: NumberName) => total(threads, (thread) => thread.value(name));
  return [
    counter(
      'sylva_http_requests_total',
      'Requests by route and status.',
      requests.filter(({ value }) => value > 0),
    ),
    histogram(
      'sylva_http_request_duration_seconds',
      'From the beginning of an answer to its end, by route.',
      durations.filter((each) => each.histogram.counts.some((count) => count > 0)),
    ),
    counter('sylva_http_response_bytes_total', 'Bytes of bodies sent.', sum('sentBytes')),
    gauge('sylva_http_connections', 'Open connections.', sum('connections')),
    counter(
      'sylva_http_connections_refused_total',
      'Connections that were closed at once, because too many were open in all or from their address.',
      sum('refusedConnections'),
    ),
    gauge('sylva_exports_running', 'Exports that are being sent.', sum('exports')),
    counter('sylva_exports_bytes_total', 'Bytes of exports sent, as they were compressed.', sum('exportedBytes')),
    counter('sylva_exports_aborted_total', 'Exports that ended before their last byte.', sum('abortedExports')),
  ];
}

function accessFamilies({ threads, state, usesRedis, now }: Reported): MetricFamily[] {
  const samplesOf = (label: string, names: readonly NumberName[]) =>
    names.map((name) => ({ labels: { [label]: name }, value: total(threads, (thread) => thread.value(name)) }));
  const up = usesRedis ? [{ value: Math.min(...threads.map((each) => each.value('redisUp'))) }] : [];
  const active = state.keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const expiring = active.filter((key) => isExpiring(key, now));
  return [
    counter('sylva_limiter_decisions_total', 'Decisions of the rate limit.', samplesOf('decision', DECISIONS)),
    counter(
      'sylva_limiter_fallbacks_total',
      'Decisions made by this instance alone because Redis was gone or answered late.',
      total(threads, (thread) => thread.value('fallbacks')),
    ),
    gauge('sylva_redis_up', 'Whether every serving thread counts in Redis; absent where none is to be used.', up),
    counter(
      'sylva_authentications_total',
      'Requests by how their caller was known, or not.',
      samplesOf('outcome', OUTCOMES),
    ),
    gauge('sylva_keys', 'Keys that work.', active.length),
    gauge('sylva_keys_expiring', 'Keys that work, expire within 14 days and have no successor.', expiring.length),
    gauge('sylva_allowlist_ranges', 'Ranges on the allowlist.', state.allowedRanges),
  ];
}

function catalogueFamilies({ threads, state: { revision, unloadable, loads }, now }: Reported): MetricFamily[] {
  const known = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }]);
  const age = revision && Math.max(0, (now - revision.publishedAt) / 1000);
  return [
    gauge('sylva_catalogue_revision', 'The number of the revision that is served.', known(revision?.number)),
    gauge('sylva_catalogue_age_seconds', 'Time since it was published.', known(age)),
    gauge('sylva_catalogue_trees', 'Trees in it.', known(revision?.trees)),
    gauge('sylva_catalogue_families', 'Families in it.', known(revision?.families)),
    gauge('sylva_catalogue_bytes', 'Bytes of its snapshot in memory.', known(revision?.bytes)),
    gauge('sylva_catalogue_unloadable', 'Whether the active revision cannot be loaded.', unloadable ? 1 : 0),
    histogram('sylva_swap_duration_seconds', 'Time to load a revision, and to take it up in a serving thread.', [
      { labels: { stage: 'load' }, histogram: loads },
      { labels: { stage: 'take-up' }, histogram: merged(SWAP_SECONDS, threads, (thread) => thread.swaps) },
    ]),
  ];
}

function storeFamilies({ state, warnings, now }: Reported): MetricFamily[] {
  const { disk } = state;
  return [
    gauge('sylva_store_up', 'Whether the store could be read at the last try.', state.isStoreUp ? 1 : 0),
    gauge(
      'sylva_store_read_age_seconds',
      'Time since the store was last read, or since the start where it was not.',
      (now - (state.storeReadAt || state.startedAt)) / 1000,
    ),
    counter('sylva_store_failures_total', 'Times that the store could not be read or written.', state.storeFailures),
    gauge('sylva_usage_unwritten', 'Counts of use that wait to be written.', state.unwrittenUses),
    counter('sylva_log_lines_dropped_total', 'Lines that the log lacks.', state.droppedLogLines),
    gauge('sylva_disk_free_bytes', 'Room left for the data folder.', disk ? [{ value: disk.freeBytes }] : []),
    gauge('sylva_disk_size_bytes', 'Size of the disk of the data folder.', disk ? [{ value: disk.totalBytes }] : []),
    gauge('sylva_warnings', 'What will need a person soon, as /readyz tells.', warnings.length),
  ];
}

function threadFamilies({ threads, state }: Reported): MetricFamily[] {
  const each = (name: NumberName) =>
    threads.map((thread, at) => ({ labels: { thread: String(at) }, value: thread.value(name) }));
  return [
    gauge('sylva_threads', 'Serving threads.', threads.length),
    counter('sylva_threads_replaced_total', 'Serving threads that died and were replaced.', state.threadsReplaced),
    gauge('sylva_thread_resources', 'Sockets, timers and requests that keep a thread busy.', each('resources')),
    gauge('sylva_event_loop_delay_mean_seconds', 'How late work begins, of late, on average.', each('delayMean')),
    gauge('sylva_event_loop_delay_p99_seconds', 'The same, at the 99th percentile.', each('delayP99')),
    gauge('sylva_event_loop_delay_max_seconds', 'The same, at most.', each('delayMax')),
  ];
}

function total(threads: readonly ThreadCounters[], number: (thread: ThreadCounters) => number): number {
  return threads.reduce((sum, thread) => sum + number(thread), 0);
}

function merged(
  bounds: readonly number[],
  threads: readonly ThreadCounters[],
  part: (thread: ThreadCounters) => Histogram,
): Histogram {
  const all = new Histogram(bounds);
  for (const thread of threads) all.add(part(thread));
  return all;
}

const version = versionNumber();

/** Named as dashboards for any service expect. */
export function processFamilies(now: number): MetricFamily[] {
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

/** Linux only. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
