// Stores keys and the allowlist.

import type { Change, Database } from '../engines/engine.ts';
import { StoreError } from '../errors.ts';
import type { Changes } from './audit.ts';
import type { Tables } from './schema.ts';

const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

export type StoredKey = Tables['keys'];
type AllowedRange = Tables['allowlist'];

export class AccessStore {
  readonly #db: Database;
  readonly #changes: Changes;

  constructor(db: Database, changes: Changes) {
    this.#db = db;
    this.#changes = changes;
  }

  async keys(): Promise<StoredKey[]> {
    const rows = await this.#db.selectFrom('keys').selectAll().orderBy('createdAt').orderBy('id').execute();
    return rows.map(withValidEnd);
  }

  async key(id: string): Promise<StoredKey | undefined> {
    const row = await this.#db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();
    return row && withValidEnd(row);
  }

  async addKey(key: Pick<StoredKey, 'id' | 'name' | 'contact' | 'hash' | 'expiresAt'>): Promise<StoredKey> {
    return await this.#changes.make(async (change) => ({
      result: await insertKey(change, { ...key, createdAt: this.#changes.timestamp(), replaces: null }),
      event: { action: 'key created', subject: key.id, detail: key.name },
    }));
  }

  /**
   * Adds a successor of an active key, which then ends at `oldExpiresAt` at the latest. Throws a StoreError if the key is not active
   * any more, or has a successor that was not revoked.
   */
  async replaceKey(
    { id }: Pick<StoredKey, 'id'>,
    key: Pick<StoredKey, 'id' | 'hash' | 'expiresAt'>,
    oldExpiresAt: string,
  ): Promise<StoredKey> {
    return await this.#changes.make(async (change) => {
      // The key may have changed since the caller read it.
      const old = await change.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const createdAt = this.#changes.timestamp();
      assertActive(old, new Date(createdAt));
      await assertNotReplaced(change, id);
      await endKey(change, old, limited(oldExpiresAt));
      const { name, contact } = old;
      return {
        result: await insertKey(change, { ...key, name, contact, createdAt, replaces: id }),
        event: { action: 'key rotated', subject: id, detail: `to ${key.id}` },
      };
    });
  }

  async revokeKey(id: string): Promise<void> {
    await this.#changes.make(async (change) => {
      const key = change.updateTable('keys').set({ revokedAt: this.#changes.timestamp() }).where('id', '=', id);
      const { numUpdatedRows } = await key.where('revokedAt', 'is', null).executeTakeFirst();
      return { result: undefined, event: numUpdatedRows > 0n ? { action: 'key revoked', subject: id } : null };
    });
  }

  /** Adds no version and no line of the history. */
  async recordUse(usedAt: ReadonlyMap<string, string>): Promise<void> {
    await this.#db.transaction().execute(async (change) => {
      // In one order, so that servers which do this at once wait for each other.
      for (const [id, at] of [...usedAt].sort()) {
        const key = change.updateTable('keys').set({ lastUsedAt: at }).where('id', '=', id);
        await key.where((is) => is.or([is('lastUsedAt', 'is', null), is('lastUsedAt', '<', at)])).execute();
      }
    });
  }

  async allowlist(): Promise<AllowedRange[]> {
    return await this.#db.selectFrom('allowlist').selectAll().orderBy('createdAt').orderBy('cidr').execute();
  }

  /** Adds a range, or changes its note unless that is undefined. If `check` throws, nothing changes. */
  async allow(
    cidr: string,
    note?: string | null,
    check?: (present: Pick<AllowedRange, 'cidr'>[]) => void,
  ): Promise<AllowedRange> {
    return await this.#changes.make(async (change) => {
      check?.(await change.selectFrom('allowlist').select('cidr').execute());
      const result = await change
        .insertInto('allowlist')
        .values({ cidr, note: note ?? null, createdAt: this.#changes.timestamp() })
        .onConflict((conflict) => conflict.column('cidr').doUpdateSet(note === undefined ? { cidr } : { note }))
        .returningAll()
        .executeTakeFirstOrThrow();
      return { result, event: { action: 'range allowed', subject: cidr, detail: result.note } };
    });
  }

  /** Returns whether the range was there. */
  async disallow(cidr: string): Promise<boolean> {
    return await this.#changes.make(async (change) => {
      const { numDeletedRows } = await change.deleteFrom('allowlist').where('cidr', '=', cidr).executeTakeFirst();
      const result = numDeletedRows > 0n;
      return { result, event: result ? { action: 'range removed', subject: cidr } : null };
    });
  }
}

export type KeyStatus = 'active' | 'expired' | 'revoked';

export function statusOf({ revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>, now: Date): KeyStatus {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

function assertActive(key: StoredKey, now: Date): void {
  const status = statusOf(key, now);
  if (status === 'active') return;
  throw new StoreError(`The key ${key.id} is ${status}: make a new one with sylva keys create.`);
}

/** The ids of keys that have a successor which was not revoked. */
export function replacedIn(keys: readonly Pick<StoredKey, 'replaces' | 'revokedAt'>[]): Set<string> {
  return new Set(keys.flatMap(({ replaces, revokedAt }) => (replaces && !revokedAt ? [replaces] : [])));
}

async function assertNotReplaced(change: Change, id: string): Promise<void> {
  const successors = change.selectFrom('keys').select('id').where('replaces', '=', id);
  const successor = await successors.where('revokedAt', 'is', null).executeTakeFirst();
  if (successor) throw new StoreError(`The key ${id} was rotated already: ${successor.id} is its successor.`);
}

/** Never extends the key. */
async function endKey(change: Change, { id, expiresAt }: StoredKey, end: string): Promise<void> {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(end)) return;
  await change.updateTable('keys').set({ expiresAt: end }).where('id', '=', id).execute();
}

/** Limits a moment to the year 9999: a later one is written in another form, which sorts wrongly. */
function limited(moment: string): string {
  return new Date(Math.min(Date.parse(moment), LAST_MOMENT)).toISOString();
}

async function insertKey(change: Change, key: Omit<StoredKey, 'revokedAt' | 'lastUsedAt'>): Promise<StoredKey> {
  const row = withValidEnd({ ...key, revokedAt: null, lastUsedAt: null });
  await change.insertInto('keys').values(row).execute();
  return row;
}

function withValidEnd(key: StoredKey): StoredKey {
  return { ...key, expiresAt: key.expiresAt && limited(key.expiresAt) };
}
