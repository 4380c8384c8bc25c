// In charge of use that is counted and not yet stored: gathered by caller and day, written in batches. While the store is
// gone it waits here; a crash loses what was counted since the last batch.

import type { CallerUse } from '../access/usage.ts';
import { type DayOfUse, dayOf, type UsageStore } from './usage-store.ts';

const INTERVAL_MILLISECONDS = 5_000;

export class UsageBook {
  #days = new Map<string, DayOfUse>();
  /** By a clock that nobody sets. */
  #writtenAt = -Infinity;

  get size(): number {
    return this.#days.size;
  }

  note(uses: readonly CallerUse[], now: number): void {
    const day = dayOf(now);
    for (const { caller, requests, errors, limited } of uses) this.#add({ day, caller, requests, errors, limited });
  }

  async write(store: UsageStore, now: number, interval = INTERVAL_MILLISECONDS): Promise<void> {
    if (this.#days.size === 0 || now - this.#writtenAt < interval) return;
    const batch = this.#days;
    // What is counted while this batch is written belongs to the next one.
    this.#days = new Map();
    try {
      await store.add([...batch.values()]);
      this.#writtenAt = now;
    } catch (error) {
      for (const day of batch.values()) this.#add(day);
      throw error;
    }
  }

  #add(use: DayOfUse): void {
    const place = `${use.day} ${use.caller}`;
    const known = this.#days.get(place);
    if (!known) this.#days.set(place, use);
    else {
      known.requests += use.requests;
      known.errors += use.errors;
      known.limited += use.limited;
    }
  }
}
