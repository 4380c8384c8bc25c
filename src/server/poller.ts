// Polls a store at intervals, and at once if the store announces a change. Reopens a store that fails or was replaced until
// it works.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isBusy, whenFree } from '../store/engines/sqlite-errors.ts';
import { WrongStoreError } from '../store/errors.ts';
import type { State, Store } from '../store/store.ts';

/** Doubles with each further failure. */
const MIN_RETRY_MILLISECONDS = 200;
const MAX_RETRY_MILLISECONDS = 2_000;

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  /** Called with every poll, changed or not. If it fails, the store counts as failed. */
  onLook(store: Store, state: State): Promise<void>;
  onFailure(error: unknown): void;
  log: Pick<Logger, 'info' | 'error'>;
}

export class Poller {
  readonly #options: Options;
  #store: Store | undefined;
  /** Aborted by news, which may come during a poll: the next pause is skipped then. */
  #pausing = new AbortController();
  #retryMilliseconds = 0;
  #complaint = '';
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  get store(): Store | undefined {
    return this.#store;
  }

  /** Waits while the store is being changed; fails if the store does. */
  async lookFirst(mustExist: boolean): Promise<void> {
    const store = await this.#open(mustExist);
    await whenFree(() => this.#look(store));
  }

  run(): void {
    this.#running = this.#run();
  }

  /** Reopens the store at the next poll. */
  async fail(error: unknown): Promise<void> {
    this.#options.onFailure(error);
    this.#complain(error);
    const longer = Math.max(2 * this.#retryMilliseconds, MIN_RETRY_MILLISECONDS);
    this.#retryMilliseconds = Math.min(longer, MAX_RETRY_MILLISECONDS);
    this.#pausing = new AbortController();
    await this.#leave();
  }

  /** Resolves when the current poll is over; no other begins. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#pausing.abort();
    await this.#running;
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  /** Logs each failure once, and again if the store turns out to be a wrong one. */
  #complain(error: unknown): void {
    const { message } = error as Error;
    const isNews = error instanceof WrongStoreError && message !== this.#complaint;
    if (this.#isStopped || (this.#retryMilliseconds > 0 && !isNews)) return;
    this.#complaint = message;
    this.#options.log.error({ err: error }, 'cannot read the store; what was known stays');
  }

  async #run(): Promise<void> {
    for (;;) {
      const usual = this.#store?.engine.pollMilliseconds ?? MIN_RETRY_MILLISECONDS;
      const { signal } = this.#pausing;
      await pause(this.#retryMilliseconds || usual, undefined, { signal, ref: false }).catch(() => {});
      if (this.#isStopped) return;
      this.#pausing = new AbortController();
      try {
        await this.#look(await this.#current());
      } catch (error) {
        // A store that is being changed is polled again soon.
        if (!isBusy(error)) await this.fail(error);
      }
    }
  }

  async #look(store: Store): Promise<void> {
    await this.#options.onLook(store, await store.state());
    if (this.#retryMilliseconds > 0) this.#options.log.info('the store can be read again');
    this.#retryMilliseconds = 0;
  }

  /** The file may have been replaced by another one. */
  async #current(): Promise<Store> {
    if (this.#store?.engine.isSame()) return this.#store;
    await this.#leave();
    return await this.#open(true);
  }

  async #open(mustExist: boolean): Promise<Store> {
    const store = await this.#options.openStore(mustExist);
    this.#store = store;
    if (this.#isStopped) await store.close();
    // Not while it fails: an unreadable store may announce changes all the time.
    else store.engine.watch(() => this.#retryMilliseconds === 0 && this.#pausing.abort());
    return store;
  }

  async #leave(): Promise<void> {
    await this.#store?.close().catch(() => {});
    this.#store = undefined;
  }
}
