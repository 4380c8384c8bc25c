/** Counts all callers without a key at allowlisted addresses. */
export const ALLOWLIST_CALLER = 'allowlist';

export interface CallerUse {
  /** The id of a key, or `ALLOWLIST_CALLER`. */
  caller: string;
  requests: number;
  /** Responses with status 400 or more, except 429. */
  errors: number;
  limited: number;
  /** Unix time in milliseconds of the last request within the limit; 0 if there was none. */
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

  take(): CallerUse[] {
    const uses = [...this.#counts.values()];
    this.#counts.clear();
    return uses;
  }
}
