// A private PgBouncer in transaction mode, in front of a private PostgreSQL.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findProgram, freePort, makeFolder, Program } from '../../scripts/cluster/program.ts';

/** The address of a database, by way of the pooler. */
export async function startPgBouncer(
  t: Pick<TestContext, 'after'>,
  folder: string,
  postgresPort: number,
  direct: string,
): Promise<string> {
  const port = await freePort();
  const path = join(makeFolder(folder), 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${postgresPort} user=sylva`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  const program = new Program(findProgram('pgbouncer') as string, [path], { cwd: folder });
  t.after(() => program.end());
  await program.says(/process up/);
  return Object.assign(new URL(direct), { port: String(port) }).href;
}
