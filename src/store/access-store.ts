// In charge of keys, allowlist and their history as they are stored. Every change is one transaction: the change, its
// line in the history, and a new version that running servers notice.

import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './schema.ts';

export interface StoredKey {
  id: string;
  name: string;
  contact: string | null;
  hash: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  replaces: string | null;
}

export interface AllowedRange {
  cidr: string;
  note: string | null;
  createdAt: string;
}

interface Event {
  action: string;
  subject: string;
  detail?: string;
}

export class AccessStore {
  readonly #db: Database;
  readonly #who: string;
  readonly #now: () => Date;

  constructor(db: Database, who: string, now: () => Date) {
    this.#db = db;
    this.#who = who;
    this.#now = now;
  }

  async version(): Promise<number> {
    const { version } = await this.#db.selectFrom('state').select('version').executeTakeFirstOrThrow();
    return version;
  }

  async keys(): Promise<StoredKey[]> {
    const rows = await this.#db.selectFrom('keys').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.map(toStoredKey);
  }

  async key(id: string): Promise<StoredKey | undefined> {
    const row = await this.#db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toStoredKey(row);
  }

  async addKey(key: Pick<StoredKey, 'id' | 'name' | 'contact' | 'hash' | 'expiresAt'>): Promise<StoredKey> {
    return await this.#change({ action: 'key created', subject: key.id, detail: key.name }, (change) =>
      insertKey(change, { ...key, createdAt: this.#timestamp(), replaces: null }),
    );
  }

  /** Adds a key in the place of another, which ends at `oldExpiresAt` where it would not have ended before. */
  async replaceKey(
    old: StoredKey,
    key: Pick<StoredKey, 'id' | 'hash' | 'expiresAt'>,
    oldExpiresAt: string,
  ): Promise<StoredKey> {
    return await this.#change({ action: 'key rotated', subject: old.id, detail: `to ${key.id}` }, async (change) => {
      await change
        .updateTable('keys')
        .set({ expires_at: oldExpiresAt })
        .where('id', '=', old.id)
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', oldExpiresAt)]))
        .execute();
      const { name, contact } = old;
      return await insertKey(change, { ...key, name, contact, createdAt: this.#timestamp(), replaces: old.id });
    });
  }

  async revokeKey(id: string): Promise<void> {
    await this.#change({ action: 'key revoked', subject: id }, async (change) => {
      await change
        .updateTable('keys')
        .set({ revoked_at: this.#timestamp() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
    });
  }

  /** Not a change that anybody must notice: no new version, no history. */
  async recordUse(usedAt: ReadonlyMap<string, string>): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      for (const [id, at] of usedAt) {
        await change.updateTable('keys').set({ last_used_at: at }).where('id', '=', id).execute();
      }
    });
  }

  async allowlist(): Promise<AllowedRange[]> {
    const rows = await this.#db.selectFrom('allowlist').selectAll().orderBy('created_at').orderBy('cidr').execute();
    return rows.map(({ cidr, note, created_at }) => ({ cidr, note, createdAt: created_at }));
  }

  /** Adds a range, or gives one that is there already its new note. */
  async allow(cidr: string, note: string | null): Promise<AllowedRange> {
    return await this.#change(
      { action: 'range allowed', subject: cidr, ...(note && { detail: note }) },
      async (change) => {
        const row = await change
          .insertInto('allowlist')
          .values({ cidr, note, created_at: this.#timestamp() })
          .onConflict((conflict) => conflict.column('cidr').doUpdateSet({ note }))
          .returningAll()
          .executeTakeFirstOrThrow();
        return { cidr: row.cidr, note: row.note, createdAt: row.created_at };
      },
    );
  }

  /** Whether the range was there. */
  async disallow(cidr: string): Promise<boolean> {
    return await this.#change({ action: 'range removed', subject: cidr }, async (change) => {
      const { numDeletedRows } = await change.deleteFrom('allowlist').where('cidr', '=', cidr).executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  async history(): Promise<Tables['history'][]> {
    return (await this.#db.selectFrom('history').selectAll().orderBy('id').execute()) as unknown as Tables['history'][];
  }

  /** Begins by writing, so that two changes at once wait for each other instead of failing half-way. */
  async #change<T>(event: Event, work: (change: Transaction<Tables>) => Promise<T>): Promise<T> {
    return await this.#db.transaction().execute(async (change) => {
      await change
        .updateTable('state')
        .set((is) => ({ version: is('version', '+', 1) }))
        .execute();
      const { action, subject, detail = null } = event;
      await change
        .insertInto('history')
        .values({ at: this.#timestamp(), who: this.#who, action, subject, detail })
        .execute();
      return await work(change);
    });
  }

  #timestamp(): string {
    return this.#now().toISOString();
  }
}

type NewKey = Omit<StoredKey, 'revokedAt' | 'lastUsedAt'>;

async function insertKey(change: Transaction<Tables>, key: NewKey): Promise<StoredKey> {
  const { id, name, contact, hash, createdAt, expiresAt, replaces } = key;
  const row = {
    id,
    name,
    contact,
    hash,
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
    replaces,
  };
  await change.insertInto('keys').values(row).execute();
  return toStoredKey(row);
}

function toStoredKey(row: Tables['keys']): StoredKey {
  const { id, name, contact, hash, replaces } = row;
  return {
    id,
    name,
    contact,
    hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    replaces,
  };
}
