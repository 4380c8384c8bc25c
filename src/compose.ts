// In charge of putting a running service together: the main thread follows the store, and a serving one answers.

import { EventEmitter, once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import pino from 'pino';
import type { Settings } from './config.ts';
import { releaseReplaced } from './serve/memory.ts';
import type { CallersMessage, FromThread, PublishedMessage, ThreadStart, ToThread } from './serve/messages.ts';
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
  const storeReadAt = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  let callers: CallersMessage = { type: 'callers', keys: [], allowlist: [] };
  let published: PublishedMessage | undefined;
  let thread: ServingThread | undefined;

  const follower = new Follower({
    openStore: (mustExist) => openStore(settings, mustExist),
    cache: new Cache(settings.data),
    trusted: settings.trustProxy,
    log,
    now: () => new Date(),
    audience: {
      callersChanged(keys, allowlist) {
        callers = { type: 'callers', keys, allowlist };
        thread?.tell(callers);
      },
      published({ id, createdAt }, bytes) {
        published = { type: 'published', revision: id, publishedAt: createdAt, bytes };
        thread?.tell(published);
        releaseReplaced();
      },
      upToDate() {
        storeReadAt[0] = Date.now();
      },
    },
  });
  try {
    await follower.start();
    thread = new ServingThread({ settings, storeReadAt });
    thread.on('used', (id: string, at: number) => follower.markUsed(id, at));
    thread.tell(callers);
    if (published) thread.tell(published);
    const address = await thread.listen();
    return {
      address,
      async close() {
        await thread?.close();
        await follower.stop();
      },
    };
  } catch (error) {
    await follower.stop();
    throw error;
  }
}

/** A thread that serves, as the main thread sees it. */
class ServingThread extends EventEmitter {
  readonly #worker: Worker;

  constructor(start: ThreadStart) {
    super();
    flushCompileCache();
    this.#worker = new Worker(new URL('./serve/entry.mjs', import.meta.url), { workerData: start });
    this.#worker.on('message', (message: FromThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.emit('failed', error));
  }

  tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** The address, once it listens. */
  async listen(): Promise<string> {
    this.tell({ type: 'listen' });
    const failed = once(this, 'failed').then(([error]) => {
      throw error;
    });
    const [address] = await Promise.race([once(this, 'listening'), failed]);
    return address;
  }

  async close(): Promise<void> {
    const ended = once(this.#worker, 'exit');
    this.tell({ type: 'close' });
    await ended;
  }

  #receive(message: FromThread): void {
    if (message.type === 'listening') this.emit('listening', message.address);
    else if (message.type === 'failed')
      this.emit('failed', Object.assign(new Error(message.message), { code: message.code }));
    else for (const [id, at] of message.uses) this.emit('used', id, at);
  }
}
