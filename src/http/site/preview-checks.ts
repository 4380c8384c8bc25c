import { setTimeout as pause } from 'node:timers/promises';

/** A client asks again after this time: less than any time-out. */
const MAX_WAIT_MILLISECONDS = 5_000;

export interface Check {
  /** Unique over all previews. */
  id: string;
  /** As the author named it. */
  source: string;
  /** The one shown; null until the content had no errors once. */
  revision: string | null;
  trees: number;
  errors: number;
  warnings: number;
  /** Errors first, up to a limit; see `Finding` in content. */
  findings: object[];
}

/** Holds the last check of previewed content. */
export class Checks {
  #check: Check | undefined;
  #changed = new AbortController();

  tell(check: Check): void {
    this.#check = check;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /** Ends all waiting. */
  close(): void {
    this.#changed.abort();
  }

  /** Waits until the check is another than the given one, or until the time is up. */
  async after(id: string | null): Promise<Check | undefined> {
    const { signal } = this.#changed;
    if (this.#check?.id === id) await pause(MAX_WAIT_MILLISECONDS, undefined, { signal }).catch(() => {});
    return this.#check;
  }
}
