// In charge of a serving thread: the HTTP server over what the main thread tells it. It touches neither disk nor database.

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { parseRange, type Range } from '../access/address.ts';
import { Callers } from '../access/callers.ts';
import { MemoryRateLimiter } from '../access/memory-rate-limit.ts';
import { systemClock } from '../access/rate-limit.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import { createHttpServer } from '../http/server.ts';
import type { Published } from '../http/service.ts';
import { openLog } from '../log.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { releaseReplaced } from './memory.ts';
import type { CallersMessage, FromThread, PublishedMessage, ThreadStart, ToThread } from './messages.ts';

const TELL_USES_MILLISECONDS = 500;

const main = parentPort as MessagePort;
const { settings, storeReadAt, windows, ...start } = workerData as ThreadStart;
const tell = (message: FromThread) => main.postMessage(message);

let callers = new Callers([], []);
let published: Published | undefined;
const uses = new Map<string, number>();

const { log, flush } = openLog(settings.logLevel);
const http = createHttpServer({
  settings,
  log,
  published: () => published,
  callers: () => callers,
  limiter: new MemoryRateLimiter({
    limit: settings.rateLimit,
    windowSeconds: settings.rateWindow,
    clock: systemClock,
    windows,
  }),
  markUsed: (id, at) => uses.set(id, at),
  storeReadAt: () => storeReadAt[0],
});
const teller = setInterval(tellUses, TELL_USES_MILLISECONDS);

main.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'callers':
      callers = callersOf(message);
      break;
    case 'published':
      published = publishedOf(message);
      releaseReplaced();
      break;
    case 'listen':
      listen(http.server);
      break;
    case 'close':
      close();
  }
});

function callersOf({ keys, allowlist }: CallersMessage): Callers {
  return new Callers(
    keys,
    allowlist.map((cidr) => parseRange(cidr) as Range),
  );
}

function publishedOf({ revision, publishedAt, bytes }: PublishedMessage): Published {
  return { revision, publishedAt, catalogue: new Catalogue(openSnapshot(bytes, { isKnownWhole: true })) };
}

function listen(server: Server): void {
  server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    tell({ type: 'failed', code, message });
    close();
  });
  const { port, isShared } = start;
  server.listen({ port, host: settings.host, reusePort: isShared }, () => {
    const { address, family, port: actual } = server.address() as AddressInfo;
    tell({
      type: 'listening',
      address: `http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`,
      port: actual,
    });
  });
}

function tellUses(): void {
  if (uses.size > 0) tell({ type: 'used', uses: [...uses] });
  uses.clear();
}

/** The thread ends when nothing is left to do. */
async function close(): Promise<void> {
  clearInterval(teller);
  await http.close();
  tellUses();
  flush();
  main.close();
}
