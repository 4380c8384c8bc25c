// In charge of copying a whole store into another database: every table, in one transaction, read back and compared.

import { createHash } from 'node:crypto';
import { type Change, type Database, type Engine, StoreError } from './engine.ts';
import { TABLE_KEYS, type Tables } from './schema.ts';

type TableName = keyof Tables;
type Row = Record<string, unknown>;

export type Copied = Record<TableName, number>;

const TABLES = Object.keys(TABLE_KEYS) as TableName[];

/** Rows of a table that are held at once; those of `pieces` are long. */
const pageSizeOf = (table: TableName) => (table === 'pieces' ? 200 : 500);

export async function copyStore(
  from: Engine,
  to: Engine,
  onProgress: (table: string) => void,
  /** Adds the line of the history that tells of this copy. */
  record: (change: Change) => Promise<void>,
): Promise<Copied> {
  return await reading(from, async (source) => {
    return await to.db.transaction().execute(async (target) => {
      await to.begin(target);
      const { version } = await target.selectFrom('state').select('version').executeTakeFirstOrThrow();
      await assertEmpty(target);
      await target.deleteFrom('state').execute();
      const copied = {} as Copied;
      for (const table of TABLES) {
        onProgress(table);
        copied[table] = await copyTable(table, source, target);
      }
      await to.renumber(target);
      await record(target);
      await goBeyond(target, version);
      return copied;
    });
  });
}

/** All tables as they are at one moment, whatever is published meanwhile. */
async function reading<T>(engine: Engine, work: (source: Database) => Promise<T>): Promise<T> {
  const transaction = engine.db.transaction();
  return await (engine.kind === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    work,
  );
}

async function assertEmpty(target: Change): Promise<void> {
  for (const table of TABLES.filter((name) => name !== 'state')) {
    if ((await pageOf(table, target, 0, 1)).length > 0) {
      throw new StoreError(`The target is not empty, there are ${table} in it: copy into a new database.`);
    }
  }
}

async function copyTable(table: TableName, source: Database, target: Change): Promise<number> {
  const sent = await eachPage(table, source, async (rows) => {
    await target
      .insertInto(table)
      .values(rows as never)
      .execute();
  });
  const received = await eachPage(table, target, async () => {});
  if (sent.digest !== received.digest) {
    throw new StoreError(`The table ${table} did not arrive as it was sent. Nothing was copied.`);
  }
  return sent.rows;
}

/** How many rows there are, and a digest of them in any order: databases do not sort text alike. */
async function eachPage(
  table: TableName,
  db: Database,
  use: (rows: Row[]) => Promise<void>,
): Promise<{ rows: number; digest: string }> {
  const hashes: string[] = [];
  for (;;) {
    const page = await pageOf(table, db, hashes.length, pageSizeOf(table));
    if (page.length === 0) break;
    await use(page);
    for (const row of page) hashes.push(hashOf(row));
  }
  return { rows: hashes.length, digest: createHash('sha256').update(hashes.sort().join()).digest('hex') };
}

async function pageOf(table: TableName, db: Database, offset: number, limit: number): Promise<Row[]> {
  const query = db.selectFrom(table as 'state').selectAll();
  const sorted = (TABLE_KEYS[table] as 'id'[]).reduce((sofar, column) => sofar.orderBy(column), query);
  return await sorted.limit(limit).offset(offset).execute();
}

function hashOf(row: Row): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(row).sort()) {
    const value = row[name];
    hash.update(`${name}\0${value instanceof Uint8Array ? value.length : JSON.stringify(value)}\0`);
    if (value instanceof Uint8Array) hash.update(value);
  }
  return hash.digest('base64');
}

/** A server that follows the target already must notice. */
async function goBeyond(target: Change, version: number): Promise<void> {
  const copied = await target.selectFrom('state').select('version').executeTakeFirstOrThrow();
  await target
    .updateTable('state')
    .set({ version: Math.max(copied.version, version) + 1 })
    .execute();
}
