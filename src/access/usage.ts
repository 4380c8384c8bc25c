// In charge of how much each caller uses the service: counted in memory by a serving thread, and handed on in batches.

/** Those who call from an allowlisted address without a key are counted together. */
export const ALLOWLIST_CALLER = 'allowlist';

export interface CallerUse {
  /** The id of a key, or `ALLOWLIST_CALLER`. */
  caller: string;
  /** All requests, whatever became of them. */
  requests: number;
  /** Those that were answered with 400 or more, those over the limit aside. */
  errors: number;
  /** Those over the limit. */
  limited: number;
  /** Unix time in milliseconds of the last one that was let in; 0 where none was. */
  usedAt: number;
}

export const RATE_LIMITED = 429;

const nothingOf = (caller: string): CallerUse => ({ caller, requests: 0, errors: 0, limited: 0, usedAt: 0 });

export class UsageCounts {
  readonly #counts = new Map<string, CallerUse>();

  add(caller: string, status: number, at: number): void {
    const use = this.#counts.getOrInsertComputed(caller, nothingOf);
    use.requests++;
    if (status === RATE_LIMITED) use.limited++;
    else use.usedAt = at;
    if (status >= 400 && status !== RATE_LIMITED) use.errors++;
  }

  /** What was counted since the last time. */
  take(): CallerUse[] {
    const uses = [...this.#counts.values()];
    this.#counts.clear();
    return uses;
  }
}
