// In charge of getting one answer at a time: an outdated request is given up, and a failure that may pass is tried again.

import { type Condition, conditionOf, pauseSeconds } from './condition.ts';

export interface Ways<Q, A> {
  ask(question: Q, signal: AbortSignal): Promise<A>;
  /** Rejects when the signal is aborted. */
  pause(seconds: number, signal: AbortSignal): Promise<void>;
  onCondition(condition: Condition): void;
  onAnswer(question: Q, answer: A): void;
}

export class Loader<Q, A> {
  readonly #ways: Ways<Q, A>;
  #current = new AbortController();

  constructor(ways: Ways<Q, A>) {
    this.#ways = ways;
  }

  /** Resolves when there is nothing more to do for this question. */
  async load(question: Q): Promise<void> {
    this.#current.abort();
    this.#current = new AbortController();
    const { signal } = this.#current;
    this.#ways.onCondition({ kind: 'asking' });
    try {
      for (let failures = 0; !(await this.#attempt(question, failures, signal)); failures++);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Whether it is settled. */
  async #attempt(question: Q, failures: number, signal: AbortSignal): Promise<boolean> {
    try {
      const answer = await this.#ways.ask(question, signal);
      if (!signal.aborted) this.#ways.onAnswer(question, answer);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      const condition = conditionOf(error);
      this.#ways.onCondition(condition);
      const seconds = pauseSeconds(condition, failures);
      if (seconds !== undefined) await this.#ways.pause(seconds, signal);
      return seconds === undefined;
    }
  }
}
