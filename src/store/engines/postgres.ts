// Opens a store in PostgreSQL, directly or through a pooler such as PgBouncer: nothing outlives a transaction, no prepared
// statement, lock or setting of a session.

import { type Dialect, Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { type Location, nameOf } from '../../config/location.ts';
import { prepareTables } from '../migrations/format.ts';
import { type Database, type Engine, type OpenOptions, PLUGINS } from './engine.ts';
import { ConnectionPool, Driver } from './postgres-connections.ts';
import { CHANNEL, PostgresNotices } from './postgres-notices.ts';

/** Short enough that a revocation is known within a second if a pooler drops notices. */
const POLL_MILLISECONDS = 500;

/** A client that disappears must not block other changes, and no change waits for ever. */
const BEGIN: RawBuilder<unknown> = sql`select
  set_config('idle_in_transaction_session_timeout', '30000', true),
  set_config('lock_timeout', '25000', true)`;

const NOTIFY: RawBuilder<unknown> = sql`select pg_notify(${CHANNEL}, '')`;

const RENUMBER: RawBuilder<unknown> = sql`select
  setval(pg_get_serial_sequence('history', 'id'), greatest((select max(id) from history), 1))`;

export async function openPostgres(
  location: Extract<Location, { kind: 'postgres' }>,
  options: OpenOptions,
): Promise<Engine> {
  const connections = new ConnectionPool(location, options.patienceMilliseconds);
  const db: Database = new Kysely({ dialect: dialectOf(connections), plugins: PLUGINS });
  const notices = new PostgresNotices(location);
  const engine: Engine = {
    kind: 'postgres',
    db,
    isNew: false,
    isOlder: false,
    pollMilliseconds: POLL_MILLISECONDS,
    read: (work) => {
      return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
    },
    begin: (change) => BEGIN.execute(change),
    notify: (change) => NOTIFY.execute(change),
    analyze: () => sql`analyze tree_versions`.execute(db),
    renumber: (change) => RENUMBER.execute(change),
    watch: (onChange) => notices.follow(onChange),
    isSame: () => true,
    async close() {
      notices.close();
      await connections.close();
    },
  };
  try {
    await prepareTables(engine, nameOf(location), options);
  } catch (error) {
    await engine.close();
    throw error;
  }
  return engine;
}

/** `migrate` has a lock of its own. */
class TransactionAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

function dialectOf(pool: ConnectionPool): Dialect {
  return Object.assign(new PostgresDialect({ pool }), {
    createAdapter: () => new TransactionAdapter(),
    createDriver: () => new Driver({ pool }),
  });
}
