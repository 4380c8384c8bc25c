// Buffers usage by caller and day, and each key's last use, and writes it to the store in batches. A failure is logged once
// and the counts wait; while another process changes the store they wait silently. A crash loses the current batch.

import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ALLOWLIST_CALLER, type CallerUse } from '../access/usage.ts';
import { isBusy } from '../store/engines/sqlite-errors.ts';
import type { Store } from '../store/store.ts';
import { type DayOfUse, dayOf } from '../store/tables/usage.ts';

const DAYS_INTERVAL_MILLISECONDS = 5_000;
const LAST_USE_INTERVAL_MILLISECONDS = 60_000;
const RETRY_MILLISECONDS = 1_000;
const FINISH_PAUSE_MILLISECONDS = 50;
/** Longer than any change takes. */
const MAX_SILENCE_MILLISECONDS = 30_000;

/** Times are of a monotonic clock, except for those that are stored. */
export class UsageRecord {
  readonly #log: Pick<Logger, 'info' | 'error'>;
  #days = new Map<string, DayOfUse>();
  #daysWrittenAt = -Infinity;
  /** Last uses that are not yet written, in Unix time, and when each key's was. */
  readonly #lastUses = new Map<string, number>();
  readonly #lastUseWrittenAt = new Map<string, number>();
  #writing: Promise<void> | undefined;
  #failure: { since: number; triedAt: number; isHeldUp: boolean; isTold: boolean } | undefined;

  constructor(log: Pick<Logger, 'info' | 'error'>) {
    this.#log = log;
  }

  get waiting(): number {
    return this.#days.size;
  }

  add(uses: readonly CallerUse[], wall: number): void {
    const day = dayOf(wall);
    for (const { caller, requests, errors, limited, usedAt } of uses) {
      this.#addDay({ day, caller, requests, errors, limited });
      if (usedAt > (this.#lastUses.get(caller) ?? 0) && caller !== ALLOWLIST_CALLER) this.#lastUses.set(caller, usedAt);
    }
  }

  /** Begins to write what is due, unless a write is under way. */
  follow(store: Store, now: number): void {
    if (this.#failure && now - this.#failure.triedAt < RETRY_MILLISECONDS) return;
    this.#writing ??= this.write(store, now).finally(() => {
      this.#writing = undefined;
    });
  }

  /** Writes everything. While another process changes the store, retries until `isOver`. */
  async finish(store: Store, now: () => number, isOver: () => boolean): Promise<void> {
    await this.#writing;
    for (;;) {
      await this.write(store, now(), { isLast: true });
      if (!this.#failure?.isHeldUp || isOver()) return;
      await pause(FINISH_PAUSE_MILLISECONDS);
    }
  }

  async write({ access, usage }: Store, now: number, { isLast = false } = {}): Promise<void> {
    const isDue = (writtenAt: number, interval: number) => isLast || now - writtenAt >= interval;
    try {
      const keys = [...this.#lastUses.keys()].filter((id) =>
        isDue(this.#lastUseWrittenAt.get(id) ?? -Infinity, LAST_USE_INTERVAL_MILLISECONDS),
      );
      if (keys.length > 0) await this.#writeLastUses(keys, access, now);
      if (this.#days.size > 0 && isDue(this.#daysWrittenAt, DAYS_INTERVAL_MILLISECONDS))
        await this.#writeDays(usage, now);
      if (this.#failure?.isTold) this.#log.info('what callers used is written again');
      this.#failure = undefined;
    } catch (error) {
      this.#fail(error, now);
    }
  }

  async #writeLastUses(keys: string[], access: Store['access'], now: number): Promise<void> {
    const due = keys.map((id) => [id, this.#lastUses.get(id) as number] as const);
    await access.recordUse(new Map(due.map(([id, at]) => [id, new Date(at).toISOString()])));
    for (const [id, at] of due) {
      this.#lastUseWrittenAt.set(id, now);
      // The key may have been used again meanwhile.
      if (this.#lastUses.get(id) === at) this.#lastUses.delete(id);
    }
  }

  async #writeDays(usage: Store['usage'], now: number): Promise<void> {
    const batch = this.#days;
    // Counts during this write belong to the next batch.
    this.#days = new Map();
    try {
      await usage.add([...batch.values()]);
      this.#daysWrittenAt = now;
    } catch (error) {
      for (const day of batch.values()) this.#addDay(day);
      throw error;
    }
  }

  #addDay(use: DayOfUse): void {
    const place = `${use.day} ${use.caller}`;
    const known = this.#days.get(place);
    if (!known) this.#days.set(place, use);
    else {
      known.requests += use.requests;
      known.errors += use.errors;
      known.limited += use.limited;
    }
  }

  #fail(error: unknown, now: number): void {
    const { since = now, isTold = false } = this.#failure ?? {};
    const isHeldUp = isBusy(error);
    const isToTell = !isTold && !(isHeldUp && now - since < MAX_SILENCE_MILLISECONDS);
    if (isToTell) this.#log.error({ err: error }, 'cannot write what callers used; it waits');
    this.#failure = { since, triedAt: now, isHeldUp, isTold: isTold || isToTell };
  }
}
