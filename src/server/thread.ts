// Runs in a serving thread: the HTTP server, fed by the main thread. It touches neither disk nor database, not even for the
// log; a Redis that counts for all instances is the only thing it waits for, and briefly.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Callers } from '../access/callers.ts';
import { ConcurrencyLimit } from '../access/concurrency-limit.ts';
import { openRateLimiter } from '../access/rate-limit/open.ts';
import { UsageCounts } from '../access/usage.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { collectGarbage } from '../config/garbage.ts';
import { nameSourcesInStackTraces } from '../config/stack-traces.ts';
import { revisionNumber } from '../domain/revision-id.ts';
import { createHttpServer } from '../http/pipeline/server.ts';
import type { Published } from '../http/pipeline/service.ts';
import { MAX_EXPORTS, MAX_EXPORTS_PER_CLIENT } from '../http/response/exports.ts';
import { ROUTE_LABELS } from '../http/site/pages.ts';
import { Checks } from '../http/site/preview.ts';
import { parseRange, type Range } from '../net/address.ts';
import { addressOf } from '../net/node-http.ts';
import { ThreadCounters, watchEventLoop } from '../observe/counters.ts';
import { LogRoom, logWarningsOfNode, openThreadLog } from '../observe/log.ts';
import type { Warning } from '../observe/warnings.ts';
import { ChangeLog } from '../snapshot/change-log.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { FromThread, ThreadStart, ToThread, Where } from './messages.ts';

const TELL_USES_MILLISECONDS = 500;
/** The response cache may take a third of the catalogue's size, or this if it is more. */
const MIN_CACHE_BYTES = 64 * 1024 * 1024;

nameSourcesInStackTraces();

const main = parentPort as MessagePort;
const { settings, storeReadAt, windows, ...start } = workerData as ThreadStart;
const tell = (message: FromThread) => main.postMessage(message);

let callers = new Callers([], []);
let published: Published | undefined;
let live = start.live;
let isDraining = false;
let warnings: Warning[] = [];
const checks = start.isPreview ? new Checks() : undefined;
const usage = new UsageCounts();
const numbers = new ThreadCounters(ROUTE_LABELS, start.numbers);
const unwatch = watchEventLoop(numbers);

const {
  logger: log,
  write: writeLogLine,
  flush,
} = openThreadLog({ ...settings, ...live }, new LogRoom(start.logRoom), (lines) => tell({ type: 'log', lines }));
logWarningsOfNode(log);
// A thread that dies of an error still logs what it has buffered.
process.on('exit', flush);
const rateLimit = await openRateLimiter({
  limit: live.rateLimit,
  windowSeconds: settings.rateWindow,
  redis: settings.redis,
  windows,
  log,
  onFallback: () => numbers.add('fallbacks'),
});
const http = createHttpServer({
  settings,
  live: () => live,
  codeVersion: start.codeVersion,
  log,
  writeLogLine,
  published: () => published,
  isDraining: () => isDraining,
  callers: () => callers,
  limiter: rateLimit.limiter,
  connectionLimit: new ConcurrencyLimit({
    max: settings.connections,
    maxPerClient: settings.connectionsPerAddress,
    shared: start.connections,
    part: start.part,
  }),
  exportLimit: new ConcurrencyLimit({
    max: MAX_EXPORTS,
    maxPerClient: MAX_EXPORTS_PER_CLIENT,
    shared: start.exports,
    part: start.part,
  }),
  numbers,
  usage,
  warnings: () => warnings,
  maxCacheBytes: (snapshotBytes) => Math.max(snapshotBytes / 3, MIN_CACHE_BYTES),
  storeReadAt: () => storeReadAt[0],
  checks,
});
numbers.setGauge('exports', 0);
const teller = setInterval(tellAll, TELL_USES_MILLISECONDS);

const work: { [Type in ToThread['type']]: (message: Extract<ToThread, { type: Type }>) => void } = {
  callers({ keys, allowlist }) {
    const ranges = allowlist.map((cidr) => parseRange(cidr) as Range);
    callers = new Callers(keys, ranges);
  },
  published({ revision, publishedAt, bytes, changeLog }) {
    const began = performance.now();
    const catalogue = new Catalogue(openSnapshot(bytes, { isVerified: true }));
    const number = revisionNumber(revision) ?? 0;
    published = { revision, number, publishedAt, catalogue, changeLog: new ChangeLog(changeLog) };
    numbers.swaps.observe((performance.now() - began) / 1000);
    collectGarbage();
  },
  warnings(message) {
    warnings = message.warnings;
  },
  checked: ({ check }) => checks?.tell(check),
  live(message) {
    live = message.live;
    rateLimit.memory.limit = live.rateLimit;
    log.level = live.logLevel;
    http.settingsChanged();
  },
  listen: (where) => listen(http.server, where),
  drain() {
    isDraining = true;
  },
  close: () => close(),
};
main.on('message', (message: ToThread) => (work[message.type] as (told: ToThread) => void)(message));

function listen(server: Server, { port, isShared }: Where): void {
  const onFailure = ({ code, message }: NodeJS.ErrnoException) => {
    tell({ type: 'failed', code, message });
    close();
  };
  server.once('error', onFailure);
  server.listen({ port, host: settings.host, reusePort: isShared }, () => {
    server.off('error', onFailure);
    // For example, if the system has no memory for one more connection.
    server.on('error', (error) => log.error({ err: error }, 'cannot take a connection'));
    tell({ type: 'listening', address: addressOf(server), port: (server.address() as AddressInfo).port });
  });
}

function tellAll(): void {
  numbers.setGauge('connections', http.connections());
  numbers.setGauge('resources', process.getActiveResourcesInfo().length);
  numbers.setGauge('redisUp', rateLimit.counter?.isUp ? 1 : 0);
  const uses = usage.take();
  if (uses.length > 0) tell({ type: 'used', uses });
}

/** The thread ends when nothing is left to do. */
async function close(): Promise<void> {
  clearInterval(teller);
  checks?.close();
  await http.close();
  rateLimit.counter?.close();
  unwatch();
  tellAll();
  flush();
  main.close();
}
