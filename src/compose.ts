// In charge of putting a running service together: the main thread follows the store, and others serve what it learns.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock } from './access/rate-limit.ts';
import type { Settings } from './config.ts';
import type { Outlet } from './log/outlet.ts';
import { logWarningsOfNode, ServiceLog } from './log.ts';
import { Monitor } from './monitor/monitor.ts';
import { releaseReplaced } from './serve/memory.ts';
import { ServingThreads } from './serve/threads.ts';
import { Cache } from './store/cache.ts';
import { NoStoreError, WrongStoreError } from './store/errors.ts';
import { Follower } from './store/follow.ts';
import { identityOf, locationOf, madeNew } from './store/location.ts';
import { explain } from './store/sqlite.ts';
import { openStore, type Store } from './store/store.ts';

/**
 * A database that hangs is given up and asked anew over another connection. One that is a file has whoever waits for it
 * do nothing else: it is asked again later.
 */
const FOLLOW_PATIENCE_MILLISECONDS = { postgres: 5_000, sqlite: 50 };

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Where its metrics are, if anywhere. */
  metricsAddress: string | undefined;
  /** What a person should know who starts it. */
  cautions: string[];
  /** What it has not yet: anything to serve, anybody to serve it to. */
  lacks: { catalogue: boolean; callers: boolean };
  log: Logger;
  /** Takes over new values of settings that may change while it runs. */
  change(changes: Partial<Settings>): void;
  close(): Promise<void>;
}

/**
 * Opens the store for as long as the work takes. Where there is none, the work must say that it `mayCreate` one, and `tell`
 * says that one was made.
 */
export async function withStore<T>(
  settings: Settings,
  work: (store: Store) => Promise<T>,
  { mayCreate = false, tell = (_news: string): void => {} } = {},
): Promise<T> {
  const store = await (mayCreate ? openOrCreate(settings) : openStore(settings, { mustExist: true }));
  if (store.isNew) tell(madeNew(locationOf(settings)));
  try {
    return await work(store);
  } catch (error) {
    throw explain(error);
  } finally {
    await store.close();
  }
}

/** Where a server has served a store before, a new one would hide its loss. */
async function openOrCreate(settings: Settings): Promise<Store> {
  const cache = cacheOf(settings, { warn() {} });
  const mustExist = cache.known() !== undefined;
  return await openStore(settings, { mustExist }).catch((error) => {
    if (!mustExist || !(error instanceof NoStoreError)) throw error;
    throw new NoStoreError(
      `${error.message} One was served from here: restore a backup, or remove ${cache.folder} to begin with a new one.`,
    );
  });
}

function cacheOf(settings: Settings, log: Pick<Logger, 'warn'>): Cache {
  return new Cache(settings.data, identityOf(locationOf(settings), settings.data), log);
}

/** Starts the service; it is ready, with catalogue and callers loaded, when this returns. */
export async function startService(settings: Settings, logOutlet: Outlet): Promise<RunningService> {
  const serviceLog = new ServiceLog(settings, logOutlet);
  const log = serviceLog.logger;
  logWarningsOfNode(log);
  const threads = new ServingThreads(settings, serviceLog, {
    used: (uses) => follower.note(uses),
    replaced: () => monitor.threadReplaced(),
  });
  const monitor = new Monitor(settings, log, threads, {
    unwrittenUses: () => follower.waitingUses,
    droppedLogLines: () => serviceLog.room.dropped,
  });
  const follower = followerFor(settings, log, threads, monitor);
  const close = async () => {
    await threads.close();
    monitor.stop();
    await follower.stop();
  };
  try {
    threads.start();
    await follower.start();
    await monitor.start();
    return {
      address: await threads.listen(),
      metricsAddress: monitor.address,
      cautions: monitor.cautions,
      lacks: monitor.lacks,
      log,
      change(changes) {
        Object.assign(settings, changes);
        log.level = settings.logLevel;
        threads.tellSettings(changes);
      },
      async close() {
        threads.drain();
        await pause(settings.drainSeconds * 1000);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function followerFor(settings: Settings, log: Logger, threads: ServingThreads, monitor: Monitor): Follower {
  const patienceMilliseconds = FOLLOW_PATIENCE_MILLISECONDS[locationOf(settings).kind];
  return new Follower({
    openStore: (mustExist) => openStore(settings, { mustExist, patienceMilliseconds }),
    cache: cacheOf(settings, log),
    trusted: settings.trustProxy,
    log,
    clock: systemClock,
    audience: {
      callersChanged(keys, allowlist) {
        threads.tellCallers({ type: 'callers', keys, allowlist });
        monitor.callersChanged(keys, allowlist);
      },
      published(revision, bytes, seconds) {
        const { id, createdAt } = revision;
        threads.tellPublished({ type: 'published', revision: id, publishedAt: createdAt, bytes });
        monitor.published(revision, bytes, seconds);
        releaseReplaced();
      },
      unloadable: (revision) => monitor.unloadable(revision?.id),
      upToDate() {
        const now = Date.now();
        threads.storeWasRead(now);
        monitor.storeWasRead(now);
      },
      failed: (error) => monitor.storeFailed(error instanceof WrongStoreError),
    },
  });
}
