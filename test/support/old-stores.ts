// Stores of older formats.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Engine } from '../../src/store/engines/engine.ts';
import { temporaryFolder } from './folders.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/store-0.2.0.db.zst', import.meta.url));

/** Of version 0.2.0: three revisions, a key, an allowed range, and the history of all that. */
export function oldStore(t: TestContext): string {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'sylva.db'), zstdDecompressSync(readFileSync(FIXTURE)));
  return data;
}

export const OLD_KEY = 'sylva_3lqAspJr8Ic2GHQgim5As2Ohd0llfn7W11oVGE';

/** Turns an open store into one of the format before rows. */
export async function makeOlder({ db, kind }: Pick<Engine, 'db' | 'kind'>): Promise<void> {
  const bytes = kind === 'sqlite' ? 'blob' : 'bytea';
  for (const statement of [
    'drop table tree_versions',
    'drop table documents',
    'drop table revisions',
    'create table revisions (number integer primary key, hash text not null, format integer not null)',
    `create table pieces (number integer primary key, bytes ${bytes} not null)`,
    `create table piece_lists (revision integer primary key, list ${bytes} not null)`,
    'alter table state add column active_revision integer',
    "alter table state add column piece_key text default '' not null",
    "delete from kysely_migration where name = '0009-rows'",
  ])
    await sql.raw(statement).execute(db);
}
