// In charge of PostgreSQL as the database of the store. Nothing outlives a transaction (no prepared statements, no locks
// or settings of a session), so that a pooler such as PgBouncer may stand in between.

import { Socket } from 'node:net';
import { type Dialect, Kysely, PostgresAdapter, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type Location, nameOf } from '../config/location.ts';
import { type Database, type Engine, isUpToDate, migrate, NoStoreError, type OpenOptions, PLUGINS } from './engine.ts';
import { CONNECT_MILLISECONDS, ConnectionPool, Driver } from './postgres-connections.ts';

const CHANNEL = 'sylva_changes';

/** So often that a revocation is known within a second also where a pooler keeps notices away. */
const POLL_MILLISECONDS = 500;

/** Any number that nobody else uses for an advisory lock: these are the letters of its name. */
const MIGRATION_LOCK = 0x73796c7661;

/** A change whose client is gone must not keep the others waiting; nor may it wait for ever itself. */
const BEGIN: RawBuilder<unknown> = sql`select
  set_config('idle_in_transaction_session_timeout', '30000', true),
  set_config('lock_timeout', '25000', true),
  pg_notify(${CHANNEL}, '')`;

const RENUMBER: RawBuilder<unknown> = sql`select
  setval(pg_get_serial_sequence('history', 'id'), greatest((select max(id) from history), 1)),
  setval(pg_get_serial_sequence('pieces', 'number'), greatest((select max(number) from pieces), 1))`;

export async function openPostgres(
  location: Extract<Location, { kind: 'postgres' }>,
  { mustExist, patienceMilliseconds }: OpenOptions,
): Promise<Engine> {
  const connections = new ConnectionPool(location, patienceMilliseconds);
  const db: Database = new Kysely({ dialect: dialectOf(connections), plugins: PLUGINS });
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
    begin: (change) => BEGIN.execute(change),
    renumber: (change) => RENUMBER.execute(change),
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

function dialectOf(pool: ConnectionPool): Dialect {
  return Object.assign(new PostgresDialect({ pool }), {
    createAdapter: () => new TransactionAdapter(),
    createDriver: () => new Driver({ pool }),
  });
}

export const RETRY_MILLISECONDS = 500;

/** Hears that something has changed, over a connection of its own. A notice may be lost with it, or never come: who listens polls. */
class Notices {
  readonly #url: string;
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ url }: Extract<Location, { kind: 'postgres' }>) {
    this.#url = url;
  }

  /** Also calls back whenever it begins to listen: what happened before was not heard. */
  follow(onNotice: () => unknown): void {
    const socket = new Socket();
    this.#socket = socket;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'sylva notices',
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      query_timeout: CONNECT_MILLISECONDS,
      keepAlive: true,
      stream: () => socket,
    });
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      socket.destroy();
      if (!this.#isClosed) this.#retry = setTimeout(() => this.follow(onNotice), RETRY_MILLISECONDS).unref();
    };
    client.on('error', again).on('end', again).on('notification', onNotice);
    client
      .connect()
      .then(() => client.query(`LISTEN ${CHANNEL}`))
      .then(onNotice)
      .catch(again);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }
}
