// In charge of keys and allowlist as they are stored.

import type { Changes } from './change.ts';
import type { Change, Database } from './engine.ts';
import { StoreError } from './errors.ts';
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

export class AccessStore {
  readonly #db: Database;
  readonly #changes: Changes;

  constructor(db: Database, changes: Changes) {
    this.#db = db;
    this.#changes = changes;
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
    return await this.#changes.make(async (change) => ({
      result: await insertKey(change, { ...key, createdAt: this.#changes.timestamp(), replaces: null }),
      event: { action: 'key created', subject: key.id, detail: key.name },
    }));
  }

  /**
   * Adds a key in the place of another, which ends at `oldExpiresAt` where it would not have ended before. A key has one
   * successor, unless that was revoked.
   */
  async replaceKey(
    old: StoredKey,
    key: Pick<StoredKey, 'id' | 'hash' | 'expiresAt'>,
    oldExpiresAt: string,
  ): Promise<StoredKey> {
    return await this.#changes.make(async (change) => {
      await assertNotReplaced(change, old.id);
      await change
        .updateTable('keys')
        .set({ expires_at: oldExpiresAt })
        .where('id', '=', old.id)
        .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', oldExpiresAt)]))
        .execute();
      const { name, contact } = old;
      const createdAt = this.#changes.timestamp();
      return {
        result: await insertKey(change, { ...key, name, contact, createdAt, replaces: old.id }),
        event: { action: 'key rotated', subject: old.id, detail: `to ${key.id}` },
      };
    });
  }

  async revokeKey(id: string): Promise<void> {
    await this.#changes.make(async (change) => {
      const { numUpdatedRows } = await change
        .updateTable('keys')
        .set({ revoked_at: this.#changes.timestamp() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return { result: undefined, event: numUpdatedRows > 0n ? { action: 'key revoked', subject: id } : null };
    });
  }

  /** Not a change that anybody must notice: no new version, no history. */
  async recordUse(usedAt: ReadonlyMap<string, string>): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      // In one order, so that servers which do this at once wait for each other; and a later use stands.
      for (const [id, at] of [...usedAt].sort()) {
        await change
          .updateTable('keys')
          .set({ last_used_at: at })
          .where('id', '=', id)
          .where((is) => is.or([is('last_used_at', 'is', null), is('last_used_at', '<', at)]))
          .execute();
      }
    });
  }

  async allowlist(): Promise<AllowedRange[]> {
    const rows = await this.#db.selectFrom('allowlist').selectAll().orderBy('created_at').orderBy('cidr').execute();
    return rows.map(({ cidr, note, created_at }) => ({ cidr, note, createdAt: created_at }));
  }

  /** Adds a range, or gives one that is there already its new note; undefined leaves it the one that it has. */
  async allow(cidr: string, note?: string | null): Promise<AllowedRange> {
    return await this.#changes.make(async (change) => {
      const row = await change
        .insertInto('allowlist')
        .values({ cidr, note: note ?? null, created_at: this.#changes.timestamp() })
        .onConflict((conflict) => conflict.column('cidr').doUpdateSet(note === undefined ? { cidr } : { note }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const result = { cidr: row.cidr, note: row.note, createdAt: row.created_at };
      return { result, event: { action: 'range allowed', subject: cidr, detail: row.note } };
    });
  }

  /** Whether the range was there. */
  async disallow(cidr: string): Promise<boolean> {
    return await this.#changes.make(async (change) => {
      const { numDeletedRows } = await change.deleteFrom('allowlist').where('cidr', '=', cidr).executeTakeFirst();
      const result = numDeletedRows > 0n;
      return { result, event: result ? { action: 'range removed', subject: cidr } : null };
    });
  }
}

/** The ids of keys that have a successor: one that was revoked is none. */
export function replacedIn(keys: readonly Pick<StoredKey, 'replaces' | 'revokedAt'>[]): Set<string> {
  return new Set(keys.flatMap(({ replaces, revokedAt }) => (replaces && !revokedAt ? [replaces] : [])));
}

async function assertNotReplaced(change: Change, id: string): Promise<void> {
  const successor = await change
    .selectFrom('keys')
    .select('id')
    .where('replaces', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (successor) throw new StoreError(`The key ${id} was rotated already: ${successor.id} is its successor.`);
}

type NewKey = Omit<StoredKey, 'revokedAt' | 'lastUsedAt'>;

async function insertKey(change: Change, key: NewKey): Promise<StoredKey> {
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
