// Private PostgreSQL and Redis servers, from installed programs: one of each for a test file, gone with it.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { Postgres, postgresProgram } from '../../scripts/cluster/postgres.ts';
import { findProgram } from '../../scripts/cluster/program.ts';
import { Redis, redisProgram } from '../../scripts/cluster/redis.ts';
import { missing } from './missing.ts';

export const withoutPostgres = missing('PostgreSQL', postgresProgram());
export const withoutRedis = missing('Redis', redisProgram());
export const withoutPgBouncer = missing('PgBouncer', findProgram('pgbouncer'));
export const withoutStrace = missing('strace', findProgram('strace'));
export const withoutSystemdAnalyze = missing('systemd-analyze', findProgram('systemd-analyze'));
export const withoutHaproxy = missing('HAProxy', findProgram('haproxy'));

let folder: string | undefined;
let postgres: Promise<Postgres> | undefined;
let redis: Promise<Redis> | undefined;

/** One that users of few rights may enter. */
export function enginesFolder(): string {
  folder ??= mkdtempSync(join(tmpdir(), 'sylva-engines-'));
  chmodSync(folder, 0o755);
  return folder;
}

export function privatePostgres(): Promise<Postgres> {
  postgres ??= Postgres.start(join(enginesFolder(), 'postgres'));
  return postgres;
}

export function privateRedis(): Promise<Redis> {
  redis ??= Redis.start(join(enginesFolder(), 'redis'));
  return redis;
}

after(async () => {
  await (await postgres)?.stop();
  await (await redis)?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});
