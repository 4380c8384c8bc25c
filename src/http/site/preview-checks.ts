// In charge of what the last check of previewed content found, for whoever waits for the next one.

import { setTimeout as pause } from 'node:timers/promises';
import type { Finding } from '../../content/source/finding.ts';

/** Who waits that long asks again: shorter than any client's and our own patience. */
const LONGEST_WAIT_MILLISECONDS = 5_000;

export interface Check {
  /** Unlike that of any other check, of any other preview. */
  id: string;
  /** What is previewed, as its author named it. */
  source: string;
  /** That of the catalogue that is shown; null until the content was good once. */
  revision: string | null;
  /** Of what was checked, whether it is shown or not. */
  trees: number;
  errors: number;
  warnings: number;
  /** Errors first, and not all of a great many. */
  findings: Finding[];
}

export class Checks {
  #check: Check | undefined;
  #changed = new AbortController();

  tell(check: Check): void {
    this.#check = check;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /** From now on nobody is kept waiting. */
  close(): void {
    this.#changed.abort();
  }

  /** The check after a known one, or the same again after a while. */
  async after(id: string | null): Promise<Check | undefined> {
    const { signal } = this.#changed;
    if (this.#check?.id === id) await pause(LONGEST_WAIT_MILLISECONDS, undefined, { signal }).catch(() => {});
    return this.#check;
  }
}
