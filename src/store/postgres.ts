// In charge of PostgreSQL as the database of the store. Nothing outlives a transaction (no prepared statements, no locks
// or settings of a session), so that a pooler such as PgBouncer may stand in between.

import type { RawBuilder } from 'kysely';
import { type Database, type Engine, isUpToDate, migrate, type OpenOptions } from './engine.ts';
import { NoStoreError } from './errors.ts';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from './kysely.ts';
import { type Location, nameOf } from './location.ts';
import { CHANNEL, Notices } from './notices.ts';
import { Connections } from './postgres-connections.ts';

const POLL_MILLISECONDS = 1_000;

/** Any number that nobody else uses for an advisory lock: these are the letters of its name. */
const MIGRATION_LOCK = 0x73796c7661;

/** A change whose client is gone must not keep the others waiting; nor may it wait for ever itself. */
const BEGIN: RawBuilder<unknown> = sql`select
  set_config('idle_in_transaction_session_timeout', '30000', true),
  set_config('lock_timeout', '25000', true),
  pg_notify(${CHANNEL}, '')`;

const RENUMBER: RawBuilder<unknown> = sql`select
  setval(pg_get_serial_sequence('history', 'id'), greatest((select max(id) from history), 1))`;

export async function openPostgres(
  location: Extract<Location, { kind: 'postgres' }>,
  { mustExist, patienceMilliseconds }: OpenOptions,
): Promise<Engine> {
  const connections = new Connections(location, patienceMilliseconds);
  const db: Database = new Kysely({ dialect: new Dialect({ pool: connections }) });
  const notices = new Notices(location);
  const close = async () => {
    notices.close();
    await connections.close();
  };
  let isNew: boolean;
  try {
    isNew = await bringUpToDate(db, mustExist, nameOf(location));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    kind: 'postgres',
    db,
    isNew,
    pollMilliseconds: POLL_MILLISECONDS,
    begin: async (change) => {
      await BEGIN.execute(change);
    },
    renumber: async (change) => {
      await RENUMBER.execute(change);
    },
    watch: (onChange) => notices.follow(onChange),
    isSame: () => true,
    close,
  };
}

/** Whether there was no store before. */
async function bringUpToDate(db: Database, mustExist: boolean, name: string): Promise<boolean> {
  const done = await migrationsDone(db);
  if (mustExist && done.length === 0) throw new NoStoreError(`The database ${name} holds no store.`);
  if (isUpToDate(done)) return false;
  return await db.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(change);
    const doneByNow = await migrationsDone(change);
    if (!isUpToDate(doneByNow)) await migrate(change, 'postgres');
    return doneByNow.length === 0;
  });
}

async function migrationsDone(db: Database): Promise<string[]> {
  const { rows } = await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(db);
  if (rows[0].found === null) return [];
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name);
}

/** Kysely would lock for the session, which a pooler hands on to others; our transaction's lock is enough. */
class TransactionAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  override createAdapter(): TransactionAdapter {
    return new TransactionAdapter();
  }
}
