// Copies a store into another database: every table, in one transaction, read back and compared.

import { createHash, hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Change, type Database, type Engine, write } from '../engines/engine.ts';
import { StoreError } from '../errors.ts';
import { PRIMARY_KEYS, type Tables } from '../tables/schema.ts';

type TableName = keyof Tables;
type Row = Record<string, unknown>;

export type Copied = Record<TableName, number>;

const TABLES = Object.keys(PRIMARY_KEYS) as TableName[];
const PAGE_ROWS = 200;

export async function copyStore(
  from: Engine,
  to: Engine,
  onProgress: (table: string) => void,
  /** Adds a line to the history. */
  record: (change: Change) => Promise<void>,
): Promise<Copied> {
  return await from.read(async (source) => {
    return await write(to, async (target) => {
      await to.notify?.(target);
      const version = await versionOf(target);
      await assertEmpty(target);
      await target.deleteFrom('state').execute();
      const copied = {} as Copied;
      for (const table of TABLES) {
        onProgress(table);
        copied[table] = await copyTable(table, source, target);
      }
      await to.renumber?.(target);
      await record(target);
      // A server that follows the target already must notice.
      const next = Math.max(await versionOf(target), version) + 1;
      await target.updateTable('state').set({ version: next }).execute();
      return copied;
    });
  });
}

async function assertEmpty(target: Change): Promise<void> {
  for (const table of TABLES.filter((name) => name !== 'state')) {
    if ((await pageOf(table, target, undefined, 1)).length > 0) {
      throw new StoreError(`The target is not empty, there are ${table} in it: copy into a new database.`);
    }
  }
}

async function copyTable(table: TableName, source: Database, target: Change): Promise<number> {
  const insert = (rows: Row[]) => target.insertInto(table).values(rows as never);
  const sent = await eachPage(table, source, async (rows) => void (await insert(rows).execute()));
  const received = await eachPage(table, target, async () => {});
  if (sent.digest !== received.digest) {
    throw new StoreError(`The table ${table} did not arrive as it was sent. Nothing was copied.`);
  }
  return sent.rows;
}

/** Returns the number of rows, and a digest of them in any order: databases do not sort text alike. */
async function eachPage(
  table: TableName,
  db: Database,
  use: (rows: Row[]) => Promise<void>,
): Promise<{ rows: number; digest: string }> {
  const hashes: string[] = [];
  for (let last: Row | undefined; ; ) {
    const page = await pageOf(table, db, last, PAGE_ROWS);
    last = page.at(-1);
    if (!last) break;
    await use(page);
    for (const row of page) hashes.push(hashOf(row));
  }
  return { rows: hashes.length, digest: createHash('sha256').update(hashes.sort().join()).digest('hex') };
}

/** The rows after another one, by primary key. */
async function pageOf(table: TableName, db: Database, last: Row | undefined, limit: number): Promise<Row[]> {
  const keys: string[] = PRIMARY_KEYS[table];
  const columns = tuple(keys.map((key) => sql.ref(key)));
  let query = db.selectFrom(table as 'state').selectAll();
  for (const key of keys) query = query.orderBy(key as 'id');
  if (last) query = query.where(sql<boolean>`${columns} > ${tuple(keys.map((key) => sql.val(last[key])))}`);
  return await query.limit(limit).execute();
}

function tuple(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(parts)})`;
}

function hashOf(row: Row): string {
  return hash('sha256', JSON.stringify(Object.entries(row).sort()), 'base64');
}

async function versionOf(target: Change): Promise<number> {
  const { version } = await target.selectFrom('state').select('version').executeTakeFirstOrThrow();
  return version;
}
