// In charge of reading the history: who changed what, and when.

import type { Database } from './engine.ts';

export interface AuditEvent {
  at: string;
  /** Who made the change, such as `ada@server`. */
  actor: string;
  /** Such as `key revoked`. */
  action: string;
  /** What was changed: a revision, a key's id, a range. */
  subject: string;
  detail: string | null;
}

export class AuditStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The newest first; all where no limit is given. */
  async events({ limit, since = '' }: { limit?: number; since?: string } = {}): Promise<AuditEvent[]> {
    const rows = this.#db.selectFrom('history').selectAll().where('at', '>=', since).orderBy('id', 'desc');
    const wanted = await (limit === undefined ? rows : rows.limit(limit)).execute();
    return wanted.map(({ at, who, action, subject, detail }) => ({ at, actor: who, action, subject, detail }));
  }
}
