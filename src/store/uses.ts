// In charge of writing back what callers used: how much, and when last. A store that takes nothing is still read, so that
// a failure here is complained of once and what was noted waits. It also waits, in silence, while somebody else changes the
// store.

import type { Logger } from 'pino';
import type { CallerUse } from '../access/usage.ts';
import { KeyUses } from './key-uses.ts';
import { isBusy } from './sqlite.ts';
import type { Store } from './store.ts';
import { UsageBook } from './usage-book.ts';

const RETRY_MILLISECONDS = 1_000;
/** Longer than any change takes. */
const LONGEST_SILENCE_MILLISECONDS = 30_000;

export class Uses {
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #lastUses = new KeyUses();
  readonly #book = new UsageBook();
  /** Since when it fails, and whether that was said. */
  #failing: { since: number; isTold: boolean } | undefined;
  #triedAt = -Infinity;
  #isHeldUp = false;

  constructor(log: Pick<Logger, 'info' | 'error'>) {
    this.#log = log;
  }

  /** How many counts wait to be written. */
  get waiting(): number {
    return this.#book.size;
  }

  /** Whether somebody else was changing the store at the last try. */
  get isHeldUp(): boolean {
    return this.#isHeldUp;
  }

  note(uses: readonly CallerUse[], wall: number): void {
    this.#lastUses.note(uses);
    this.#book.note(uses, wall);
  }

  /** Writes what is due; all of it where the interval is 0. `now` is by a clock that nobody sets. */
  async write({ access, usage }: Store, now: number, interval?: number): Promise<void> {
    if (this.#failing && interval !== 0 && now - this.#triedAt < RETRY_MILLISECONDS) return;
    this.#triedAt = now;
    try {
      await this.#lastUses.write(access, now, interval);
      await this.#book.write(usage, now, interval);
      if (this.#failing?.isTold) this.#log.info('what callers used is written again');
      this.#failing = undefined;
      this.#isHeldUp = false;
    } catch (error) {
      this.#isHeldUp = isBusy(error);
      this.#fail(error, now);
    }
  }

  #fail(error: unknown, now: number): void {
    this.#failing ??= { since: now, isTold: false };
    const { since, isTold } = this.#failing;
    if (isTold || (this.#isHeldUp && now - since < LONGEST_SILENCE_MILLISECONDS)) return;
    this.#log.error({ err: error }, 'cannot write what callers used; it waits');
    this.#failing.isTold = true;
  }
}
