// Composes the running service: the main thread follows the store, and the other threads serve what it reads.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock } from '../access/rate-limit/contract.ts';
import { collectGarbage } from '../config/garbage.ts';
import { locationOf } from '../config/location.ts';
import type { LiveSettings, Settings } from '../config/settings.ts';
import { logWarningsOfNode, ServiceLog } from '../observe/log.ts';
import { Monitor } from '../observe/monitor.ts';
import type { Outlet } from '../observe/outlet.ts';
import { RevisionLoader } from '../publishing/revision-loader.ts';
import { cacheOf } from '../store/cache.ts';
import { WrongStoreError } from '../store/errors.ts';
import { openStore } from '../store/store.ts';
import { Follower } from './follow.ts';
import { ServingThreads } from './threads.ts';

/** After this, a PostgreSQL query is retried over another connection. A SQLite lock blocks the thread, so it is retried later. */
const FOLLOW_PATIENCE_MILLISECONDS = { postgres: 5_000, sqlite: 50 };

export interface RunningService {
  address: string;
  metricsAddress: string | undefined;
  /** What the operator should know at the start. */
  cautions: string[];
  lacks: { catalogue: boolean; callers: boolean };
  log: Logger;
  live(): LiveSettings;
  change(live: LiveSettings): void;
  close(): Promise<void>;
}

/** Resolves when catalogue and callers are loaded and the service listens. */
export async function startService(
  settings: Settings,
  initial: LiveSettings,
  logOutlet: Outlet,
): Promise<RunningService> {
  let live = initial;
  const serviceLog = new ServiceLog({ ...settings, ...live }, logOutlet);
  const log = serviceLog.logger;
  logWarningsOfNode(log);
  const threads = new ServingThreads(settings, live, serviceLog, {
    used: (uses) => follower.addUsage(uses),
    replaced: () => monitor.threadReplaced(),
  });
  const monitor = new Monitor(settings, log, threads.numbers, {
    tellWarnings: (warnings) => threads.tell({ type: 'warnings', warnings }),
    unwrittenUses: () => follower.unwrittenUses,
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
      live: () => live,
      change(fresh) {
        live = fresh;
        log.level = live.logLevel;
        threads.tell({ type: 'live', live });
      },
      async close() {
        threads.tell({ type: 'drain' });
        await pause(live.drainSeconds * 1000);
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
  const cache = cacheOf(settings, log);
  return new Follower({
    openStore: (mustExist) => openStore(settings, { mustExist, patienceMilliseconds }),
    cache,
    loader: new RevisionLoader(settings, cache),
    trusted: settings.trustProxy,
    log,
    clock: systemClock,
    events: {
      onCallers(keys, allowlist) {
        threads.tell({ type: 'callers', keys, allowlist });
        monitor.callersChanged(keys, allowlist);
      },
      onPublished(revision, loaded, seconds) {
        const { id, createdAt } = revision;
        threads.tell({ type: 'published', revision: id, publishedAt: createdAt, ...loaded });
        monitor.published(revision, loaded.bytes, seconds);
        collectGarbage();
      },
      onUnloadable: (revision) => monitor.unloadable(revision?.id),
      onRead() {
        const now = Date.now();
        threads.storeWasRead(now);
        monitor.storeWasRead(now);
      },
      onFailure: (error) => monitor.storeFailed(error instanceof WrongStoreError),
    },
  });
}
