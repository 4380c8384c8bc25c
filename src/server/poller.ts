// In charge of looking at a store again and again: every moment, and sooner where the store tells by itself that it has
// changed. One that fails, or is another than it was, is opened anew until it is well.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isBusy, whenFree } from '../store/engines/sqlite-errors.ts';
import { WrongStoreError } from '../store/errors.ts';
import type { State, Store } from '../store/store.ts';

/** After a failure, and twice as long after each further one; a store that only seems well is not asked all the time. */
const SHORTEST_RETRY_MILLISECONDS = 200;
const LONGEST_RETRY_MILLISECONDS = 2_000;

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  /** Called with every look, whether anything has changed or not. Where it fails, the store does. */
  onLook(store: Store, state: State): Promise<void>;
  onFailure(error: unknown): void;
  log: Pick<Logger, 'info' | 'error'>;
}

export class Poller {
  readonly #options: Options;
  #store: Store | undefined;
  /** Aborted by news, which may come while the store is being looked at: there is no pause then. */
  #pausing = new AbortController();
  /** How long to wait after a failure; 0 while all is well. */
  #retryMilliseconds = 0;
  /** The words of the last one. */
  #complaint = '';
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** What was opened last, if it did not fail since. */
  get store(): Store | undefined {
    return this.#store;
  }

  /** The first look, which waits while somebody changes the store; fails where the store does. */
  async lookFirst(mustExist: boolean): Promise<void> {
    const store = await this.#open(mustExist);
    await whenFree(() => this.#look(store));
  }

  /** Looks on until it is stopped. */
  run(): void {
    this.#running = this.#run();
  }

  /** The store is opened anew. */
  async fail(error: unknown): Promise<void> {
    this.#options.onFailure(error);
    this.#complain(error);
    const longer = Math.max(2 * this.#retryMilliseconds, SHORTEST_RETRY_MILLISECONDS);
    this.#retryMilliseconds = Math.min(longer, LONGEST_RETRY_MILLISECONDS);
    this.#pausing = new AbortController();
    await this.#leave();
  }

  /** No look begins any more; ends when the one under way has. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#pausing.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  /** Once for each failure, however long it lasts; and again where the store turns out to be a wrong one meanwhile. */
  #complain(error: unknown): void {
    const { message } = error as Error;
    const isNews = error instanceof WrongStoreError && message !== this.#complaint;
    if (this.#isStopped || (this.#retryMilliseconds > 0 && !isNews)) return;
    this.#complaint = message;
    this.#options.log.error({ err: error }, 'cannot read the store; what was known stays');
  }

  async #run(): Promise<void> {
    for (;;) {
      const usual = this.#store?.engine.pollMilliseconds ?? SHORTEST_RETRY_MILLISECONDS;
      const { signal } = this.#pausing;
      await pause(this.#retryMilliseconds || usual, undefined, { signal, ref: false }).catch(() => {});
      if (this.#isStopped) return;
      this.#pausing = new AbortController();
      await this.#lookAgain();
    }
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look(await this.#current());
    } catch (error) {
      // One that somebody is changing is asked again soon.
      if (!isBusy(error)) await this.fail(error);
    }
  }

  async #look(store: Store): Promise<void> {
    await this.#options.onLook(store, await store.state());
    if (this.#retryMilliseconds > 0) this.#options.log.info('the store can be read again');
    this.#retryMilliseconds = 0;
  }

  /** A file may have another one in its place, which is what counts then. */
  async #current(): Promise<Store> {
    if (this.#store?.engine.isSame()) return this.#store;
    await this.#leave();
    return await this.#open(true);
  }

  async #open(mustExist: boolean): Promise<Store> {
    const store = await this.#options.openStore(mustExist);
    this.#store = store;
    if (this.#isStopped) await store.close();
    // Not while it fails: a store that cannot be read may tell of changes all the time.
    else store.engine.watch(() => this.#retryMilliseconds === 0 && this.#pausing.abort());
    return store;
  }

  async #leave(): Promise<void> {
    await this.#store?.close().catch(() => {});
    this.#store = undefined;
  }
}
