// In charge of putting a running service together: the main thread follows the store, and others serve what it learns.

import pino from 'pino';
import type { Settings } from './config.ts';
import { releaseReplaced } from './serve/memory.ts';
import { ServingThreads } from './serve/threads.ts';
import { Cache } from './store/cache.ts';
import { explain } from './store/database.ts';
import { Follower } from './store/follow.ts';
import { openStore, type Store } from './store/store.ts';

export interface RunningService {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  close(): Promise<void>;
}

/** Opens the store for as long as the work takes. */
export async function withStore<T>(settings: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(settings);
  try {
    return await work(store);
  } catch (error) {
    throw explain(error);
  } finally {
    await store.close();
  }
}

/** Starts the service; it is ready, with catalogue and callers loaded, when this returns. */
export async function startService(settings: Settings): Promise<RunningService> {
  const log = pino({ level: settings.logLevel, base: null }, pino.destination({ dest: 2, sync: true }));
  const threads = new ServingThreads(settings, log, (id, at) => follower.markUsed(id, at));
  const follower = new Follower({
    openStore: (mustExist) => openStore(settings, mustExist),
    cache: new Cache(settings.data),
    trusted: settings.trustProxy,
    log,
    now: () => new Date(),
    audience: {
      callersChanged: (keys, allowlist) => threads.tellCallers({ type: 'callers', keys, allowlist }),
      published({ id, createdAt }, bytes) {
        threads.tellPublished({ type: 'published', revision: id, publishedAt: createdAt, bytes });
        releaseReplaced();
      },
      upToDate: () => threads.storeWasRead(),
    },
  });
  try {
    await follower.start();
    const address = await threads.listen();
    return {
      address,
      async close() {
        await threads.close();
        await follower.stop();
      },
    };
  } catch (error) {
    await threads.close();
    await follower.stop();
    throw error;
  }
}
