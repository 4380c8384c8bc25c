// In charge of when keys were last used: noted in memory, written to the store now and then.

import { ALLOWLIST_CALLER, type CallerUse } from '../access/usage.ts';
import type { AccessStore } from './access-store.ts';

const INTERVAL_MILLISECONDS = 60_000;

export class KeyUses {
  readonly #used = new Map<string, number>();
  readonly #written = new Map<string, number>();

  note(uses: readonly CallerUse[]): void {
    for (const { caller, usedAt } of uses)
      if (usedAt > 0 && caller !== ALLOWLIST_CALLER) this.#used.set(caller, usedAt);
  }

  /** Writes the uses of keys whose last writing is long enough ago. */
  async write(access: AccessStore, now: number, interval = INTERVAL_MILLISECONDS): Promise<void> {
    const due = [...this.#used].filter(([id, at]) => {
      const written = this.#written.get(id) ?? Number.NEGATIVE_INFINITY;
      return at > written && now - written >= interval;
    });
    if (due.length === 0) return;
    await access.recordUse(new Map(due.map(([id, at]) => [id, new Date(at).toISOString()])));
    for (const [id] of due) this.#written.set(id, now);
  }
}
