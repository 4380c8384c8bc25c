// In charge of a serving thread: the HTTP server over what the main thread tells it. It touches neither disk nor
// database, not even for the log; a Redis that counts for all instances is the one thing that it may wait for, and not for
// long.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { parseRange, type Range } from '../access/address.ts';
import { Callers } from '../access/callers.ts';
import { ConnectionLimit } from '../access/connection-limit.ts';
import { MemoryRateLimiter } from '../access/memory-rate-limit.ts';
import { systemClock } from '../access/rate-limit.ts';
import { RedisCounter } from '../access/redis-counter.ts';
import { RedisRateLimiter } from '../access/redis-rate-limit.ts';
import { UsageCounts } from '../access/usage.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { createHttpServer } from '../http/server.ts';
import type { Published } from '../http/service.ts';
import { LogRoom } from '../log/room.ts';
import { logWarningsOfNode, openThreadLog } from '../log.ts';
import { watchEventLoop } from '../monitor/event-loop.ts';
import { ThreadNumbers } from '../monitor/numbers.ts';
import type { Warning } from '../monitor/warnings.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { releaseReplaced } from './memory.ts';
import type { CallersMessage, FromThread, PublishedMessage, ThreadStart, ToThread, Where } from './messages.ts';

const TELL_USES_MILLISECONDS = 500;
/** Kept answers may take a third of what the catalogue takes, or this where that is more. */
const LEAST_KEPT_BYTES = 64 * 1024 * 1024;

const main = parentPort as MessagePort;
const { settings, storeReadAt, windows, ...start } = workerData as ThreadStart;
const tell = (message: FromThread) => main.postMessage(message);

let callers = new Callers([], []);
let published: Published | undefined;
let isDraining = false;
let warnings: Warning[] = [];
const usage = new UsageCounts();
const numbers = new ThreadNumbers(start.numbers);
const unwatch = watchEventLoop(numbers);

const { logger: log, flush } = openThreadLog(settings, new LogRoom(start.logRoom), (lines) =>
  tell({ type: 'log', lines }),
);
logWarningsOfNode(log);
// One that dies of an error tells what it had gathered.
process.on('exit', flush);
const local = new MemoryRateLimiter({
  limit: settings.rateLimit,
  windowSeconds: settings.rateWindow,
  clock: systemClock,
  windows,
});
const counter = settings.redis
  ? new RedisCounter({ url: settings.redis, windowSeconds: settings.rateWindow, log })
  : undefined;
await counter?.start();
const http = createHttpServer({
  settings,
  codeVersion: start.codeVersion,
  log,
  published: () => published,
  isDraining: () => isDraining,
  callers: () => callers,
  limiter: counter ? new RedisRateLimiter(counter, local, () => numbers.fellBack()) : local,
  connectionLimit: new ConnectionLimit({
    most: settings.connections,
    mostOfOne: settings.connectionsPerAddress,
    shared: start.connections,
    part: start.part,
  }),
  numbers,
  usage,
  warnings: () => warnings,
  mostKeptBytes: (snapshotBytes) => Math.max(snapshotBytes / 3, LEAST_KEPT_BYTES),
  storeReadAt: () => storeReadAt[0],
});
const teller = setInterval(tellAll, TELL_USES_MILLISECONDS);

main.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'callers':
      callers = callersOf(message);
      break;
    case 'published':
      takeUp(message);
      break;
    case 'warnings':
      warnings = message.warnings;
      break;
    case 'settings':
      change(message.changes);
      break;
    case 'listen':
      listen(http.server, message);
      break;
    case 'drain':
      isDraining = true;
      break;
    case 'close':
      close();
  }
});

/** Whoever holds the settings sees them change. */
function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  local.limit = settings.rateLimit;
  log.level = settings.logLevel;
  http.settingsChanged();
}

function callersOf({ keys, allowlist }: CallersMessage): Callers {
  return new Callers(
    keys,
    allowlist.map((cidr) => parseRange(cidr) as Range),
  );
}

function publishedOf({ revision, publishedAt, bytes }: PublishedMessage): Published {
  return { revision, publishedAt, catalogue: new Catalogue(openSnapshot(bytes, { isKnownWhole: true })) };
}

function takeUp(message: PublishedMessage): void {
  const began = performance.now();
  published = publishedOf(message);
  numbers.swaps.observe((performance.now() - began) / 1000);
  releaseReplaced();
}

function listen(server: Server, { port, isShared }: Where): void {
  server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    tell({ type: 'failed', code, message });
    close();
  });
  server.listen({ port, host: settings.host, reusePort: isShared }, () => {
    const { address, family, port: actual } = server.address() as AddressInfo;
    tell({
      type: 'listening',
      address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
      port: actual,
    });
  });
}

function tellAll(): void {
  numbers.setGauge('connections', http.connections());
  numbers.setGauge('resources', process.getActiveResourcesInfo().length);
  numbers.setGauge('redisUp', counter?.isUp ? 1 : 0);
  const uses = usage.take();
  if (uses.length > 0) tell({ type: 'used', uses });
}

/** The thread ends when nothing is left to do. */
async function close(): Promise<void> {
  clearInterval(teller);
  await http.close();
  counter?.close();
  unwatch();
  tellAll();
  flush();
  main.close();
}
