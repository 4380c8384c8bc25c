// In charge of changes to the store: each is one transaction of the change itself, its line in the history, and a new
// version that running servers notice.

import type { Change, Engine } from './engine.ts';

export interface Event {
  action: string;
  subject: string;
  detail?: string | null;
}

export class Changes {
  readonly #engine: Engine;
  readonly #who: string;
  readonly #now: () => Date;

  constructor(engine: Engine, who: string, now: () => Date) {
    this.#engine = engine;
    this.#who = who;
    this.#now = now;
  }

  timestamp(): string {
    return this.#now().toISOString();
  }

  /** Begins by writing, so that two changes at once wait for each other instead of failing half-way. */
  async make<T>(work: (change: Change) => Promise<{ result: T; event: Event | null }>): Promise<T> {
    return await this.#engine.db.transaction().execute(async (change) => {
      await this.#engine.begin(change);
      await change
        .updateTable('state')
        .set((is) => ({ version: is('version', '+', 1) }))
        .execute();
      const { result, event } = await work(change);
      if (event) await this.record(change, event);
      return result;
    });
  }

  /** For a change that is a transaction of its own making. */
  async record(change: Change, { action, subject, detail = null }: Event): Promise<void> {
    const line = { at: this.timestamp(), who: this.#who, action, subject, detail };
    await change.insertInto('history').values(line).execute();
  }
}
