// Makes changes to the store: each is one transaction with its line in the history and a new version of the state.

import { hostname, userInfo } from 'node:os';
import { type Change, type Engine, write } from '../engines/engine.ts';

export interface Event {
  /** Such as `key revoked`. */
  action: string;
  /** What was changed: a revision, the id of a key, a range. */
  subject: string;
  detail?: string | null;
}

interface PastEvent extends Required<Event> {
  at: string;
  /** Such as `ada@server`. */
  actor: string;
}

export class Changes {
  readonly engine: Engine;
  readonly actor: string;
  readonly #now: () => Date;

  constructor(engine: Engine, actor: string, now: () => Date) {
    this.engine = engine;
    this.actor = actor;
    this.#now = now;
  }

  timestamp(): string {
    return this.#now().toISOString();
  }

  async make<T>(work: (change: Change) => Promise<{ result: T; event: Event | null }>): Promise<T> {
    return await write(this.engine, async (change) => {
      await this.engine.notify?.(change);
      // This lock makes concurrent changes wait for each other.
      await change
        .updateTable('state')
        .set((is) => ({ version: is('version', '+', 1) }))
        .execute();
      const { result, event } = await work(change);
      if (event) await this.record(change, event);
      return result;
    });
  }

  /** Adds a line to the history, for work with a transaction of its own. */
  async record(change: Change, { action, subject, detail = null }: Event): Promise<void> {
    const line = { at: this.timestamp(), who: this.actor, action, subject, detail };
    await change.insertInto('history').values(line).execute();
  }

  /** Whether the history has a line of that moment. */
  async tellsOf(at: string): Promise<boolean> {
    const event = await this.engine.db.selectFrom('history').select('id').where('at', '=', at).executeTakeFirst();
    return event !== undefined;
  }

  /** The newest first; all of them without a limit. */
  async events({ limit, since = '' }: { limit?: number; since?: string } = {}): Promise<PastEvent[]> {
    const rows = this.engine.db.selectFrom('history').selectAll().where('at', '>=', since).orderBy('id', 'desc');
    const wanted = await (limit === undefined ? rows : rows.limit(limit)).execute();
    return wanted.map(({ at, who, action, subject, detail }) => ({ at, actor: who, action, subject, detail }));
  }
}

/** The user and host of this process; with sudo, the user who called it. */
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
