// In charge of choosing implementations: the one place that puts the parts of a running service together.

import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, userInfo } from 'node:os';
import pino from 'pino';
import { MemoryRateLimiter } from './access/memory-rate-limit.ts';
import type { Clock } from './access/rate-limit.ts';
import type { Settings } from './config.ts';
import { createHttpServer } from './http/server.ts';
import { AccessStore } from './store/access-store.ts';
import { type Database, openDatabase } from './store/database.ts';
import { Follower } from './store/follow.ts';
import { AccessFollower } from './store/follow-access.ts';
import { Revisions } from './store/revisions.ts';

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  close(): Promise<void>;
}

const now = () => new Date();
const clock: Clock = { monotonic: () => performance.now(), wall: () => Date.now() };

export function accessStore(database: Database): AccessStore {
  return new AccessStore(database, `${userInfo().username}@${hostname()}`, now);
}

export function revisionStore(settings: Settings): Revisions {
  return new Revisions(settings.data, now);
}

/** Opens the store for as long as the work takes. */
export async function withAccessStore<T>(settings: Settings, work: (store: AccessStore) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings.data);
  try {
    return await work(accessStore(database));
  } finally {
    await database.destroy();
  }
}

/** Starts the service; it is ready, with catalogue and callers loaded, when this returns. */
export async function startService(settings: Settings): Promise<RunningService> {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
  const database = await openDatabase(settings.data);
  const access = new AccessFollower(accessStore(database), settings.trustProxy, log, now);
  const catalogue = new Follower(revisionStore(settings), log);
  const stop = async () => {
    catalogue.stop();
    await access.stop();
    await database.destroy();
  };
  try {
    await Promise.all([access.start(), catalogue.start()]);
    const server = createHttpServer({
      settings,
      log,
      published: () => catalogue.current,
      callers: () => access.callers,
      limiter: memoryLimiter(settings),
      markUsed: (id, at) => access.markUsed(id, at),
    });
    const address = await listen(server, settings);
    return { address, close: () => closeServer(server).then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
}

function memoryLimiter({ rateLimit, rateWindow }: Settings): MemoryRateLimiter {
  return new MemoryRateLimiter({
    limit: rateLimit,
    windowSeconds: rateWindow,
    clock,
    seed: randomBytes(4).readUInt32LE(),
  });
}

function listen(server: Server, { host, port }: Settings): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const { address, family, port: actual } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${actual}`);
    });
  });
}

/** Requests under way are answered; idle connections are ended at once. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
