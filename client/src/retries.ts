// Decides whether and when an operation is tried again, and bounds its attempts.

import { NetworkError, SylvaError, TimeoutError } from './errors.ts';
import { backOffMs, type sleep } from './wait.ts';

export interface RetryOptions {
  /** How many retries may follow each other without progress. */
  maxRetries: number;
  maxWaitMs: number;
  sleep: typeof sleep;
}

/** What a later attempt may find otherwise. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

export class Retries {
  readonly #options: RetryOptions;
  readonly #signal: AbortSignal | undefined;
  /** In all, whatever progress there is. */
  readonly #maxAttempts: number;
  #attempts = 0;
  /** Since the last progress. */
  #failures = 0;

  constructor(options: RetryOptions, signal: AbortSignal | undefined, maxAttempts = Number.POSITIVE_INFINITY) {
    this.#options = options;
    this.#signal = signal;
    this.#maxAttempts = maxAttempts;
  }

  /** Tries until it succeeds, or another attempt would not help. */
  async run<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        await this.waitAfter(error);
      }
    }
  }

  /** Earlier failures no longer count, except for the attempts in all. */
  progress(): void {
    this.#failures = 0;
  }

  /** Throws the error if there is no further attempt. */
  async waitAfter(error: unknown): Promise<void> {
    const { maxRetries, maxWaitMs, sleep } = this.#options;
    this.#attempts++;
    if (!isPassing(error) || this.#failures >= maxRetries || this.#attempts >= this.#maxAttempts) throw error;
    const { retryAfterSeconds } = error;
    const waitMs = retryAfterSeconds === undefined ? backOffMs(this.#failures) : retryAfterSeconds * 1000;
    if (waitMs > maxWaitMs) throw error;
    this.#failures++;
    await sleep(waitMs, this.#signal);
  }
}

function isPassing(error: unknown): error is SylvaError {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  return error instanceof SylvaError && error.status !== undefined && PASSING.has(error.status);
}
