// In charge of following a store while serving: callers, catalogue and usage each by itself, over one poller. Where the store
// cannot be read, what an earlier run left on disk fills the gaps; it never takes the place of what was read.

import type { Logger } from 'pino';
import type { Clock } from '../access/rate-limit/contract.ts';
import type { CallerUse } from '../access/usage.ts';
import type { Range } from '../net/address.ts';
import { waitAtMost } from '../store/engines/wait-at-most.ts';
import type { State, Store } from '../store/store.ts';
import type { Cache } from './cache.ts';
import { CallersFollower } from './callers-follower.ts';
import { CatalogueFollower } from './catalogue-follower.ts';
import { Fallback, type StoreEvents } from './fallback.ts';
import { Poller } from './poller.ts';
import { Snapshots } from './snapshots.ts';
import { UsageRecord } from './usage-record.ts';

/** A database or a disk that hangs does not keep the process from ending. */
const FINISH_MILLISECONDS = 1_000;

interface Options {
  openStore(mustExist: boolean): Promise<Store>;
  cache: Cache;
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
    const { cache, trusted, events, log, clock } = options;
    const fallback = new Fallback(cache, log);
    this.#options = options;
    this.#fallback = fallback;
    this.#callers = new CallersFollower({ fallback, trusted, ...events });
    this.#catalogue = new CatalogueFollower({ fallback, snapshots: new Snapshots(cache, log), log, clock, ...events });
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

  /** Tells what stands now, or what was last known where the store cannot be read, then keeps following. */
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

  /** Takes in what callers used, to be written at one of the next looks. */
  addUsage(uses: readonly CallerUse[]): void {
    this.#usage.add(uses, this.#options.clock.wall());
  }

  /** How many counts of use wait to be written. */
  get unwrittenUses(): number {
    return this.#usage.waiting;
  }

  /** Whoever goes on in the same process waits until nothing is written any more. */
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

  /** Callers come first, and wait for nothing: a revoked key must be refused within a second. */
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

/** The allowlist and the trusted proxies contradict each other. */
class ContradictionError extends Error {
  override name = 'ContradictionError';
}
