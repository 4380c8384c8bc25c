// Kysely. It comes in 258 modules, which take 130 ms and 28 MB to load; set-up makes one file of them, which takes 10 ms and
// 4 MB. Where that is missing, the modules do.

import { existsSync } from 'node:fs';

const inOneFile = new URL('../../node_modules/.cache/kysely.mjs', import.meta.url);
const source = existsSync(inOneFile) ? inOneFile.href : 'kysely';

export const { Kysely, PostgresAdapter, PostgresDialect, SqliteDialect, sql } = (await import(
  source
)) as typeof import('kysely');
