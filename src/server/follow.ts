// Follows a store while serving: callers, catalogue and usage independently, over one poller. If the store cannot be read,
// what an earlier run left on disk fills the gaps, and never replaces what was read.

import type { Logger } from 'pino';
import type { Clock } from '../access/rate-limit/contract.ts';
import type { CallerUse } from '../access/usage.ts';
import type { Range } from '../net/address.ts';
import type { RevisionLoader } from '../publishing/revision-loader.ts';
import type { Cache } from '../store/cache.ts';
import { waitAtMost } from '../store/engines/wait-at-most.ts';
import type { State, Store } from '../store/store.ts';
import { CallersFollower } from './callers-follower.ts';
import { CatalogueFollower } from './catalogue-follower.ts';
import { Fallback, type StoreEvents } from './fallback.ts';
import { Poller } from './poller.ts';
import { UsageRecord } from './usage-record.ts';

/** A database or a disk that hangs must not keep the process from ending. */
const FINISH_MILLISECONDS = 1_000;

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  cache: Cache;
  loader: RevisionLoader;
  trusted: readonly Range[];
  events: StoreEvents;
  log: Logger;
  clock: Clock;
}

export class Follower {
  readonly #options: Options;
  readonly #fallback: Fallback;
  readonly #callers: CallersFollower;
  readonly #catalogue: CatalogueFollower;
  readonly #usage: UsageRecord;
  readonly #poller: Poller;
  #isStarted = false;

  constructor(options: Options) {
    const { cache, loader, trusted, events, log, clock } = options;
    const fallback = new Fallback(cache, log);
    this.#options = options;
    this.#fallback = fallback;
    this.#callers = new CallersFollower({ fallback, trusted, ...events });
    this.#catalogue = new CatalogueFollower({ fallback, loader, cache, log, clock, ...events });
    this.#usage = new UsageRecord(log);
    this.#poller = new Poller({
      openStore: options.openStore,
      onLook: (store, state) => this.#look(store, state),
      onFailure: (error) => {
        fallback.retry(clock.monotonic());
        events.onFailure(error);
      },
      log,
    });
  }

  /** Announces the current state, or the last known one if the store cannot be read, then keeps following. */
  async start(): Promise<void> {
    const hasFallback = this.#fallback.earlier !== undefined;
    try {
      await this.#poller.lookFirst(hasFallback);
    } catch (error) {
      if (!hasFallback || error instanceof ContradictionError) throw error;
      await this.#poller.fail(error);
      this.#report(this.#callers.fallBack());
      await this.#catalogue.fallBack();
    }
    this.#isStarted = true;
    this.#poller.run();
    await this.#catalogue.loaded;
  }

  addUsage(uses: readonly CallerUse[]): void {
    this.#usage.add(uses, this.#options.clock.wall());
  }

  get unwrittenUses(): number {
    return this.#usage.waiting;
  }

  /** To continue in the same process, wait until nothing is written any more. */
  async stop(patienceMilliseconds = FINISH_MILLISECONDS): Promise<void> {
    this.#catalogue.stop();
    await waitAtMost(patienceMilliseconds, this.#finish(patienceMilliseconds));
    await this.#poller.close();
  }

  async #finish(patienceMilliseconds: number): Promise<void> {
    const { monotonic } = this.#options.clock;
    const deadline = monotonic() + patienceMilliseconds;
    await this.#poller.stop();
    const { store } = this.#poller;
    if (store) await this.#usage.finish(store, monotonic, () => monotonic() >= deadline);
    await this.#fallback.written();
  }

  /** Callers come first and wait for nothing: a revoked key must be refused within a second. */
  async #look(store: Store, state: State): Promise<void> {
    this.#fallback.assertSame(state);
    const contradiction = await this.#callers.follow(store, state);
    if (contradiction && !this.#isStarted) throw new ContradictionError(contradiction);
    this.#report(contradiction);
    this.#catalogue.follow(store, state);
    const now = this.#options.clock.monotonic();
    this.#usage.follow(store, now);
    this.#fallback.retry(now);
    this.#options.events.onRead();
  }

  #report(contradiction: string | undefined): void {
    if (contradiction) this.#options.log.error(contradiction);
  }
}

class ContradictionError extends Error {
  override name = 'ContradictionError';
}
