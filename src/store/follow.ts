// In charge of following a store: asks for its version, and sooner where the store tells by itself that it has changed;
// and writes back what callers used. A store that fails, or is not the one it was, is tried again until it is well.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Range } from '../access/address.ts';
import type { Clock } from '../access/rate-limit.ts';
import type { CallerUse } from '../access/usage.ts';
import type { Cache } from './cache.ts';
import { type Audience, Knowledge } from './knowledge.ts';
import { isBusy, whenFree } from './sqlite.ts';
import type { State, Store } from './store.ts';
import { Uses } from './uses.ts';

/** After a failure, and twice as long after each further one; a store that only seems well is not asked all the time. */
const SHORTEST_RETRY_MILLISECONDS = 200;
const LONGEST_RETRY_MILLISECONDS = 2_000;
/** A database that hangs does not keep the process from ending. */
const FINISH_MILLISECONDS = 1_000;
const FINISH_PAUSE_MILLISECONDS = 50;

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  cache: Cache;
  trusted: readonly Range[];
  audience: Audience;
  log: Logger;
  clock: Clock;
}

export class Follower {
  readonly #options: Options;
  readonly #knowledge: Knowledge;
  readonly #uses: Uses;
  #store: Store | undefined;
  #version = -1;
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #isStopped = false;
  /** How long to wait after a failure; 0 while all is well. */
  #retryMilliseconds = 0;
  /** Whether something changed while the store was being read. */
  #isBehind = false;
  #isPolling = false;

  constructor(options: Options) {
    this.#options = options;
    this.#knowledge = new Knowledge(options);
    this.#uses = new Uses(options.log);
  }

  /** Tells what stands now, or what was last known where the store cannot be read, then keeps following. */
  async start(): Promise<void> {
    try {
      const store = await this.#open(this.#knowledge.canFallBack);
      const onContradiction = (contradiction: string) => {
        throw new ContradictionError(contradiction);
      };
      await whenFree(async () => this.#read(store, await store.state(), onContradiction));
    } catch (error) {
      if (!this.#knowledge.canFallBack || error instanceof ContradictionError) throw error;
      await this.#fail(error);
      await this.#knowledge.fallBack();
    }
    this.#schedule();
  }

  /** Notes what callers used; one of the next polls writes it. */
  note(uses: readonly CallerUse[]): void {
    this.#uses.note(uses, this.#options.clock.wall());
  }

  /** How many counts of use wait to be written. */
  get waitingUses(): number {
    return this.#uses.waiting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.race([this.#finish(), pause(FINISH_MILLISECONDS, undefined, { ref: false })]);
    await this.#store?.close();
  }

  /** While somebody else changes the store, there is still a moment to wait for one's turn. */
  async #finish(): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.monotonic() + FINISH_MILLISECONDS;
    await this.#polling;
    await this.#writeUses(0);
    while (this.#uses.isHeldUp && clock.monotonic() < deadline) {
      await pause(FINISH_PAUSE_MILLISECONDS);
      await this.#writeUses(0);
    }
  }

  async #open(mustExist: boolean): Promise<Store> {
    const store = await this.#options.openStore(mustExist);
    this.#store = store;
    this.#knowledge.assertSame(await whenFree(() => store.state()));
    if (this.#isStopped) await store.close();
    else store.watch(() => this.#pollSoon());
    return store;
  }

  /** A file may have another one in its place, which is what counts then. */
  async #current(): Promise<Store> {
    if (this.#store?.isSame()) return this.#store;
    await this.#leave();
    return await this.#open(true);
  }

  async #leave(): Promise<void> {
    await this.#store?.close().catch(() => {});
    this.#store = undefined;
    this.#version = -1;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    const usual = this.#isBehind ? 0 : (this.#store?.pollMilliseconds ?? SHORTEST_RETRY_MILLISECONDS);
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().finally(() => this.#schedule());
    }, this.#retryMilliseconds || usual).unref();
  }

  #pollSoon(): void {
    this.#isBehind = true;
    if (this.#isPolling || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#schedule();
  }

  async #poll(): Promise<void> {
    this.#isBehind = false;
    this.#isPolling = true;
    try {
      const store = await this.#current();
      const state = await store.state();
      this.#knowledge.assertSame(state);
      if (state.version !== this.#version)
        await this.#read(store, state, (contradiction) => this.#options.log.error(contradiction));
      await this.#writeUses();
      if (this.#retryMilliseconds > 0) this.#options.log.info('the store can be read again');
      this.#retryMilliseconds = 0;
      this.#options.audience.upToDate();
    } catch (error) {
      // One that somebody is changing is asked again soon.
      if (!isBusy(error)) await this.#fail(error);
    } finally {
      this.#isPolling = false;
    }
  }

  /** Complains once for each failure, however long it lasts; the store is opened anew. */
  async #fail(error: unknown): Promise<void> {
    const { audience, log } = this.#options;
    audience.failed(error);
    if (this.#retryMilliseconds === 0 && !this.#isStopped)
      log.error({ err: error }, 'cannot read the store; what was known stays');
    const longer = Math.max(2 * this.#retryMilliseconds, SHORTEST_RETRY_MILLISECONDS);
    this.#retryMilliseconds = Math.min(longer, LONGEST_RETRY_MILLISECONDS);
    await this.#leave();
  }

  async #read(store: Store, state: State, onContradiction: (message: string) => void): Promise<void> {
    await this.#knowledge.read(store, state, onContradiction);
    this.#version = state.version;
    this.#options.audience.upToDate();
  }

  async #writeUses(interval?: number): Promise<void> {
    if (this.#store) await this.#uses.write(this.#store, this.#options.clock.monotonic(), interval);
  }
}

class ContradictionError extends Error {
  override name = 'ContradictionError';
}
