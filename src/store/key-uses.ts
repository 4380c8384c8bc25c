// In charge of when keys were last used: noted in memory, written to the store now and then.

import { ALLOWLIST_CALLER, type CallerUse } from '../access/usage.ts';
import type { AccessStore } from './access-store.ts';

const INTERVAL_MILLISECONDS = 60_000;

export class KeyUses {
  /** Last uses that are not yet written, in Unix time. */
  readonly #unwritten = new Map<string, number>();
  /** When each was last written, by a clock that nobody sets. */
  readonly #writtenAt = new Map<string, number>();

  note(uses: readonly CallerUse[]): void {
    for (const { caller, usedAt } of uses)
      if (usedAt > 0 && caller !== ALLOWLIST_CALLER) this.#unwritten.set(caller, usedAt);
  }

  /** Writes the uses of keys whose last writing is long enough ago. */
  async write(access: AccessStore, now: number, interval = INTERVAL_MILLISECONDS): Promise<void> {
    const due = [...this.#unwritten].filter(([id]) => now - (this.#writtenAt.get(id) ?? -Infinity) >= interval);
    if (due.length === 0) return;
    await access.recordUse(new Map(due.map(([id, at]) => [id, new Date(at).toISOString()])));
    for (const [id, at] of due) {
      this.#writtenAt.set(id, now);
      // It may have been used again meanwhile.
      if (this.#unwritten.get(id) === at) this.#unwritten.delete(id);
    }
  }
}
