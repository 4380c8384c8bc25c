// In charge of writing back what callers used: how much, and when last. A store that takes nothing is still read, so that
// a failure here is complained of once and what was noted waits.

import type { Logger } from 'pino';
import type { CallerUse } from '../access/usage.ts';
import { KeyUses } from './key-uses.ts';
import type { Store } from './store.ts';
import { UsageBook } from './usage-book.ts';

export class Uses {
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #lastUses = new KeyUses();
  readonly #book = new UsageBook();
  #isFailing = false;

  constructor(log: Pick<Logger, 'info' | 'error'>) {
    this.#log = log;
  }

  /** How many counts wait to be written. */
  get waiting(): number {
    return this.#book.size;
  }

  note(uses: readonly CallerUse[], now: number): void {
    this.#lastUses.note(uses);
    this.#book.note(uses, now);
  }

  /** Writes what is due; all of it where the interval is 0. */
  async write({ access, usage }: Store, now: number, interval?: number): Promise<void> {
    try {
      await this.#lastUses.write(access, now, interval);
      await this.#book.write(usage, now, interval);
      if (this.#isFailing) this.#log.info('what callers used is written again');
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#log.error({ err: error }, 'cannot write what callers used; it waits');
      this.#isFailing = true;
    }
  }
}
