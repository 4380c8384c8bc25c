// In charge of changes to the store: each is one transaction of the change itself, its line in the history, and a new
// version that running servers notice. And of the history: who changed what, and when.

import { hostname, userInfo } from 'node:os';
import type { Change, Engine } from './engine.ts';

interface Event {
  /** Such as `key revoked`. */
  action: string;
  /** What was changed: a revision, a key's id, a range. */
  subject: string;
  detail?: string | null;
}

interface PastEvent extends Required<Event> {
  at: string;
  /** Who made the change, such as `ada@server`. */
  actor: string;
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

  /** Whether it tells of a change of that moment. */
  async tellsOf(at: string): Promise<boolean> {
    const event = await this.#engine.db.selectFrom('history').select('id').where('at', '=', at).executeTakeFirst();
    return event !== undefined;
  }

  /** The newest first; all where no limit is given. */
  async events({ limit, since = '' }: { limit?: number; since?: string } = {}): Promise<PastEvent[]> {
    const rows = this.#engine.db.selectFrom('history').selectAll().where('at', '>=', since).orderBy('id', 'desc');
    const wanted = await (limit === undefined ? rows : rows.limit(limit)).execute();
    return wanted.map(({ at, who, action, subject, detail }) => ({ at, actor: who, action, subject, detail }));
  }
}

/** Of somebody who became another user by sudo, the one who they are. */
export function whoRuns(variables: NodeJS.ProcessEnv = process.env): string {
  return `${variables.SUDO_USER || userName()}@${hostname()}`;
}

/** In a container, the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
