// Compares the format of a store with the current one, and migrates it.

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from '../../config/location.ts';
import { type Change, type Database, type Engine, type OpenOptions, write } from '../engines/engine.ts';
import { NoStoreError, StoreError } from '../errors.ts';
import { migrationsFor } from './migrations.ts';

type Format = 'none' | 'older' | 'current' | 'newer';

const NAMES = Object.keys(migrationsFor('sqlite'));

/** Any number that no other program uses for an advisory lock: these are the letters of the name. */
const MIGRATION_LOCK = 0x73796c7661;

/** Creates the tables if there are none, and accepts or refuses those of another format. `name` is that of the database. */
export async function prepareTables(
  engine: Engine,
  name: string,
  { mustExist, acceptOlder }: OpenOptions,
): Promise<void> {
  const format = await formatOf(engine);
  if (format === 'none' && mustExist) throw new NoStoreError(`The database ${name} holds no store.`);
  if (format === 'none') engine.isNew = await write(engine, (change) => migrate(change, engine.kind));
  else if (format === 'older' && acceptOlder) engine.isOlder = true;
  else assertCurrent(format);
}

async function formatOf({ db, kind }: Engine): Promise<Format> {
  if (!(await isMigrated(db, kind))) return 'none';
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  if (rows.length === 0) return 'none';
  if (rows.some(({ name }) => !NAMES.includes(name))) return 'newer';
  return rows.length < NAMES.length ? 'older' : 'current';
}

async function isMigrated(db: Database, kind: DatabaseKind): Promise<boolean> {
  const table = {
    sqlite: sql<{ found: string }>`select name as found from sqlite_master where name = 'kysely_migration'`,
    postgres: sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`,
  };
  const { rows } = await table[kind].execute(db);
  return typeof rows[0]?.found === 'string';
}

function assertCurrent(format: Format): void {
  if (format === 'older')
    throw new StoreError(
      'This store was made by an older Sylva. Back it up, then run sylva store upgrade. The upgrade drops the revisions: publish your source again after it.',
    );
  if (format === 'newer')
    throw new StoreError('This store was made by a newer Sylva than this one: upgrade Sylva before you use it.');
}

/** Returns whether there was anything to migrate. */
export async function migrate(change: Change, kind: DatabaseKind): Promise<boolean> {
  // Kysely's own lock lasts for the session, which a pooler hands on to other clients.
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(change);
  const provider = { getMigrations: () => Promise.resolve(migrationsFor(kind)) };
  const { error, results = [] } = await new Migrator({ db: change, provider }).migrateToLatest();
  if (error) throw error;
  return results.length > 0;
}
